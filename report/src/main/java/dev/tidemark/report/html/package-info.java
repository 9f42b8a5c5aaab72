/**
 * The HTML report: one file that needs nothing else, readable without scripts. {@code HtmlReport} works out what the
 * template shows, so that the template holds no decisions.
 */
package dev.tidemark.report.html;
