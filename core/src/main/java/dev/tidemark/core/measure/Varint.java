package dev.tidemark.core.measure;

import module java.base;

/** Unsigned LEB128 numbers. */
final class Varint {

    private Varint() {}

    static void write(DataOutput out, long value) throws IOException {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            out.writeByte((int) (left & 0x7F | 0x80));
            left >>>= 7;
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
