package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.report.analysis.table.SettingValue;

/** Values that are worth trying, made of those that were tried, in the same words: {@code 64MiB} → {@code 128MiB}. */
final class ValueSteps {

    private static final Pattern NUMBER = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(\\s?[A-Za-zµ/]*)");

    private ValueSteps() {}

    /** As far beyond the edge as the edge is from its neighbour, as a factor; at least twice, at most tenfold. */
    static Optional<String> beyond(SettingValue neighbour, SettingValue edge) {
        if (!(neighbour.number() > 0) || !(edge.number() > 0)) {
            return Optional.empty();
        }
        boolean up = edge.number() > neighbour.number();
        double factor = Math.clamp(up ? edge.number() / neighbour.number() : neighbour.number() / edge.number(), 2, 10);
        return times(edge, up ? factor : 1 / factor);
    }

    /** The geometric mean of two; empty where no value of the kind lies between. */
    static Optional<String> between(SettingValue low, SettingValue high) {
        return low.number() > 0 && high.number() > 0 ? times(low, Math.sqrt(high.number() / low.number()))
                .filter(text -> number(text) > number(low.text())
                && number(text) * low.number() < number(low.text()) * high.number()) : Optional.empty();
    }

    /** Of one unit with others of the same text behind. */
    private static double number(String text) {
        Matcher matcher = NUMBER.matcher(text);
        return matcher.matches() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    /** So many times a value, in its unit; a whole number stays whole. */
    static Optional<String> times(SettingValue value, double factor) {
        Matcher matcher = NUMBER.matcher(value.text());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        boolean whole = number.scale() <= 0;
        BigDecimal scaled = number.multiply(BigDecimal.valueOf(factor))
                .round(new MathContext(whole && factor >= 2 ? 6 : 2));
        if (whole) {
            scaled = scaled.setScale(0, RoundingMode.HALF_UP);
        }
        return scaled.signum() <= 0 || scaled.compareTo(number) == 0 ? Optional.empty()
                : Optional.of(scaled.stripTrailingZeros().toPlainString() + matcher.group(2));
    }
}
