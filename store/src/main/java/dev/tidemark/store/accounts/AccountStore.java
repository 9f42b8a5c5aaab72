package dev.tidemark.store.accounts;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.EpochNanos;
import org.jdbi.v3.core.Handle;

/**
 * Accounts, their sessions, and the tokens of programs, as kept. Of everything secret only a hash comes in and is kept;
 * whoever reads the file cannot log in with what it says.
 */
public final class AccountStore {

    /** How exactly the last use of a session or a token is kept: not every request is worth a write. */
    private static final Duration SEEN_TO = Duration.ofMinutes(1);

    private final Database database;
    private final Clock clock;

    public AccountStore(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    private long now() {
        return EpochNanos.nanos(clock.wallTime());
    }

    // ---- Accounts ----

    /** All accounts, by name. */
    public List<Account> all() {
        return database.read(h -> h.createQuery("SELECT * FROM account ORDER BY name").map((r, c) -> account(r))
                .list());
    }

    /**
     * The account of this name; of one that only differs by upper and lower case, where there is no other such.
     * Stores of before had accounts that only differed so, and these are called by their exact names.
     */
    public Optional<Account> find(String name) {
        return database.read(h -> find(h, name));
    }

    private static Optional<Account> find(Handle h, String name) {
        List<Account> alike = alike(h, name);
        return alike.stream().filter(a -> a.name().equals(name)).findFirst()
                .or(() -> alike.size() == 1 ? Optional.of(alike.getFirst()) : Optional.empty());
    }

    private static List<Account> alike(Handle h, String name) {
        return h.createQuery("SELECT * FROM account WHERE lower(name) = lower(?)").bind(0, name)
                .map((r, c) -> account(r)).list();
    }

    public static Account account(ResultSet r) throws SQLException {
        return new Account(r.getString("name"), Role.valueOf(r.getString("role")), r.getString("password"),
                EpochNanos.of(r.getLong("created_ns")));
    }

    /** @throws ConflictException when there is one of this name, in whichever case */
    public Account add(String name, Role role, String passwordHash) {
        return database.write(h -> insert(h, name, role, passwordHash));
    }

    private Account insert(Handle h, String name, Role role, String passwordHash) {
        Account account = new Account(name, role, passwordHash, clock.wallTime());
        alike(h, name).stream().findFirst().ifPresent(other -> {
            throw new ConflictException("there is a user " + other.name() + " already");
        });
        h.execute("INSERT INTO account (name, role, password, created_ns) VALUES (?, ?, ?, ?)", name, role.name(),
                passwordHash, now());
        return account;
    }

    /** Changes a password and ends the account's sessions. @throws InvalidInputException naming the nearest account */
    public void password(String name, String passwordHash) {
        database.writing(h -> {
            Account account = require(h, name);
            h.execute("UPDATE account SET password = ? WHERE name = ?", passwordHash, account.name());
            h.execute("DELETE FROM login_session WHERE account = ?", account.name());
        });
    }

    /**
     * Removes an account with its sessions.
     *
     * @throws InvalidInputException when there is none; {@link ConflictException} when it is the last administrator's
     */
    public void remove(String name) {
        database.writing(h -> {
            Account account = require(h, name);
            keepOne(h, account);
            h.execute("DELETE FROM account WHERE name = ?", account.name());
        });
    }

    /**
     * Lets an account do more or less from now on; its sessions go on.
     *
     * @throws InvalidInputException when there is none; {@link ConflictException} when nobody could administer then
     */
    public void role(String name, Role role) {
        database.writing(h -> {
            Account account = require(h, name);
            if (role != Role.ADMINISTRATOR) {
                keepOne(h, account);
            }
            h.execute("UPDATE account SET role = ? WHERE name = ?", role.name(), account.name());
        });
    }

    /** Somebody must be left who can administer. */
    private static void keepOne(Handle h, Account account) {
        if (account.role() == Role.ADMINISTRATOR && administrators(h) == 1) {
            throw new ConflictException("user " + account.name() + " is the last administrator; add another one first");
        }
    }

    private static Account require(Handle h, String name) {
        return find(h, name)
                .orElseThrow(() -> Suggestions.none("user", name,
                h.createQuery("SELECT name FROM account").mapTo(String.class).list()));
    }

    private static int administrators(Handle h) {
        return h.createQuery("SELECT count(*) FROM account WHERE role = 'ADMINISTRATOR'").mapTo(Integer.class).one();
    }

    // ---- The first administrator ----

    /** Whether nobody can administer yet. */
    public boolean noAdministrator() {
        return database.read(h -> administrators(h) == 0);
    }

    /** Keeps the one link with which the first administrator can be made; earlier ones count no more. */
    public void setUpLink(String tokenHash, Instant expires) {
        database.writing(h -> {
            h.execute("DELETE FROM set_up_link");
            h.execute("INSERT INTO set_up_link (token_hash, expires_ns) VALUES (?, ?)", tokenHash,
                    EpochNanos.nanos(expires));
        });
    }

    /** Whether the link can be used now. */
    public boolean setUpOpen(String tokenHash) {
        return database.read(h -> open(h, tokenHash));
    }

    private boolean open(Handle h, String tokenHash) {
        return administrators(h) == 0 && h.createQuery(
                "SELECT count(*) FROM set_up_link WHERE token_hash = ? AND expires_ns > ?").bind(0, tokenHash)
                .bind(1, now()).mapTo(Integer.class).one() > 0;
    }

    /** Makes the first administrator, once. @return empty when the link is unknown, was used, or is too old */
    public Optional<Account> setUp(String tokenHash, String name, String passwordHash) {
        return database.write(h -> {
            if (!open(h, tokenHash)) {
                return Optional.empty();
            }
            Account account = insert(h, name, Role.ADMINISTRATOR, passwordHash);
            h.execute("DELETE FROM set_up_link");
            return Optional.of(account);
        });
    }

    // ---- Sessions ----

    /** Begins a session; what is older than it may be is forgotten. */
    public void beginSession(String idHash, String account, Duration longest, Duration idle) {
        database.writing(h -> {
            forgetOld(h, longest, idle);
            h.execute("INSERT INTO login_session (id_hash, account, created_ns, seen_ns) VALUES (?, ?, ?, ?)", idHash,
                    account, now(), now());
        });
    }

    private void forgetOld(Handle h, Duration longest, Duration idle) {
        h.execute("DELETE FROM login_session WHERE created_ns <= ? OR seen_ns <= ?", now() - longest.toNanos(),
                now() - idle.toNanos());
    }

    /** Whose session it is; empty when there is none, or it has lasted or been idle for too long. */
    public Optional<Account> session(String idHash, Duration longest, Duration idle) {
        Optional<Long> lastUsed = database.read(h -> h.createQuery("""
                SELECT seen_ns FROM login_session WHERE id_hash = ? AND created_ns > ? AND seen_ns > ?""")
                .bind(0, idHash).bind(1, now() - longest.toNanos()).bind(2, now() - idle.toNanos()).mapTo(Long.class)
                .findOne());
        if (lastUsed.isEmpty()) {
            return Optional.empty();
        }
        if (database.isWritable() && now() - lastUsed.get() >= SEEN_TO.toNanos()) {
            database.writing(h -> h.execute("UPDATE login_session SET seen_ns = ? WHERE id_hash = ?", now(), idHash));
        }
        return database.read(h -> h.createQuery("""
                SELECT a.* FROM account a JOIN login_session s ON s.account = a.name WHERE s.id_hash = ?""")
                .bind(0, idHash).map((r, c) -> account(r)).findOne());
    }

    public void endSession(String idHash) {
        database.writing(h -> h.execute("DELETE FROM login_session WHERE id_hash = ?", idHash));
    }

    // ---- Tokens ----

    /** All tokens, by name. */
    public List<ApiToken> tokens() {
        return database.read(h -> h.createQuery("SELECT * FROM api_token ORDER BY name").map((r, c) -> token(r))
                .list());
    }

    public static ApiToken token(ResultSet r) throws SQLException {
        long seen = r.getLong("seen_ns");
        Optional<Instant> used = r.wasNull() ? Optional.empty() : Optional.of(EpochNanos.of(seen));
        return new ApiToken(r.getString("name"), Role.valueOf(r.getString("role")), r.getString("author"),
                EpochNanos.of(r.getLong("created_ns")), used);
    }

    /** @throws ConflictException when there is one of this name */
    public ApiToken addToken(String name, String tokenHash, Role role, String author) {
        ApiToken token = new ApiToken(name, role, author, clock.wallTime(), Optional.empty());
        database.writing(h -> {
            if (names(h).contains(name)) {
                throw new ConflictException("there is a token " + name + " already; remove it first");
            }
            h.execute("INSERT INTO api_token (name, token_hash, role, author, created_ns) VALUES (?, ?, ?, ?, ?)", name,
                    tokenHash, role.name(), author, now());
        });
        return token;
    }

    private static List<String> names(Handle h) {
        return h.createQuery("SELECT name FROM api_token ORDER BY name").mapTo(String.class).list();
    }

    /** Revokes a token. @throws InvalidInputException naming the nearest one */
    public void removeToken(String name) {
        database.writing(h -> {
            List<String> names = names(h);
            if (!names.contains(name)) {
                throw Suggestions.none("token", name, names);
            }
            h.execute("DELETE FROM api_token WHERE name = ?", name);
        });
    }

    /** The token of this hash; that it was used is noted. */
    public Optional<ApiToken> token(String tokenHash) {
        Optional<ApiToken> found = database.read(h -> h.createQuery("SELECT * FROM api_token WHERE token_hash = ?")
                .bind(0, tokenHash).map((r, c) -> token(r)).findOne());
        boolean note = database.isWritable() && found.isPresent() && found.get().seen()
                .map(seen -> Duration.between(seen, clock.wallTime()).compareTo(SEEN_TO) >= 0).orElse(true);
        if (note) {
            database.writing(h -> h.execute("UPDATE api_token SET seen_ns = ? WHERE token_hash = ?", now(), tokenHash));
        }
        return found;
    }
}
