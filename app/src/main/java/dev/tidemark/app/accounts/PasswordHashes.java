package dev.tidemark.app.accounts;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;

/**
 * Passwords as Argon2id hashes with a salt of their own: 19 MiB, two passes, one lane, the smallest settings that
 * OWASP's Password Storage Cheat Sheet recommends. A stored hash says with which it was made, so that these may grow.
 */
final class PasswordHashes {

    private static final int MEMORY_KIB = 19 << 10;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;

    private final Argon2Function argon2 = Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);

    /** One at a time: a crowd that logs in must not take the machine's memory. */
    synchronized String hash(String password) {
        return Password.hash(password).addRandomSalt(SALT_BYTES).with(argon2).getResult();
    }

    /** The library answers at once where a password is empty, which would tell that there is an account. */
    synchronized boolean matches(String password, String hash) {
        if (password.isEmpty()) {
            compareWithNobody();
            return false;
        }
        return Password.check(password, hash).with(Argon2Function.getInstanceFromHash(hash));
    }

    /** Where there is no account, which must take as long as where there is one: a comparison is a hash. */
    void compareWithNobody() {
        hash("");
    }
}
