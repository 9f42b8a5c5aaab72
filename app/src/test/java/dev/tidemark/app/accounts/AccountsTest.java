package dev.tidemark.app.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.accounts.Account;
import dev.tidemark.store.accounts.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountsTest {

    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private Path folder;

    private final HandClock clock = new HandClock();
    private Workbench workbench;
    private Accounts accounts;

    /** A clock that the test sets. */
    static final class HandClock implements Clock {
        private long nanos = 1;

        void advance(Duration by) {
            nanos += by.toNanos();
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public Instant wallTime() {
            return Instant.parse("2026-03-01T12:00:00Z").plusNanos(nanos);
        }

        @Override
        public void sleepUntil(long nanoTime) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void spinUntil(long nanoTime) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Thread start(String name, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void open() {
        workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "1", clock);
        accounts = workbench.accounts();
    }

    @AfterEach
    void close() {
        workbench.close();
    }

    private Login login(String name, String password) {
        return accounts.login(name, password, from("192.0.2.1"));
    }

    private static LoginSource from(String address) {
        return new LoginSource(address, false, "");
    }

    /** As where a proxy does not tell for whom it asks. */
    private static LoginSource behindAProxy(String browser) {
        return new LoginSource("127.0.0.1", true, browser);
    }

    /** A browser with which somebody has logged in. */
    private String browser(String name) {
        return ((Login.LoggedIn) login(name, PASSWORD)).browser();
    }

    private String session(String name) {
        return ((Login.LoggedIn) login(name, PASSWORD)).session();
    }

    @Test
    void theRightPasswordOpensASessionAndAWrongOneDoesNot() {
        accounts.add("ann", Role.READER, PASSWORD);
        assertThat(login("ann", PASSWORD + "!")).isEqualTo(new Login.Refused());
        assertThat(login("eve", PASSWORD)).as("which is wrong is not told").isEqualTo(new Login.Refused());
        String session = session("ann");
        assertThat(accounts.session(session)).contains(new Principal("ann", Role.READER));
        assertThat(accounts.session(session + "x")).isEmpty();
        assertThat(accounts.session("x".repeat(1_000_000))).isEmpty();
        accounts.logout(session);
        assertThat(accounts.session(session)).isEmpty();
    }

    @Test
    void nothingSecretIsInTheStore() throws Exception {
        accounts.add("ann", Role.ADMINISTRATOR, PASSWORD);
        String session = session("ann");
        String token = accounts.addToken("ci", Role.READER, "ann");
        workbench.close();
        StringBuilder stored = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                stored.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(stored.toString()).contains("$argon2id$v=19$m=19456,t=2,p=1$").contains("ann")
                .doesNotContain(PASSWORD).doesNotContain(session).doesNotContain(token);
    }

    @Test
    void passwordsHaveALengthAndAreNotTheName() {
        for (String bad : new String[] {"", "ninechars", "x".repeat(201)}) {
            assertThatThrownBy(() -> accounts.add("ann", Role.READER, bad)).isInstanceOf(InvalidInputException.class)
                    .hasMessage("a password has 10 to 200 characters");
        }
        assertThatThrownBy(() -> accounts.add("administrator", Role.READER, " Administrator"))
                .hasMessage("a password is not the user's name");
        assertThatThrownBy(() -> accounts.add("ann", Role.READER, " ".repeat(12)))
                .hasMessage("a password is not blank");
        assertThatThrownBy(() -> accounts.add("ann", Role.READER, "123456789012"))
                .hasMessage("a password is not of digits alone");
        assertThatThrownBy(() -> accounts.add("ann", Role.READER, "correct \uD800 horse"))
                .hasMessage("password: it has half a character in it (U+D800)");
        assertThat(accounts.all()).isEmpty();
    }

    @Test
    void equalPasswordsHaveDifferentHashes() {
        accounts.add("ann", Role.READER, PASSWORD);
        accounts.add("bob", Role.READER, PASSWORD);
        assertThat(accounts.all().get(0).password()).isNotEqualTo(accounts.all().get(1).password());
    }

    @Test
    void theFirstAdministratorIsMadeByTheLink() {
        String first = accounts.setUpSecret().orElseThrow();
        String second = accounts.setUpSecret().orElseThrow();
        assertThat(accounts.setUpOpen(first)).isFalse();
        assertThatThrownBy(() -> accounts.setUp(first, "eve", PASSWORD)).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("this link was used, is too old, or never was one");
        assertThatThrownBy(() -> accounts.setUp(second, "ann", "short")).isInstanceOf(InvalidInputException.class);
        assertThat(accounts.setUp(second, "ann", PASSWORD).role()).isEqualTo(Role.ADMINISTRATOR);
        assertThat(accounts.setUpSecret()).isEmpty();
        assertThatThrownBy(() -> accounts.setUp(second, "eve", PASSWORD)).isInstanceOf(InvalidInputException.class);
        assertThat(session("ann")).isNotEmpty();
    }

    @Test
    void tokensActInTheirRoleUntilTheyAreRevoked() {
        String token = accounts.addToken("ci", Role.ADMINISTRATOR, "ann");
        assertThat(accounts.token(token)).contains(new Principal("ci", Role.ADMINISTRATOR));
        assertThat(accounts.session(token)).as("a token is no session").isEmpty();
        accounts.removeToken("ci");
        assertThat(accounts.token(token)).isEmpty();
    }

    @Test
    void secretsAreLongAndNeverTheSame() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String secret = accounts.setUpSecret().orElseThrow();
            assertThat(secret).hasSize(43).matches("[A-Za-z0-9_-]+");
            assertThat(seen.add(secret)).isTrue();
        }
    }

    @Test
    void namesAreTheSameInUpperAndLowerCase() {
        accounts.add("Ann", Role.READER, PASSWORD);
        assertThatThrownBy(() -> accounts.add("aNN", Role.READER, PASSWORD)).hasMessage("there is a user Ann already");
        assertThat(((Login.LoggedIn) login("ANN", PASSWORD)).who().name()).isEqualTo("Ann");
        accounts.role("ann", Role.ADMINISTRATOR);
        accounts.add("bob", Role.ADMINISTRATOR, PASSWORD);
        assertThat(accounts.session(session("ann"))).contains(new Principal("Ann", Role.ADMINISTRATOR));
        accounts.password("aNn", PASSWORD + "2");
        assertThat(login("ann", PASSWORD)).isEqualTo(new Login.Refused());
        accounts.remove("ANN");
        assertThat(accounts.all()).extracting(Account::name).containsExactly("bob");
    }

    @Test
    void accountsOfBeforeThatDifferByCaseAloneAreCalledByTheirExactNames() throws Exception {
        accounts.add("ann", Role.READER, PASSWORD);
        accounts.add("bob", Role.READER, "another correct horse");
        try (Connection store = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("results.db"));
                Statement statement = store.createStatement()) {
            statement.execute("UPDATE account SET name = 'Ann' WHERE name = 'bob'");
        }
        assertThat(((Login.LoggedIn) login("ann", PASSWORD)).who().name()).isEqualTo("ann");
        assertThat(((Login.LoggedIn) login("Ann", "another correct horse")).who().name()).isEqualTo("Ann");
        assertThat(login("ANN", PASSWORD)).as("neither of both").isEqualTo(new Login.Refused());
        assertThatThrownBy(() -> accounts.remove("ANN")).hasMessageContaining("no user 'ANN'");
    }

    @Test
    void guessingOnePasswordGetsSlowerForWhoGuessesAndForNobodyElse() {
        accounts.add("ann", Role.READER, PASSWORD);
        for (int i = 0; i < 3; i++) {
            assertThat(login("ann", "wrong")).isEqualTo(new Login.Refused());
        }
        for (long wait : new long[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900}) {
            assertThat(login("ann", PASSWORD)).isEqualTo(new Login.TooSoon(Duration.ofSeconds(wait)));
            clock.advance(Duration.ofSeconds(wait));
            assertThat(login("ann", "wrong")).isEqualTo(new Login.Refused());
        }
        assertThat(accounts.login("ann", PASSWORD, from("198.51.100.1"))).as("from elsewhere")
                .isInstanceOf(Login.LoggedIn.class);
        clock.advance(Duration.ofMinutes(15));
        assertThat(session("ann")).isNotEmpty();
        clock.advance(Duration.ofHours(1));
        assertThat(login("ann", "wrong")).as("the count began anew").isEqualTo(new Login.Refused());
        assertThat(session("ann")).isNotEmpty();
    }

    @Test
    void whoGuessesBehindAProxyThatTellsNothingLocksNobodyOut() {
        accounts.add("ann", Role.READER, PASSWORD);
        accounts.add("bob", Role.READER, PASSWORD);
        String known = browser("ann");
        for (int i = 0; i < 60; i++) {
            accounts.login(i % 2 == 0 ? "ann" : "nobody-" + i, "wrong", behindAProxy(""));
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(accounts.login("bob", PASSWORD, behindAProxy(""))).as("another account")
                .isInstanceOf(Login.LoggedIn.class);
        assertThat(accounts.login("ann", PASSWORD, behindAProxy(known))).as("a browser that is known")
                .isInstanceOf(Login.LoggedIn.class);
        assertThat(accounts.login("ann", PASSWORD, behindAProxy(""))).as("a new browser waits a minute at most")
                .isInstanceOfSatisfying(Login.TooSoon.class, soon -> assertThat(soon.left()).isPositive()
                        .isLessThanOrEqualTo(Duration.ofMinutes(1)));
    }

    @Test
    void aKnownBrowserWaitsOnlyForItsOwnFailures() {
        accounts.add("ann", Role.READER, PASSWORD);
        String known = browser("ann");
        LoginSource from = new LoginSource("192.0.2.1", false, known);
        for (int i = 0; i < 10; i++) {
            assertThat(accounts.login("ann", "wrong", from)).isEqualTo(new Login.Refused());
        }
        assertThat(accounts.login("ann", PASSWORD, from)).isEqualTo(new Login.TooSoon(Duration.ofSeconds(1)));
        String other = ((Login.LoggedIn) accounts.login("ann", PASSWORD, from("192.0.2.1"))).browser();
        assertThat(other).isNotEqualTo(known);
        clock.advance(Duration.ofSeconds(1));
        assertThat(((Login.LoggedIn) accounts.login("ann", PASSWORD, from)).browser()).as("it stays known")
                .isEqualTo(known);
    }

    @Test
    void aBrowserIsKnownToItsAccountUntilThePasswordChanges() {
        accounts.add("ann", Role.READER, PASSWORD);
        accounts.add("bob", Role.READER, PASSWORD);
        String known = browser("ann");
        Account ann = accounts.all().getFirst();
        assertThat(KnownBrowsers.number(ann, known)).isPresent();
        assertThat(KnownBrowsers.number(accounts.all().getLast(), known)).as("bob's").isEmpty();
        for (String forged : new String[] {"", ".", "x", "x.y", known + "x", "x" + known, "x".repeat(100_000)}) {
            assertThat(KnownBrowsers.number(ann, forged)).isEmpty();
        }
        accounts.password("ann", PASSWORD + "2");
        assertThat(KnownBrowsers.number(accounts.all().getFirst(), known)).isEmpty();
    }

    @Test
    void tryingManyAccountsFromOneAddressGetsSlowerThoughOneIsOnesOwn() {
        LoginThrottle throttle = new LoginThrottle(clock);
        for (int i = 0; i < 10; i++) {
            assertThat(throttle.begin("mine", from("192.0.2.9"), Optional.empty())).isZero();
            throttle.succeeded("mine", from("192.0.2.9"), Optional.empty());
            assertThat(throttle.begin("user-" + i, from("192.0.2.9"), Optional.empty())).isZero();
        }
        assertThat(throttle.begin("user-10", from("192.0.2.9"), Optional.empty())).isEqualTo(Duration.ofSeconds(1));
        assertThat(throttle.begin("user-10", from("192.0.2.8"), Optional.empty())).as("others").isZero();
        clock.advance(Duration.ofHours(1));
        assertThat(throttle.begin("user-11", from("192.0.2.9"), Optional.empty())).as("forgotten").isZero();
    }

    @Test
    void manyMachinesThatGuessOnePasswordTogetherGetSlowerAndOneAloneNeverComesSoFar() {
        LoginThrottle throttle = new LoginThrottle(clock);
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.begin("ann", from("198.51.100." + i), Optional.empty())).isZero();
        }
        assertThat(throttle.begin("ann", from("203.0.113.1"), Optional.empty())).isEqualTo(Duration.ofSeconds(1));
        assertThat(throttle.begin("ann", from("203.0.113.1"), Optional.of("known"))).isZero();
        assertThat(throttle.begin("bob", from("203.0.113.1"), Optional.empty())).isZero();

        LoginThrottle other = new LoginThrottle(clock);
        for (int second = 0; second < 7 * 3600; second++) {
            other.begin("ann", behindAProxy(""), Optional.empty());
            if (second % 600 == 0) {
                assertThat(other.begin("ann", from("203.0.113." + second / 600), Optional.empty()))
                        .as("after %s s", second).isZero();
            }
            clock.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void aFloodOfNamesDoesNotFillTheMemory() {
        LoginThrottle throttle = new LoginThrottle(clock);
        for (int i = 0; i < 25_000; i++) {
            throttle.begin("user-" + i, from("address-" + i), Optional.empty());
            throttle.begin("user-" + i, from("address"), Optional.of("browser-" + i));
        }
        assertThat(throttle.remembered()).isEqualTo(40_000);
    }
}
