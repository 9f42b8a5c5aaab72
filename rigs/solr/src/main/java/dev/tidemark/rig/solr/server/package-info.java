/**
 * What runs in the servers' processes: ZooKeeper with the nodes as its children, and a node. Compiled against Solr, and
 * never loaded by Tidemark itself.
 */
package dev.tidemark.rig.solr.server;
