/**
 * What a database offers to the harness: the narrow contract behind which every driver lives. The harness knows no
 * database; a driver knows no plan, no store and no report. What a session can do beyond opening and closing is told
 * by the capabilities of its driver.
 */
package dev.tidemark.core.driver;
