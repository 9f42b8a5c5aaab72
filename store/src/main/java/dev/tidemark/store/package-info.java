/**
 * Results at rest in one SQLite file. {@link dev.tidemark.store.ResultStore} is the door: the runner's side appends raw
 * data in short transactions as it arrives, so that a killed process loses at most one interval; the reports' side
 * reads through the port {@link dev.tidemark.core.result.Results}. Several processes share a file: whoever runs a batch
 * holds a lease on it, and whoever finds the lease's process gone may carry on.
 */
package dev.tidemark.store;
