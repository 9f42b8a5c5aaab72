/**
 * What drivers of embedded engines have in common: {@link dev.tidemark.core.driver.embedded.EmbeddedTarget} looks after
 * the folder, the opening and closing, and who uses the database,
 * {@link dev.tidemark.core.driver.embedded.EmbeddedDriver} after the engine's library; and for engines that speak in
 * arrays of bytes, {@link dev.tidemark.core.driver.embedded.ByteArrayTarget} and
 * {@link dev.tidemark.core.driver.embedded.ByteArraySession} make a whole target and its sessions of a handful of
 * calls.
 */
package dev.tidemark.core.driver.embedded;
