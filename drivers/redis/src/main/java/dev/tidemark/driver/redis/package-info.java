/**
 * The driver of Redis, and of servers of the same protocol such as Valkey, through Jedis. A namespace is a prefix of
 * keys; a value is a string of the server under the prefix and its key. Beside the values lie a hash that names the
 * keyspaces and, where they are asked for, a sorted set of the keys and one of the index entries.
 */
package dev.tidemark.driver.redis;
