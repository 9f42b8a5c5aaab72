/**
 * What drivers of servers have in common: where the server is, connections that are opened again when they break, the
 * sorts of failures, and a namespace that carries our mark, the only one that is ever made empty or dropped. A driver
 * brings its client ({@link dev.tidemark.core.driver.remote.Connector}), what its namespace is
 * ({@link dev.tidemark.core.driver.remote.Namespace}) and its sessions.
 */
package dev.tidemark.core.driver.remote;
