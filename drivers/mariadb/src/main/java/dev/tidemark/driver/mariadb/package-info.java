/**
 * MariaDB, and MySQL by the same protocol, through MariaDB's own connector.
 * {@link dev.tidemark.driver.mariadb.MariaDbDriver} and what it declares know no class of the client, so that they can
 * be asked without its library; everything else here is loaded by opening.
 *
 * <p>A namespace is a database, a keyspace is an InnoDB table of keys and values in it, and so are the documents.
 */
package dev.tidemark.driver.mariadb;
