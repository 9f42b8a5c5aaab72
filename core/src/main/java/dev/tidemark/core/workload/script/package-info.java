/** The workload {@code script}: the user's own statements, or those of well-known benchmarks. */
package dev.tidemark.core.workload.script;
