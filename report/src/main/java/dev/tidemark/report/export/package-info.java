/**
 * Results in the forms that other tools read. A form is an {@link dev.tidemark.report.export.ExportFormat}, listed in
 * {@link dev.tidemark.report.export.ExportFormats}; it makes texts and writes no file.
 */
package dev.tidemark.report.export;
