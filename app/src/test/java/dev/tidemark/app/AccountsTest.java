package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.Role;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
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
        return accounts.login(name, password, "192.0.2.1");
    }

    private String session(String name) {
        return ((Login.Welcome) login(name, PASSWORD)).session();
    }

    @Test
    void theRightPasswordOpensASessionAndAWrongOneDoesNot() {
        accounts.add("ann", Role.READER, PASSWORD);
        assertThat(login("ann", PASSWORD + "!")).isEqualTo(new Login.Refused());
        assertThat(login("eve", PASSWORD)).as("which is wrong is not told").isEqualTo(new Login.Refused());
        String session = session("ann");
        assertThat(accounts.session(session)).contains(new Who("ann", Role.READER));
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
            assertThatThrownBy(() -> accounts.add("ann", Role.READER, bad)).isInstanceOf(BadInput.class)
                    .hasMessage("a password has 10 to 200 characters");
        }
        assertThatThrownBy(() -> accounts.add("administrator", Role.READER, "Administrator"))
                .hasMessage("a password is not the user's name");
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
        assertThatThrownBy(() -> accounts.setUp(first, "eve", PASSWORD)).isInstanceOf(BadInput.class)
                .hasMessageStartingWith("this link was used, is too old, or never was one");
        assertThatThrownBy(() -> accounts.setUp(second, "ann", "short")).isInstanceOf(BadInput.class);
        assertThat(accounts.setUp(second, "ann", PASSWORD).role()).isEqualTo(Role.ADMINISTRATOR);
        assertThat(accounts.setUpSecret()).isEmpty();
        assertThatThrownBy(() -> accounts.setUp(second, "eve", PASSWORD)).isInstanceOf(BadInput.class);
        assertThat(session("ann")).isNotEmpty();
    }

    @Test
    void tokensActInTheirRoleUntilTheyAreRevoked() {
        String token = accounts.addToken("ci", Role.ADMINISTRATOR, "ann");
        assertThat(accounts.token(token)).contains(new Who("ci", Role.ADMINISTRATOR));
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
    void aFormsTokenBelongsToItsSession() {
        assertThat(Accounts.isFormToken("s", Accounts.formToken("s"))).isTrue();
        assertThat(Accounts.isFormToken("s", Accounts.formToken("t"))).isFalse();
        assertThat(Accounts.isFormToken("s", "")).isFalse();
    }

    @Test
    void guessingOnePasswordGetsSlowerAndTheOwnerIsNotLockedOutForLong() {
        accounts.add("ann", Role.READER, PASSWORD);
        for (int i = 0; i < 3; i++) {
            assertThat(login("ann", "wrong")).isEqualTo(new Login.Refused());
        }
        for (long wait : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(accounts.login("ann", PASSWORD, "198.51.100." + wait))
                    .as("from elsewhere, and right").isEqualTo(new Login.TooSoon(Duration.ofSeconds(wait)));
            clock.advance(Duration.ofSeconds(wait));
            assertThat(accounts.login("ann", "wrong", "198.51.100." + wait)).isEqualTo(new Login.Refused());
        }
        clock.advance(Duration.ofSeconds(60));
        assertThat(session("ann")).isNotEmpty();
        assertThat(login("ann", "wrong")).as("the count began anew").isEqualTo(new Login.Refused());
        assertThat(session("ann")).isNotEmpty();
    }

    @Test
    void tryingManyAccountsFromOneAddressGetsSlowerThoughOneIsOnesOwn() {
        LoginThrottle throttle = new LoginThrottle(clock);
        for (int i = 0; i < 10; i++) {
            assertThat(throttle.begin("mine", "192.0.2.9")).isZero();
            throttle.succeeded("mine", "192.0.2.9");
            assertThat(throttle.begin("user-" + i, "192.0.2.9")).isZero();
        }
        assertThat(throttle.begin("user-10", "192.0.2.9")).isEqualTo(Duration.ofSeconds(1));
        assertThat(throttle.begin("user-10", "192.0.2.8")).as("others are not held up").isZero();
        clock.advance(Duration.ofHours(1));
        assertThat(throttle.begin("user-11", "192.0.2.9")).as("forgotten").isZero();
    }

    @Test
    void aFloodOfNamesDoesNotFillTheMemory() {
        LoginThrottle throttle = new LoginThrottle(clock);
        for (int i = 0; i < 25_000; i++) {
            throttle.begin("user-" + i, "address-" + i);
        }
        assertThat(throttle.remembered()).isEqualTo(20_000);
    }
}
