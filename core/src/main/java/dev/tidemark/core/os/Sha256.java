package dev.tidemark.core.os;

import module java.base;

/** SHA-256 digests. */
public final class Sha256 {

    private static final int BRIEF = 8;

    private Sha256() {}

    /** A digest to which bytes can be added. */
    public static MessageDigest empty() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    /** Of a text in UTF-8. */
    public static byte[] of(String text) {
        return empty().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Of a text in UTF-8, in lower-case digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** The first eight digits of it: few that tell one text from another. */
    public static String brief(String text) {
        return hex(text).substring(0, BRIEF);
    }

    /** Of some bytes, in lower-case digits. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(empty().digest(content));
    }

    /** Of what a file holds, in lower-case digits. */
    public static String hex(Path file) throws IOException {
        MessageDigest digest = empty();
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
