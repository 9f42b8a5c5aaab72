/** The workload {@code volume}: how a store behaves for hours as its data outgrows memory. */
package dev.tidemark.core.workload.volume;
