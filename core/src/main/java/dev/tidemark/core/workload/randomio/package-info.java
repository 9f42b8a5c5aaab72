/** The workload {@code random-io}: how many random reads and writes per second, at what latency. */
package dev.tidemark.core.workload.randomio;
