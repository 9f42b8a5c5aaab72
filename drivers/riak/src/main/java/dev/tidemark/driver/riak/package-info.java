/** Riak KV over its HTTP API: one bucket, whose keys hold the keyspaces. */
package dev.tidemark.driver.riak;
