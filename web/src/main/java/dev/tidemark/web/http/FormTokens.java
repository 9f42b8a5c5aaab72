package dev.tidemark.web.http;

import module java.base;

/**
 * Tokens by which a form shows that it comes from a page of ours: a keyed hash (RFC 2104) of the browser's own random
 * cookie and its session. A page elsewhere can send a form with these cookies, but cannot know the token. The key lives
 * as long as the server.
 */
final class FormTokens {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key = new SecretKeySpec(bytes(), ALGORITHM);

    private byte[] bytes() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A name for a browser that has none yet. */
    String newVisitor() {
        return text(bytes());
    }

    /** @param session empty where there is none */
    String token(String visitor, String session) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return text(mac.doFinal((visitor + '\n' + session).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK has HmacSHA256
        }
    }

    /** Compares in a time that tells nothing. */
    boolean fits(String token, String visitor, String session) {
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8),
                token(visitor, session).getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
