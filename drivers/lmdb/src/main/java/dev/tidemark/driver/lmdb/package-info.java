/**
 * LMDB, embedded: a B+tree in a file that is mapped into memory. {@link dev.tidemark.driver.lmdb.LmdbDriver} and what
 * it declares ({@link dev.tidemark.driver.lmdb.LmdbParams}, {@link dev.tidemark.driver.lmdb.LmdbMeasures}) know no
 * class of the engine, so that they can be asked without its library; everything else here is loaded by opening.
 *
 * <p>A target is one environment: one file, with a named database for documents and one for each keyspace. Readers
 * never wait and never hold anybody up. There is one writer at a time, over all databases; the others wait for it. So
 * that nobody waits for a client that thinks, a session gathers its transaction in memory and takes the writer's lock
 * within {@code commit} alone, which also makes a transaction atomic over everything it changes.
 */
package dev.tidemark.driver.lmdb;
