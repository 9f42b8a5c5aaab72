package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.NumberedKeys;
import java.nio.ByteBuffer;

/**
 * Which keys were met before, in 64 bits each. Keys of eight bytes, as {@link NumberedKeys} are, are distinguished
 * exactly; of n others the chance that any two are taken for one is about n² / 2⁶⁵: three in a million for ten million.
 */
final class DistinctKeys {

    private long[] table = new long[1 << 12];
    /** Whether the number that marks a free place was met itself. */
    private boolean zero;
    private int count;

    int count() {
        return count;
    }

    /** @param start of the key in {@code bytes}, which ends with it; @return whether it was not there before */
    boolean add(byte[] bytes, int start) {
        long hash = hash(bytes, start);
        if (hash == 0) {
            boolean added = !zero;
            zero = true;
            count += added ? 1 : 0;
            return added;
        }
        if (!insert(table, hash)) {
            return false;
        }
        if (++count > table.length / 2) {
            grow();
        }
        return true;
    }

    private static boolean insert(long[] table, long hash) {
        int mask = table.length - 1;
        for (int at = (int) hash & mask; table[at] != hash; at = at + 1 & mask) {
            if (table[at] == 0) {
                table[at] = hash;
                return true;
            }
        }
        return false;
    }

    private void grow() {
        long[] larger = new long[Math.multiplyExact(2, table.length)];
        for (long hash : table) {
            if (hash != 0) {
                insert(larger, hash);
            }
        }
        table = larger;
    }

    /** Of eight bytes one to one. */
    private static long hash(byte[] bytes, int start) {
        ByteBuffer rest = ByteBuffer.wrap(bytes, start, bytes.length - start);
        if (rest.remaining() == Long.BYTES) {
            return mixed(rest.getLong());
        }
        long hash = mixed(rest.remaining() + 1L);
        while (rest.remaining() >= Long.BYTES) {
            hash = mixed(hash ^ rest.getLong()) * 31 + 1;
        }
        while (rest.hasRemaining()) {
            hash = mixed(hash ^ rest.get()) * 31 + 1;
        }
        return mixed(hash);
    }

    /** The finaliser of SplitMix64, which is one to one. */
    private static long mixed(long number) {
        long mixed = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }
}
