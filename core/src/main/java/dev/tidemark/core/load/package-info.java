/**
 * Offering load: schedules that say when an operation is due, workers that issue them, and the loop that times each
 * one. Nothing here is shared, locked or allocated per operation.
 */
package dev.tidemark.core.load;
