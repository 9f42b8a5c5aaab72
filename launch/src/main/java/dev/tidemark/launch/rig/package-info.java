/**
 * Starts and stops the servers of rigs. A server outlives the process that started it; what it is, and which process,
 * is told by files in the rig's folder, so that any later process can ask for it, stop it, or find what a crash has
 * left. Nothing is ever signalled but a process that was recorded with the moment of its start, or one that runs a
 * program out of the rig's own folder.
 */
package dev.tidemark.launch.rig;
