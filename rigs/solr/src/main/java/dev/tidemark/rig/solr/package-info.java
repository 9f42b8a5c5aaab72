/** Solr in cloud mode, one or several nodes, from the jars that the project publishes. */
package dev.tidemark.rig.solr;
