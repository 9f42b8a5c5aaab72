/**
 * A runner's part in an iteration, step by step as its coordinator directs it: the target, the stages, what is watched
 * beside them.
 */
package dev.tidemark.core.run.iteration;
