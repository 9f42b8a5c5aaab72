/** What runs in the servers' processes: who is let in. Compiled against Cassandra, and never loaded by Tidemark. */
package dev.tidemark.rig.cassandra.server;
