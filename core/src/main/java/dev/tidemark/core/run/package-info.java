/**
 * Carrying out iterations: the runner's side (stages, events, its main) and the messages it exchanges with the process
 * that started it.
 */
package dev.tidemark.core.run;
