/**
 * What happens on the machines while a target is under load, on the same axis as its results: processors, memory, the
 * devices beneath the data, and the generator itself; from the kernel's files or from a Prometheus exporter. And what
 * follows from it: the measures of a phase, and the device's own time for a write that lasts.
 */
package dev.tidemark.core.measure.host;
