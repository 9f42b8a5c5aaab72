package dev.tidemark.report;

import dev.tidemark.core.stat.Estimate;

/**
 * The value of a measure in a row.
 *
 * @param estimate mean over the row's iterations, with its interval where there are several
 * @param atLeast  whether the true value may be larger; printed with "≥"
 * @param maximum  whether it is a percentile that in some iteration is only the {@code Tails largest value}; printed
 *                 with "max"
 * @param imported whether it was measured elsewhere, so that nobody knows which of its runs were rounds of which others
 */
public record Cell(Estimate estimate, boolean atLeast, boolean maximum, boolean imported) {

    public Cell(Estimate estimate, boolean atLeast, boolean maximum) {
        this(estimate, atLeast, maximum, false);
    }

    public Cell(Estimate estimate, boolean atLeast) {
        this(estimate, atLeast, false);
    }

    /** The same of runs that were made elsewhere. */
    public Cell measuredElsewhere() {
        return new Cell(estimate, atLeast, maximum, true);
    }

    public double mean() {
        return estimate.mean();
    }
}
