/** Apache Cassandra, one or several nodes on loopback addresses, from the jars that the project publishes. */
package dev.tidemark.rig.cassandra;
