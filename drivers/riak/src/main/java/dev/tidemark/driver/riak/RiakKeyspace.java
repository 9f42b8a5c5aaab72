package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.support.Buffers;

/**
 * A keyspace among the keys of the bucket. Its keys begin with a word that it was given when it was made: what is left
 * of one before, whose deletion takes Riak some seconds, does not meet them. Keys of letters, digits, hyphens, dots and
 * underscores are written as they are, others in hexadecimal digits; so are all terms, which keeps their order.
 *
 * @param word    of hexadecimal digits
 * @param indexed whether it has an index
 */
record RiakKeyspace(String word, boolean indexed) {

    private static final HexFormat HEX = HexFormat.of();
    private static final char PLAIN = 'k';
    private static final char CODED = 'x';

    String key(ByteBuffer key) {
        byte[] bytes = Buffers.bytes(key);
        for (byte b : bytes) {
            if (!(b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '.'
                    || b == '_')) {
                return word + CODED + HEX.formatHex(bytes);
            }
        }
        return word + PLAIN + new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Whether a key of the bucket is one of its. */
    boolean has(String key) {
        return key.startsWith(word);
    }

    /** @throws IllegalArgumentException when it is none of its */
    ByteBuffer keyOf(String key) {
        if (!has(key) || key.length() == word.length()) {
            throw new IllegalArgumentException(key);
        }
        String own = key.substring(word.length() + 1);
        return ByteBuffer.wrap(key.charAt(word.length()) == CODED ? HEX.parseHex(own)
                : own.getBytes(StandardCharsets.US_ASCII));
    }

    String index(int index) {
        return word + "i" + index + "_bin";
    }

    static String term(ByteBuffer term) {
        return HEX.formatHex(Buffers.bytes(term));
    }

    /** @throws IllegalArgumentException when it is none */
    static ByteBuffer termOf(String term) {
        return ByteBuffer.wrap(HEX.parseHex(term));
    }
}
