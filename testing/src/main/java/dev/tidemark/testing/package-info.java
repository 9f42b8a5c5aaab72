/**
 * What tests of all modules share and what knows nothing of the product: how much of what could be tried is tried, by
 * which seed, and which tests wait for {@code .ci/run} or the night; and keys to speak TLS by.
 */
package dev.tidemark.testing;
