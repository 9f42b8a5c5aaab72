/**
 * What is searched and what is asked: numbered documents of words, with vectors where wanted; queries in a form that
 * every engine's driver translates; logs of queries; and the exact answers to queries by vector.
 */
package dev.tidemark.core.data.search;
