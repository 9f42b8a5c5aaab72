/**
 * Two sides compared: labels, targets or values of a setting. {@link dev.tidemark.report.comparison.SideParser} finds
 * them, {@link dev.tidemark.report.comparison.LabelComparison} says how they compare: overall, over time, at the same
 * work done and at the same volume of data, at every point of the other settings. Ratios carry an error where
 * both sides ran in the same rounds ({@link dev.tidemark.core.stat.PairedRatio}), and only they can be significant;
 * what else is known of a ratio is distinguished from that ({@link dev.tidemark.report.comparison.Evidence}).
 */
package dev.tidemark.report.comparison;
