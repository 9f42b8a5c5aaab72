/**
 * What drivers of embedded engines have in common: {@link dev.tidemark.core.driver.embedded.EmbeddedTarget} looks after
 * the folder, the opening and closing, and who uses the database,
 * {@link dev.tidemark.core.driver.embedded.EmbeddedDriver} after the engine's library; and for engines that speak in
 * arrays of bytes, {@link dev.tidemark.core.driver.embedded.ByteArrayTarget} and
 * {@link dev.tidemark.core.driver.embedded.ByteArraySession} make a whole target and its sessions of a handful of
 * calls. Styles are the same for all of them but for an engine's {@link dev.tidemark.core.driver.embedded.StyleTable}
 * and {@link dev.tidemark.core.driver.embedded.StyleWriter}.
 */
package dev.tidemark.core.driver.embedded;
