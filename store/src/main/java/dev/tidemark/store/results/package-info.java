/** Batches and iterations as they are stored. */
package dev.tidemark.store.results;
