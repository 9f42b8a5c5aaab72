/**
 * Child processes. A runner is a JVM with core, one driver and that driver's engine on its class path, so that no
 * engine's libraries, flags or crashes meet another's or the main process.
 */
package dev.tidemark.launch;
