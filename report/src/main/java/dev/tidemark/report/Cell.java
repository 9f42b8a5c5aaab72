package dev.tidemark.report;

import dev.tidemark.core.stat.Estimate;

/**
 * The value of a measure in a row.
 *
 * @param estimate mean over the row's iterations, with its interval where there are several
 * @param atLeast  whether the true value may be larger; printed with "≥"
 * @param maximum  whether it is a percentile that in some iteration is only the {@code Tails largest value}; printed
 *                 with "max"
 */
public record Cell(Estimate estimate, boolean atLeast, boolean maximum) {

    public Cell(Estimate estimate, boolean atLeast) {
        this(estimate, atLeast, false);
    }

    public double mean() {
        return estimate.mean();
    }
}
