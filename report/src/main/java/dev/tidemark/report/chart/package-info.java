/**
 * What charts draw, worked out from reports and raw series: curves over a setting, traces over time, distributions.
 */
package dev.tidemark.report.chart;
