/**
 * The workload {@code api}: the same documents through every style of a client's API, so that it can be seen what
 * protocol, mapping, round trip and commit cost.
 */
package dev.tidemark.core.workload.api;
