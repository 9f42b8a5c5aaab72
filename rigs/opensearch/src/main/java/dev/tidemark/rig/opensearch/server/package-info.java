/**
 * What runs inside the server: its start, and a plugin that lets only those in who know the password. Compiled against
 * OpenSearch, and never loaded by Tidemark itself.
 */
package dev.tidemark.rig.opensearch.server;
