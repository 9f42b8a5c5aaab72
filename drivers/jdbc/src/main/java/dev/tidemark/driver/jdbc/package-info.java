/**
 * Any database that has a JDBC driver: its jars are the user's, loaded by a class loader of their own, and its
 * statements are settings. A namespace is a prefix of names of tables in the schema that the connection is in.
 */
package dev.tidemark.driver.jdbc;
