/** Measurements of Tidemark itself. The module's README says how to run them, and what came out. */
package dev.tidemark.bench;
