package dev.tidemark.core.data.keys;

import module java.base;
import dev.tidemark.core.data.SplitMix64;

/** How the number of a key becomes its bytes. Different numbers have different keys. Immutable. */
public sealed interface KeyFormat permits KeyFormat.Binary, KeyFormat.Text, KeyFormat.Hash, KeyFormat.Composed,
        FoundKeys {

    /** The size of the longest key in bytes. */
    int largest();

    /**
     * Puts a key at the buffer's position and advances it.
     *
     * @param key not negative
     */
    void put(long key, ByteBuffer into);

    /** Eight bytes, most significant first, so that keys are in the order of their numbers. */
    record Binary() implements KeyFormat {

        private static final VarHandle LONG =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

        @Override
        public int largest() {
            return Long.BYTES;
        }

        @Override
        public void put(long key, ByteBuffer into) {
            LONG.set(into, into.position(), key);
            into.position(into.position() + Long.BYTES);
        }
    }

    /**
     * A prefix and the number in decimal, with zeros before it. Keys are in the order of their numbers as long as those
     * have no more digits than are asked for.
     *
     * @param prefix of ASCII characters; perhaps empty
     * @param digits the least number of digits, 1 to {@value #MOST_DIGITS}
     */
    record Text(String prefix, int digits) implements KeyFormat {

        public static final int MOST_DIGITS = 19;

        public Text {
            if (digits < 1 || digits > MOST_DIGITS || prefix.chars().anyMatch(c -> c > 127)) {
                throw new IllegalArgumentException("prefix " + prefix + ", " + digits + " digits");
            }
        }

        @Override
        public int largest() {
            return prefix.length() + MOST_DIGITS;
        }

        @Override
        public void put(long key, ByteBuffer into) {
            for (int i = 0; i < prefix.length(); i++) {
                into.put((byte) prefix.charAt(i));
            }
            int at = into.position();
            int end = at + Math.max(digits, digits(key));
            into.position(end);
            long left = key;
            for (int i = end - 1; i >= at; i--) {
                into.put(i, (byte) ('0' + left % 10));
                left /= 10;
            }
        }

        private static int digits(long number) {
            int digits = 1;
            for (long left = number; left >= 10; left /= 10) {
                digits++;
            }
            return digits;
        }
    }

    /**
     * The first hexadecimal digits of a hash of the number: before another part it takes keys with neighbouring
     * numbers apart. Only together with a part that tells all numbers apart is it a key.
     *
     * @param digits 1 to 16
     */
    record Hash(int digits) implements KeyFormat {

        private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

        public Hash {
            if (digits < 1 || digits > 16) {
                throw new IllegalArgumentException(digits + " digits");
            }
        }

        @Override
        public int largest() {
            return digits;
        }

        @Override
        public void put(long key, ByteBuffer into) {
            long hash = SplitMix64.mix(key + SplitMix64.STEP);
            for (int i = 0; i < digits; i++) {
                into.put(HEX[(int) (hash >>> 60)]);
                hash <<= 4;
            }
        }
    }

    /** Several parts, each made of the same number, one after the other. */
    record Composed(List<KeyFormat> parts) implements KeyFormat {

        public Composed {
            parts = List.copyOf(parts);
        }

        @Override
        public int largest() {
            return parts.stream().mapToInt(KeyFormat::largest).sum();
        }

        @Override
        public void put(long key, ByteBuffer into) {
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).put(key, into);
            }
        }
    }
}
