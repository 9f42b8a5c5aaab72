package dev.tidemark.app.accounts;

import module java.base;
import dev.tidemark.store.accounts.Account;

/**
 * Marks by which a browser shows that its user has logged in with it before, after OWASP's <a
 * href="https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies">device cookies</a>: a
 * random number with a keyed hash (RFC 2104) of it. The key is the account's password hash, so that another password
 * ends them all; its salt is known to nobody who holds a mark, who can therefore not try passwords on it.
 */
final class KnownBrowsers {

    private static final String ALGORITHM = "HmacSHA256";
    /** Longer ones are none of ours. */
    private static final int LONGEST = 200;

    private KnownBrowsers() {}

    /** @param random a number that no other browser has, without dots */
    static String mark(Account account, String random) {
        return random + "." + hash(account, random);
    }

    /** The number in a mark; empty when it is not one of this account. */
    static Optional<String> number(Account account, String mark) {
        int dot = mark.indexOf('.');
        if (dot < 1 || mark.length() > LONGEST) {
            return Optional.empty();
        }
        String random = mark.substring(0, dot);
        boolean own = MessageDigest.isEqual(mark(account, random).getBytes(StandardCharsets.UTF_8),
                mark.getBytes(StandardCharsets.UTF_8));
        return own ? Optional.of(random) : Optional.empty();
    }

    private static String hash(Account account, String random) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(account.password().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            byte[] hash = mac.doFinal(("browser\n" + account.name() + "\n" + random).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK has HmacSHA256
        }
    }
}
