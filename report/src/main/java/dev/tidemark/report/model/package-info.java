/**
 * What a report shows, before anybody writes it: grids of declared columns and lines of values, built once from the
 * analysis by functions without state, and the {@link dev.tidemark.report.model.ReportDocument} that says which of them
 * a report has, under which titles and with which sentences. Writers turn them into text or pages and know nothing of
 * what stands in them. TSV and JSON are written from the analysis: they are exact numbers under names that scripts rely
 * on, of which a grid, rounded and titled for people, has neither.
 */
package dev.tidemark.report.model;
