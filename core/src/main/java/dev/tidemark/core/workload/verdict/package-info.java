/** What limited a run, and whether it measured the target or the generator. */
package dev.tidemark.core.workload.verdict;
