/** The queue of jobs. */
package dev.tidemark.store.jobs;
