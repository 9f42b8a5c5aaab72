/**
 * SQLite, embedded, through JDBC: an SQL engine over B-trees in one file, with a write-ahead log.
 * {@link dev.tidemark.driver.sqlite.SqliteDriver} and what it declares know no class of the engine, so that they can be
 * asked without its library; everything else here is loaded by opening.
 *
 * <p>A keyspace is a table of keys and values, and so is its index. A session is a connection with prepared statements.
 * Readers never wait. There is one writer at a time; how the others wait is a setting.
 */
package dev.tidemark.driver.sqlite;
