package dev.tidemark.core.os;

/** Few digits that tell one text from another. */
public final class ShortDigest {

    private static final int DIGITS = 8;

    private ShortDigest() {}

    /** The first eight digits of the SHA-256 of a text in UTF-8. */
    public static String of(String text) {
        return Sha256.hex(text).substring(0, DIGITS);
    }
}
