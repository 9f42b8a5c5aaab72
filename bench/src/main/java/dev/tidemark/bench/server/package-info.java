/**
 * Gets from servers: Tidemark beside a bare loop over the same client library and the server's own benchmark program.
 */
package dev.tidemark.bench.server;
