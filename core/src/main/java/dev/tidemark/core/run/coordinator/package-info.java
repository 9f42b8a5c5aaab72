/**
 * Who owns an iteration: tells its runners when to preload, when each stage begins and when to settle, and judges what
 * came of it.
 */
package dev.tidemark.core.run.coordinator;
