/**
 * LevelDB, embedded: Google's engine in C++, as leveldbjni packs it for Java (LevelDB of 2013; for Linux on
 * x86-64 and ARM). {@link dev.tidemark.driver.leveldb.LevelDbDriver} and what it declares know no class of the engine,
 * so that they can be asked without its library; everything else here is loaded by opening.
 *
 * <p>A target is one database. LevelDB knows no column families, so that keyspaces and indexes lie one after the other
 * in its one range of keys, each under a prefix of three bytes.
 */
package dev.tidemark.driver.leveldb;
