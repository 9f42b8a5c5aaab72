/**
 * PostgreSQL, through pgJDBC. {@link dev.tidemark.driver.postgres.PostgresDriver} and what it declares know no class of
 * the client, so that they can be asked without its library; everything else here is loaded by opening.
 *
 * <p>A namespace is a schema, a keyspace is a table of keys and values (both bytea) in it, and so are the documents.
 */
package dev.tidemark.driver.postgres;
