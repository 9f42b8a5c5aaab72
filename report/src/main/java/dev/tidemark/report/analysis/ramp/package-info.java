/** What a ramp shows: where its knee is. */
package dev.tidemark.report.analysis.ramp;
