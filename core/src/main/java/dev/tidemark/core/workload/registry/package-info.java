/** The workloads there are, and the values of an iteration of any of them. */
package dev.tidemark.core.workload.registry;
