/**
 * What drivers of embedded engines have in common: {@link dev.tidemark.core.driver.embedded.EmbeddedTarget} looks after
 * the folder, the opening and closing, and who uses the database; and for engines that speak in arrays of bytes,
 * {@link dev.tidemark.core.driver.embedded.ArraySession} makes a whole session of a handful of calls.
 */
package dev.tidemark.core.driver.embedded;
