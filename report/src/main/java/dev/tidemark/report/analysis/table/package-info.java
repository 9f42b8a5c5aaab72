/**
 * Iterations folded into ranked rows, the dimensions along which they vary, and what may be said of their
 * differences.
 */
package dev.tidemark.report.analysis.table;
