/** The workload {@code ingest}: how fast a system takes in documents. */
package dev.tidemark.core.workload.ingest;
