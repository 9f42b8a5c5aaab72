/**
 * Two sides compared: labels, targets or values of a setting. {@link dev.tidemark.report.comparison.Sides} finds them,
 * {@link dev.tidemark.report.comparison.SideBySide} says how they compare: overall, through time, at the same work
 * done and at the same volume of data, at every point of the other settings. Ratios between runs carry their error from
 * repeats ({@link dev.tidemark.core.stat.Comparison}); what single runs say of their own course is kept apart from that
 * ({@link dev.tidemark.core.stat.WithinRuns}).
 */
package dev.tidemark.report.comparison;
