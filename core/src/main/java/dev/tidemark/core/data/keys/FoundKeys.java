package dev.tidemark.core.data.keys;

import module java.base;

/** Keys that others have stored, by numbers from 0 on. Immutable. */
public final class FoundKeys implements KeyFormat {

    private final byte[] bytes;
    private final int[] ends;
    private final int largestValue;
    private final int largest;

    /** @param ends of each key in the bytes, which are theirs from now on */
    FoundKeys(byte[] bytes, int[] ends, int largestValue) {
        this.bytes = bytes;
        this.ends = ends;
        this.largestValue = largestValue;
        int longest = 0;
        for (int i = 0; i < ends.length; i++) {
            longest = Math.max(longest, ends[i] - start(i));
        }
        this.largest = longest;
    }

    private int start(int key) {
        return key == 0 ? 0 : ends[key - 1];
    }

    public int count() {
        return ends.length;
    }

    /** Size in bytes of the largest value that one of them had. */
    public int largestValue() {
        return largestValue;
    }

    @Override
    public int largest() {
        return largest;
    }

    @Override
    public void put(long key, ByteBuffer into) {
        int number = (int) key;
        into.put(bytes, start(number), ends[number] - start(number));
    }

    /** A key by its number. */
    public byte[] get(int key) {
        return Arrays.copyOfRange(bytes, start(key), ends[key]);
    }
}
