package dev.tidemark.app.accounts;

import module java.base;
import dev.tidemark.core.os.Sha256;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.accounts.Account;
import dev.tidemark.store.accounts.AccountStore;
import dev.tidemark.store.accounts.ApiToken;
import dev.tidemark.store.accounts.Role;

/**
 * Who may use the web pages and the HTTP interface: people with accounts and sessions, programs with tokens, and the
 * one-time link by which the first administrator is made. Secrets that are made here are random, have 256 bits and are
 * kept as SHA-256; passwords are kept as Argon2id. Thread-safe; one object serves a whole process, as it counts failed
 * logins.
 */
public final class Accounts {

    /** How long a session lasts at most, however busy. */
    public static final Duration LONGEST_SESSION = Duration.ofDays(7);

    /** How long a session lasts without a request. */
    public static final Duration IDLE_SESSION = Duration.ofHours(8);

    /** How long the link for the first administrator can be used. */
    public static final Duration SET_UP_WITHIN = Duration.ofHours(24);

    static final int SHORTEST_PASSWORD = 10;
    static final int LONGEST_PASSWORD = 200;

    private static final String TOKEN_PREFIX = "tidemark_";
    private static final int SECRET_BYTES = 32;
    /** Longer ones are refused before anything is computed of them. */
    private static final int LONGEST_SECRET = 100;

    private final AccountStore store;
    private final Clock clock;
    private final LoginThrottle throttle;
    private final SecureRandom random = new SecureRandom();
    private PasswordHashes hashes;

    public Accounts(AccountStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.throttle = new LoginThrottle(clock);
    }

    /** Made when first needed: it takes memory, for which the commands that have no use for it need not pay. */
    private synchronized PasswordHashes hashes() {
        if (hashes == null) {
            hashes = new PasswordHashes();
        }
        return hashes;
    }

    // ---- People ----

    /** All accounts, by name. */
    public List<Account> all() {
        return store.all();
    }

    /**
     * @throws InvalidInputException when the name is taken or cannot be used, or the password is too short or too long
     */
    public Account add(String name, Role role, String password) {
        return store.add(name, role, hashed(name, password));
    }

    /**
     * Changes a password; whoever is logged in with the old one is so no more.
     * @throws InvalidInputException as {@link #add}
     */
    public void password(String name, String password) {
        store.password(name, hashed(name, password));
    }

    /** Removes an account. @throws InvalidInputException when there is none, or it is the last administrator's */
    public void remove(String name) {
        store.remove(name);
    }

    /**
     * Changes what a person may do, at once.
     * @throws InvalidInputException when there is none, or nobody could administer then
     */
    public void role(String name, Role role) {
        store.role(name, role);
    }

    private String hashed(String name, String password) {
        checkPassword(name, password);
        return hashes().hash(password);
    }

    /** @throws InvalidInputException when a password cannot be that of a user of this name */
    public static void checkPassword(String name, String password) {
        if (password.length() < SHORTEST_PASSWORD || password.length() > LONGEST_PASSWORD) {
            throw new InvalidInputException("a password has " + SHORTEST_PASSWORD + " to " + LONGEST_PASSWORD
                    + " characters");
        }
        PlainText.wrong(password).ifPresent(wrong -> {
            throw new InvalidInputException("password: " + wrong);
        });
        if (password.isBlank()) {
            throw new InvalidInputException("a password is not blank");
        }
        if (password.chars().allMatch(Character::isDigit)) {
            throw new InvalidInputException("a password is not of digits alone");
        }
        if (password.strip().equalsIgnoreCase(name)) {
            throw new InvalidInputException("a password is not the user's name");
        }
    }

    // ---- The first administrator ----

    /**
     * Makes the secret of the link by which the first administrator chooses name and password; an earlier one counts no
     * more.
     *
     * @return empty when there is an administrator already
     */
    public Optional<String> setUpSecret() {
        if (!store.noAdministrator()) {
            return Optional.empty();
        }
        String secret = secret();
        store.setUpLink(sha256(secret), clock.wallTime().plus(SET_UP_WITHIN));
        return Optional.of(secret);
    }

    /** Whether a link can be used now. */
    public boolean setUpOpen(String secret) {
        return plausible(secret) && store.setUpOpen(sha256(secret));
    }

    /**
     * Makes the first administrator.
     *
     * @throws InvalidInputException when the link is unknown, was used or is too old, or as {@link #add}
     */
    public Account setUp(String secret, String name, String password) {
        if (!setUpOpen(secret)) {
            throw tooLate(); // before the password is looked at: hashing it costs
        }
        return store.setUp(sha256(secret), name, hashed(name, password)).orElseThrow(Accounts::tooLate);
    }

    private static InvalidInputException tooLate() {
        return new InvalidInputException(
                "this link was used, is too old, or never was one; 'tidemark user add NAME --role "
                + "administrator' makes an administrator, too");
    }

    // ---- Sessions ----

    /**
     * Logs in.
     *
     * @param name of the account; upper and lower case are the same, where no two accounts differ by it alone
     */
    public Login login(String name, String password, LoginSource from) {
        Optional<Account> account = store.find(name);
        String who = account.map(Account::name).orElseGet(() -> nobody(name));
        Optional<String> browser = account.flatMap(a -> KnownBrowsers.number(a, from.browser()));
        Duration wait = throttle.begin(who, from, browser);
        if (!wait.isZero()) {
            return new Login.TooSoon(wait);
        }
        if (account.isEmpty() || password.length() > LONGEST_PASSWORD) {
            hashes().compareWithNobody();
            return new Login.Refused();
        }
        if (!hashes().matches(password, account.get().password())) {
            return new Login.Refused();
        }
        throttle.succeeded(who, from, browser);
        String session = secret();
        store.beginSession(sha256(session), who, LONGEST_SESSION, IDLE_SESSION);
        return new Login.LoggedIn(session, who(account.get()),
                KnownBrowsers.mark(account.get(), browser.orElseGet(this::secret)));
    }

    /** What attempts on an account that there is not count for. */
    private static String nobody(String name) {
        return name.length() > Account.LONGEST_NAME ? "" : name.toLowerCase(Locale.ROOT);
    }

    private static Principal who(Account account) {
        return new Principal(account.name(), account.role());
    }

    /** Whose session it is; empty when it is none, or has ended. */
    public Optional<Principal> session(String session) {
        return plausible(session)
                ? store.session(sha256(session), LONGEST_SESSION, IDLE_SESSION).map(Accounts::who) : Optional.empty();
    }

    /** Ends a session. */
    public void logout(String session) {
        store.endSession(sha256(session));
    }

    // ---- Programs ----

    /** All tokens, by name. */
    public List<ApiToken> tokens() {
        return store.tokens();
    }

    /**
     * Makes a token for a program.
     *
     * @return the token, which is shown now and never again
     * @throws InvalidInputException when the name is taken or cannot be used
     */
    public String addToken(String name, Role role, String author) {
        String token = TOKEN_PREFIX + secret();
        store.addToken(name, sha256(token), role, author);
        return token;
    }

    /** Revokes a token. @throws InvalidInputException naming the nearest one */
    public void removeToken(String name) {
        store.removeToken(name);
    }

    /** Whose token it is; empty when it is none. */
    public Optional<Principal> token(String token) {
        return plausible(token) && token.startsWith(TOKEN_PREFIX)
                ? store.token(sha256(token)).map(t -> new Principal(t.name(), t.role())) : Optional.empty();
    }

    // ---- Secrets ----

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static boolean plausible(String secret) {
        return secret.length() <= LONGEST_SECRET;
    }

    /** Enough for what is random and long; guessing it is hopeless however fast it is computed. */
    private static String sha256(String secret) {
        return Sha256.hex(secret);
    }
}
