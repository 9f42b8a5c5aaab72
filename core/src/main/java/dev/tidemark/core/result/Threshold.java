package dev.tidemark.core.result;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;

/**
 * A condition that a measure is expected to meet, as in {@code response.p99: "< 50ms"}.
 *
 * @param measure  the measure
 * @param relation how the value must stand to the bound
 * @param bound    in the measure's unit
 * @param text     the condition as it was written
 */
public record Threshold(Measure measure, Relation relation, double bound, String text) {

    /** How a value must stand to the bound. */
    public enum Relation {
        BELOW("<"), AT_MOST("<="), ABOVE(">"), AT_LEAST(">="), EQUAL("=");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        boolean holds(double value, double bound) {
            return switch (this) {
                case BELOW -> value < bound;
                case AT_MOST -> value <= bound;
                case ABOVE -> value > bound;
                case AT_LEAST -> value >= bound;
                case EQUAL -> value == bound;
            };
        }

        static Relation of(String sign) {
            for (Relation relation : values()) {
                if (relation.sign.equals(sign)) {
                    return relation;
                }
            }
            return EQUAL;
        }
    }

    private static final Pattern CONDITION =
            Pattern.compile("(<=|>=|==|<|>|=)?\\s*(-?[0-9]+(?:\\.[0-9]+)?)\\s*([kMG]?)\\s*((?:[^0-9\\s].*)?)");
    private static final Map<String, Double> SECONDS = Map.of("ns", 1e-9, "us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0,
            "m", 60.0, "min", 60.0, "h", 3600.0, "d", 86_400.0);
    private static final Map<String, Double> BYTES = Map.of("b", 1.0, "kb", 1e3, "mb", 1e6, "gb", 1e9, "tb", 1e12,
            "kib", 0x1p10, "mib", 0x1p20, "gib", 0x1p30, "tib", 0x1p40);

    /**
     * Reads a condition. Without a sign it means equality; without a unit the bound is in the measure's own.
     *
     * @throws InvalidInputException naming the nearest measure, or what is wrong with the condition
     */
    public static Threshold parse(String name, String condition, MeasureSet measures) {
        return parse("expect", name, condition, measures);
    }

    /** As {@link #parse(String, String, MeasureSet)}. @param key under which the condition stands, for messages */
    public static Threshold parse(String key, String name, String condition, MeasureSet measures) {
        Measure measure = measures.find(name)
                .orElseThrow(() -> new InvalidInputException(key + ": unknown measure '" + name + "'"
                + Suggestions.hint(name, measures.all().stream().map(Measure::name).toList())));
        String text = condition.strip();
        Matcher m = CONDITION.matcher(text);
        if (!m.matches()) {
            throw new InvalidInputException(key + ": " + name + ": '" + text
                    + "' is not a condition; write it as < 50ms or >= 10");
        }
        Relation relation = Relation.of(m.group(1) == null ? "=" : m.group(1));
        double number = Double.parseDouble(m.group(2));
        return new Threshold(measure, relation, inUnit(key, measure, number, m.group(3), m.group(4).strip(), text),
                text);
    }

    /**
     * The same, unless a share seems to be meant where percents are expected: {@code 0.95} is less than 1 %.
     *
     * @param key under which the condition stands, for messages
     * @throws InvalidInputException then
     */
    public Threshold inPercent(String key) {
        if (measure.unit().equals("%") && bound > 0 && bound <= 1 && !text.contains("%")) {
            throw new InvalidInputException(key + ": " + measure.name() + " is in %: write 0.95 as 95%");
        }
        return this;
    }

    /** Whether the value is sure to meet the condition; one that is only known to be at least so large may not be. */
    public boolean met(double value, boolean atLeast) {
        boolean upperBound = relation != Relation.ABOVE && relation != Relation.AT_LEAST;
        return relation.holds(value, bound) && !(atLeast && upperBound);
    }

    private static double inUnit(String key, Measure measure, double number, String prefix, String rest, String text) {
        String typed = prefix + rest;
        if (typed.isEmpty() || typed.equals(measure.unit())) {
            return number;
        }
        Double scaled = switch (measure.unit()) {
            case "ns", "µs", "ms", "s" -> scaled(number, SECONDS.get(typed), SECONDS.get(measure.unit()));
            case "B", "kB", "MB", "GB" -> scaled(number, BYTES.get(lower(typed)), BYTES.get(lower(measure.unit())));
            case "MB/s" -> typed.endsWith("/s")
                    ? scaled(number, BYTES.get(lower(typed.substring(0, typed.length() - 2))), 1e6) : null;
            default -> counted(measure, number, prefix, rest);
        };
        if (scaled == null) {
            throw new InvalidInputException(key + ": " + measure.name() + ": '" + text
                    + "' has a unit that does not fit; " + measure.title() + " is "
                    + (measure.unit().isEmpty() ? "a plain number" : "in " + measure.unit()));
        }
        return scaled;
    }

    private static Double scaled(double number, Double from, double to) {
        return from == null ? null : Double.valueOf(number * from / to);
    }

    /** Plain counts and counts per second: thousands by a letter, the counted thing may be left out. */
    private static Double counted(Measure measure, double number, String prefix, String rest) {
        boolean fits = rest.isEmpty() || rest.equals(measure.unit())
                || rest.equals("/s") && measure.unit().endsWith("/s");
        double scale = switch (prefix) {
            case "k" -> 1e3;
            case "M" -> 1e6;
            case "G" -> 1e9;
            default -> 1;
        };
        return fits ? Double.valueOf(number * scale) : null;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
