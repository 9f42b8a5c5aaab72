/**
 * What drivers of servers share that hold keys in their order, each with a value: such a driver says of its server what
 * {@link KeyServer} asks, and {@link KeyServerTarget} makes namespaces, keyspaces, sessions and API styles of it.
 */
package dev.tidemark.core.driver.remote.keys;
