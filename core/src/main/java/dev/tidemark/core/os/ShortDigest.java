package dev.tidemark.core.os;

import module java.base;

/** Few digits that tell one text from another. */
public final class ShortDigest {

    private static final int BYTES = 4;

    private ShortDigest() {}

    /** The first eight digits of the SHA-256 of a text in UTF-8. */
    public static String of(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8)), 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has SHA-256
        }
    }
}
