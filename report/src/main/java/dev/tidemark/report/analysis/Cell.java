package dev.tidemark.report.analysis;

import dev.tidemark.core.stat.Estimate;

/**
 * The value of a measure in a row.
 *
 * @param estimate mean over the row's iterations, with its interval where there are several
 * @param atLeast  whether the true value may be larger; printed with "≥"
 */
public record Cell(Estimate estimate, boolean atLeast) {

    public double mean() {
        return estimate.mean();
    }
}
