/**
 * From the stored results of a label to what can be said about them: which settings vary, the ranked rows with their
 * error, effect sizes. Pure functions; the writers and charts only show what is found here.
 */
package dev.tidemark.report.analysis;
