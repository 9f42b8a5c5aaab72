/**
 * What can be said about stored results, and how it is said: {@link dev.tidemark.report.analysis} finds it,
 * {@link dev.tidemark.report.chart} turns raw series into what a chart draws, and {@link dev.tidemark.report.write}
 * writes it for the terminal, as HTML, TSV and JSON.
 */
package dev.tidemark.report;
