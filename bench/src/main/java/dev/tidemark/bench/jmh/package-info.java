/** Benchmarks of single functions by JMH. */
package dev.tidemark.bench.jmh;
