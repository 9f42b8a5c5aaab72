package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;

/**
 * Numbers as other programs print them: bare, with a unit ({@code 60.69s}, {@code 12MB}), or as XML Schema durations
 * with or without their {@code PT}, as the MarkLogic IO Test prints them ({@code 1M0.69S}, {@code 3M9.75}).
 */
final class QuantityParser {

    private static final Pattern NUMBER = Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)"
            + "(?:[eE][+-]?[0-9]+)?)\\s*(\\S*)");
    private static final Pattern DURATION = Pattern.compile(
            "P?(?:([0-9]+)D)?T?(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\\.[0-9]+)?)S?)?");

    /** Hours, minutes and seconds; with two parts nobody knows which two. */
    private static final Pattern CLOCK = Pattern.compile("([0-9]+):([0-5][0-9]):([0-5][0-9](?:\\.[0-9]+)?)");

    /** What begins as a number does whose digits stand in threes. */
    private static final Pattern THOUSANDS = Pattern.compile("[+-]?[0-9]{1,3}(?:[.,'\u2019 ][0-9]{3})+(?![0-9])");

    private static final Map<String, Double> SECONDS = units("ns", 1e-9, "us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0,
            "sec", 1.0, "min", 60.0, "m", 60.0, "h", 3600.0, "d", 86400.0);
    private static final Map<String, Double> BYTES = units("B", 1.0, "kB", 1e3, "MB", 1e6, "GB", 1e9, "TB", 1e12,
            "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "TiB", 0x1p40);
    private static final Map<String, Double> COUNTS = units("", 1.0, "k", 1e3, "M", 1e6, "G", 1e9);

    private QuantityParser() {}

    private static Map<String, Double> units(Object... pairs) {
        Map<String, Double> units = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            units.put((String) pairs[i], (Double) pairs[i + 1]);
        }
        return units;
    }

    /** Whether a heading may end in this word because it is a unit. */
    static boolean isUnit(String word) {
        return word.equals("%") || find(SECONDS, word).isPresent() || find(BYTES, stem(word)).isPresent();
    }

    /** Whether this is a number without a unit. */
    static boolean isBare(String text) {
        Matcher m = NUMBER.matcher(text);
        return m.matches() && m.group(2).isEmpty();
    }

    private static String stem(String unit) {
        return unit.endsWith("/s") ? unit.substring(0, unit.length() - 2) : unit;
    }

    private static Optional<Double> find(Map<String, Double> units, String unit) {
        Double exact = units.get(unit);
        if (exact != null) {
            return Optional.of(exact);
        }
        // "KB" and "Mb" are sloppy but common; case decides nothing among these units but between k and K.
        return units.entrySet().stream().filter(e -> e.getKey().equalsIgnoreCase(unit)).map(Map.Entry::getValue)
                .findFirst();
    }

    /**
     * Reads a measured number.
     *
     * @param text     as it stands in the table
     * @param bareUnit the unit of a number that has none; empty for the measure's own
     * @return the number in the measure's unit
     * @throws InvalidInputException when it is not a number of that measure
     */
    static double parse(String text, String bareUnit, Measure measure) {
        Matcher m = NUMBER.matcher(text);
        boolean plain = m.matches();
        String written = plain ? m.group(2) : "";
        String unit = written.isEmpty() ? bareUnit : written;
        if (plain && (unit.isEmpty() || unit.equals(measure.unit()))) {
            return possible(Double.parseDouble(m.group(1)), text, measure);
        }
        Optional<Double> number = Optional.empty();
        if (plain) {
            double value = Double.parseDouble(m.group(1));
            number = scale(unit, measure).map(scale -> value * scale);
        }
        if (number.isEmpty() && isTime(measure) && !isBare(text)) {
            number = oldDuration(text).map(seconds -> seconds / SECONDS.get(measure.unit()));
        }
        return possible(number.orElseThrow(() -> bad(text, measure)), text, measure);
    }

    private static double possible(double number, String text, Measure measure) {
        if (!MeasuredValue.isPossible(number)) {
            throw new InvalidInputException("'" + text + "' is no number for " + measure.name()
                    + ": what is measured lies between 1e-18 and 1e18");
        }
        if (number < 0 && !measure.unit().equals("%") && !measure.unit().equals("MB")) {
            throw new InvalidInputException("'" + text + "' is no number for " + measure.name()
                    + ", which cannot be less than 0");
        }
        return number;
    }

    private static InvalidInputException bad(String text, Measure measure) {
        String example = isTime(measure) ? "60.69, 60.69s or 1M0.69S" : BYTES.containsKey(measure.unit())
                ? "12.5 or 12.5MB" : measure.unit().isEmpty() ? "12.5" : "12.5 or 12.5" + measure.unit();
        return new InvalidInputException("'" + text + "' is no number for " + measure.name() + "; write it as "
                + example + (THOUSANDS.matcher(text).lookingAt() ? ", without separators of thousands" : ""));
    }

    private static boolean isTime(Measure measure) {
        return SECONDS.containsKey(measure.unit());
    }

    /** What one of a unit is worth in the measure's unit; empty when they do not go together. */
    private static Optional<Double> scale(String unit, Measure measure) {
        String own = measure.unit();
        if (isTime(measure)) {
            return find(SECONDS, unit).map(s -> s / SECONDS.get(own));
        }
        if (BYTES.containsKey(stem(own))) {
            return own.endsWith("/s") != unit.endsWith("/s") ? Optional.empty()
                    : find(BYTES, stem(unit)).map(b -> b / BYTES.get(stem(own)));
        }
        return Optional.ofNullable(COUNTS.get(unit));
    }

    /** Seconds of a duration with capital letters, or with colons. */
    private static Optional<Double> oldDuration(String text) {
        Matcher clock = CLOCK.matcher(text);
        if (clock.matches()) {
            return Optional.of(part(clock, 1) * 3600 + part(clock, 2) * 60 + part(clock, 3));
        }
        Matcher m = DURATION.matcher(text);
        boolean hasDigits = text.chars().anyMatch(Character::isDigit);
        return m.matches() && hasDigits
                ? Optional.of(part(m, 1) * 86400 + part(m, 2) * 3600 + part(m, 3) * 60 + part(m, 4)) : Optional.empty();
    }

    private static double part(Matcher m, int group) {
        return m.group(group) == null ? 0 : Double.parseDouble(m.group(group));
    }
}
