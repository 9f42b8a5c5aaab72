/**
 * Which key an operation is about, and how keys look. A {@link dev.tidemark.core.data.keys.KeyStream} says the number
 * of the key for operation {@code n} of a lane, by seed and position alone; a
 * {@link dev.tidemark.core.data.keys.KeyFormat} turns numbers into bytes. Drawing a key allocates nothing and takes
 * tens of nanoseconds; none of it happens between an operation's clock readings.
 *
 * <p>Popularity ({@link dev.tidemark.core.data.keys.KeyDistribution}) is drawn as a rank, 0 for the hottest key. Ranks
 * are numbers of adjacent keys unless a {@link dev.tidemark.core.data.keys.KeyPermutation} spreads them, one to one, so
 * that no two hot keys fall together and none is lost.
 */
package dev.tidemark.core.data.keys;
