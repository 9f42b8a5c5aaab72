package dev.tidemark.report.analysis.table;

import dev.tidemark.core.stat.Comparison;

/**
 * What changing one setting alone, or several together, does to the objective.
 *
 * @param base       what the other settings are kept at
 * @param dimension  the setting that changes; empty when all change from the defaults to the optimum
 * @param from       its value before, in words
 * @param to         its value after, in words
 * @param before     the row with the value before
 * @param after      the row with the value after
 * @param comparison ratio above 1 when the change is for the better, as one of all pairs of rows
 */
public record Effect(Base base, String dimension, String from, String to, Row before, Row after,
        Comparison comparison) {

    /** What the other settings are kept at. */
    public enum Base {
        OPTIMUM("at the optimum"), DEFAULTS("at the defaults"), TOGETHER("all together");

        private final String words;

        Base(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** Whether the difference is statistically significant. */
    public boolean significant() {
        return comparison.significant();
    }

    /** Change for the better in percent; below 0 for the worse. */
    public double percent() {
        return (comparison.ratio() - 1) * 100;
    }

    /** {@code batch-size 1 → 10}. */
    public String title() {
        return dimension.isEmpty() ? from + " → " + to : dimension + " " + from + " → " + to;
    }
}
