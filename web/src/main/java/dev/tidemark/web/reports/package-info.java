/** The list of reports, a report, two of them compared, their downloads, and deleting one. */
package dev.tidemark.web.reports;
