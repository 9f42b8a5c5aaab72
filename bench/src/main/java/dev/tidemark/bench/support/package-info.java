/** What benchmarks share: rounds, costs, and the peers they are compared with. */
package dev.tidemark.bench.support;
