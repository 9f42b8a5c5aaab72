/** Measures that several workloads have, and how each is computed from what was recorded. */
package dev.tidemark.core.workload.measures;
