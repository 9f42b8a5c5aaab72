/**
 * What is sent to the target: keys, values, documents. Everything is a function of the seed and its own number, so
 * that it can be made again, anywhere, to repeat or to verify.
 */
package dev.tidemark.core.data;
