/**
 * Writers of reports: for the terminal, as one HTML file, as TSV and as JSON. They decide how a thing looks, never what
 * is true.
 */
package dev.tidemark.report.write;
