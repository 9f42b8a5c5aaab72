/**
 * Internal: the threads of a stage. Its workers with their loops, and the coordinator that watches over them; other
 * packages use {@link dev.tidemark.core.load.stage.StageRunner} alone.
 */
package dev.tidemark.core.load.stage;
