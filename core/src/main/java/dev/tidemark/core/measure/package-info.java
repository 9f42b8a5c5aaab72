/**
 * Recording what operations took, without allocating, locking or sharing, and reading it back: histograms, the series
 * of an interval, the worker's recorder, and the facts of the machine.
 */
package dev.tidemark.core.measure;
