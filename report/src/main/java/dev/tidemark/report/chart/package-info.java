/**
 * What charts draw, worked out from reports and raw series: curves over a setting, traces through time, distributions.
 */
package dev.tidemark.report.chart;
