package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.SettingValue;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.comparison.RunParts;

/**
 * What stands in a place of a grid.
 *
 * @param text  as people read it, without the unit, which its column tells; "–" where there are no data
 * @param error how it follows the text, as in {@code " ± 0.31"}; empty where it is unknown or there is none
 * @param key   what it sorts by: of a measured number its exact form, otherwise the text; empty where there are no data,
 *              which comes last
 * @param tone  whether it is good or bad news
 */
public record Value(String text, String error, String key, Tone tone) {

    /**
     * What a change means, by a colour, by a sign for those who do not see it, and in a word for those who see neither.
     * A hollow sign makes no claim.
     */
    public enum Tone {
        NONE("", ""), BETTER("▲", "better"), WORSE("▼", "worse"),
        MAYBE_BETTER("△", "better, not shown to be significant"),
        MAYBE_WORSE("▽", "worse, not shown to be significant");

        private final String sign;
        private final String word;

        Tone(String sign, String word) {
            this.sign = sign;
            this.word = word;
        }

        public String sign() {
            return sign;
        }

        public String word() {
            return word;
        }

        /** The class of a style sheet: {@code maybe-better}. */
        public String style() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final String NO_DATA = "–";
    private static final Value NOT_MEASURED = new Value(NO_DATA, "", "");

    public Value(String text, String error, String key) {
        this(text, error, key, Tone.NONE);
    }

    public static Value of(String text) {
        return new Value(text, "", text);
    }

    public static Value of(long number) {
        return of(String.valueOf(number));
    }

    /** Rounded, without an error. */
    public static Value of(double number, int decimals) {
        return of(Numbers.fixed(number, decimals));
    }

    /** The same of what may be larger. */
    static Value of(double number, int decimals, boolean atLeast) {
        String fixed = Numbers.fixed(number, decimals);
        return new Value((atLeast ? "≥ " : "") + fixed, "", fixed);
    }

    /** A time as it was measured, with three digits. */
    static Value milliseconds(Optional<MeasuredValue> time) {
        return time.map(t -> of(t.number(), 3, t.atLeast())).orElse(noData());
    }

    public static Value of(OptionalDouble number, int decimals) {
        return number.isEmpty() ? noData() : of(number.getAsDouble(), decimals);
    }

    public static Value of(Measure measure, Optional<Cell> cell) {
        return cell.map(c -> of(measure, c)).orElse(NOT_MEASURED);
    }

    public static Value of(Measure measure, Cell cell) {
        return new Value(Numbers.mean(measure, cell), Numbers.error(measure, cell), Numbers.exact(cell.mean()));
    }

    public static Value of(Measure measure, Estimate estimate) {
        return of(measure, new Cell(estimate, false));
    }

    /** The same of a 99th percentile, marked where there were so few times that it is only the largest of them. */
    Value largestOf(long times) {
        return !RunParts.isLargest(times) || text.equals(NO_DATA) ? this
                : new Value("max " + text, error, key, tone);
    }

    /** What a single iteration measured. */
    public static Value of(Measure measure, Iteration iteration) {
        return iteration.value(measure.name()).map(v -> of(measure, new Cell(Estimate.single(v.number()), v.atLeast(),
                Tails.isMaximum(iteration, v)))).orElse(noData());
    }

    public static Value of(SettingValue level) {
        return level == SettingValue.ABSENT ? NOT_MEASURED
                : new Value(level.text(), "", level.number() == null ? level.text() : Numbers.exact(level.number()));
    }

    public static Value noData() {
        return NOT_MEASURED;
    }

    /** With words behind its error. */
    public Value followedBy(String words) {
        return new Value(text, error + words, key, tone);
    }

    public Value withoutError() {
        return new Value(text, "", key, tone);
    }
}
