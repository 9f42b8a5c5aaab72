/** Apache Cassandra, through its own client for Java. */
package dev.tidemark.driver.cassandra;
