/**
 * What a report shows, before anybody writes it: grids of declared columns and lines of values, built once from the
 * analysis by functions without state. Writers turn them into text or pages and know nothing of what stands in them.
 */
package dev.tidemark.report.model;
