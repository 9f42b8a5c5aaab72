/**
 * Estimates with their error. Statistics are value types: an {@link dev.tidemark.core.stat.Estimate} carries its
 * interval and the number of independent runs behind it, so that no number travels without what is known about it.
 */
package dev.tidemark.core.stat;
