/**
 * What drivers of servers that speak SQL share: a session is a connection with its statements prepared, a keyspace is a
 * table of keys and values. Only {@code java.sql} is used; what differs from database to database is a
 * {@link dev.tidemark.core.driver.remote.jdbc.SqlDialect}. What styles call over a connection serves an embedded
 * engine, too.
 */
package dev.tidemark.core.driver.remote.jdbc;
