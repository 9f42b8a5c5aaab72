/** An OpenSearch server with its k-NN plugin, from the jars that the project publishes. */
package dev.tidemark.rig.opensearch;
