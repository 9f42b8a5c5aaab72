/**
 * What a measurement leaves behind, as immutable records that plan, store and report all speak, and
 * {@link dev.tidemark.core.result.Results}, the port through which stored results are read.
 */
package dev.tidemark.core.result;
