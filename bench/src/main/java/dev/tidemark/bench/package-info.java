/** Benchmarks and side-by-side runs of the harness against bare loops and peers. Nothing depends on this module. */
package dev.tidemark.bench;
