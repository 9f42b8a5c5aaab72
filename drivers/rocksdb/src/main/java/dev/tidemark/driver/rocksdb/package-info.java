/**
 * RocksDB, embedded. {@link dev.tidemark.driver.rocksdb.RocksDbDriver} and what it declares
 * ({@link dev.tidemark.driver.rocksdb.RocksDbParams}, {@link dev.tidemark.driver.rocksdb.RocksDbMeasures}) know no
 * class of the engine, so that they can be asked without its library; everything else here is loaded by opening.
 *
 * <p>A shard is a RocksDB instance of its own, in a folder of its own. All shards of a target share one block cache,
 * one rate limiter, one set of background threads and one set of counters.
 *
 * <p>Documents lie in the default column family of each shard, and each keyspace in a column family of its own in every
 * shard, so that all shards share its load. A column family has its own memtable and its own levels; all of a
 * shard share its journal.
 */
package dev.tidemark.driver.rocksdb;
