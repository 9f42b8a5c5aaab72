package dev.tidemark.core.measure;

import module java.base;

/** Unsigned LEB128 numbers. */
final class Varint {

    private Varint() {}

    static void write(DataOutput out, long value) throws IOException {
        write(out, 0, value);
    }

    /** A number of 128 bits, by its halves. */
    static void write(DataOutput out, long upper, long lower) throws IOException {
        long rest = upper;
        long left = lower;
        while (rest != 0 || (left & ~0x7FL) != 0) {
            out.writeByte((int) (left & 0x7F | 0x80));
            left = left >>> 7 | rest << Long.SIZE - 7;
            rest >>>= 7;
        }
        out.writeByte((int) left);
    }

    static long read(DataInput in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte b = in.readByte();
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new IOException("a number is longer than 64 bits");
    }
}
