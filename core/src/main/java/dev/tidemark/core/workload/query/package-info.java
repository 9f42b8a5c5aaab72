/**
 * Search under load: an index of documents is made, queries are asked of it, warm-up and test apart, and what the
 * answers say is compared with what is known to be right.
 */
package dev.tidemark.core.workload.query;
