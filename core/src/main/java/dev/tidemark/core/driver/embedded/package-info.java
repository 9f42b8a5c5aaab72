/**
 * What drivers of embedded engines stand on. An engine is a {@link dev.tidemark.core.driver.embedded.SortedStore}:
 * tables in a folder, a worker's access with reads, a transaction and cursors. Above it, once for all engines:
 * {@link dev.tidemark.core.driver.embedded.EmbeddedTarget} (folder, opening, closing, upkeep),
 * {@link dev.tidemark.core.driver.embedded.Shards} (tables over several stores) and
 * {@link dev.tidemark.core.driver.embedded.EmbeddedSession} (all that a worker can ask). Begin with SortedStore.
 */
package dev.tidemark.core.driver.embedded;
