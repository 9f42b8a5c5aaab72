/**
 * MVStore, the storage engine of the H2 database, embedded and without SQL: a log-structured, multi-version B-tree.
 * {@link dev.tidemark.driver.mvstore.MvStoreDriver} and what it declares know no class of the engine, so that they can
 * be asked without its library; everything else here is loaded by opening.
 *
 * <p>A target is one store: one file. A keyspace is a map of its own and so is each index. Updates go through the
 * engine's own transactions, as H2's do, so that those of several keys and of an index are seen together or not at all.
 */
package dev.tidemark.driver.mvstore;
