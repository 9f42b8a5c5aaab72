package dev.tidemark.store.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.Samples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountStoreTest {

    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration IDLE = Duration.ofHours(8);

    @TempDir
    Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private ResultStore store;
    private AccountStore accounts;

    @BeforeEach
    void open() {
        store = ResultStore.open(folder.resolve("store.db"), clock);
        accounts = store.accounts();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private boolean open(String id) {
        return accounts.session(id, LONGEST, IDLE).isPresent();
    }

    @Test
    void theLastAdministratorStays() {
        accounts.add("ann", Role.ADMINISTRATOR, "h");
        accounts.add("bob", Role.READER, "h");
        assertThatThrownBy(() -> accounts.remove("ann")).isInstanceOf(InvalidInputException.class)
                .hasMessage("user ann is the last administrator; add another one first");
        assertThatThrownBy(() -> accounts.role("ann", Role.READER)).isInstanceOf(ConflictException.class)
                .hasMessage("user ann is the last administrator; add another one first");
        accounts.role("bob", Role.ADMINISTRATOR);
        accounts.role("ann", Role.READER);
        assertThat(accounts.find("ann").orElseThrow().role()).isEqualTo(Role.READER);
        accounts.role("ann", Role.ADMINISTRATOR);
        accounts.remove("bob");
        accounts.add("cleo", Role.ADMINISTRATOR, "h");
        accounts.remove("ann");
        assertThat(accounts.all()).extracting(Account::name).containsExactly("cleo");
        assertThatThrownBy(() -> accounts.remove("cleu")).hasMessage("no user 'cleu' (did you mean 'cleo'?)");
        assertThatThrownBy(() -> accounts.add("cleo", Role.READER, "h"))
                .hasMessage("there is a user cleo already");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ann", "a b", "ann\n", "../ann", "<b>", "-ann"})
    void namesThatCouldMeanSomethingElseAreRefused(String name) {
        assertThatThrownBy(() -> accounts.add(name, Role.READER, "h")).isInstanceOf(InvalidInputException.class);
        assertThat(accounts.all()).isEmpty();
    }

    @Test
    void theSetUpLinkWorksOnceAndNotForLong() {
        accounts.setUpLink("first", clock.wallTime().plusSeconds(60));
        accounts.setUpLink("second", clock.wallTime().plusSeconds(60));
        assertThat(accounts.setUpOpen("first")).as("a newer one was made").isFalse();
        clock.advance(Duration.ofSeconds(59));
        assertThat(accounts.setUpOpen("second")).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(accounts.setUpOpen("second")).as("too old").isFalse();

        accounts.setUpLink("third", clock.wallTime().plusSeconds(60));
        assertThat(accounts.setUp("nonsense", "eve", "h")).isEmpty();
        assertThat(accounts.setUp("third", "ann", "h").orElseThrow().role()).isEqualTo(Role.ADMINISTRATOR);
        assertThat(accounts.setUp("third", "eve", "h")).as("used").isEmpty();
        accounts.setUpLink("fourth", clock.wallTime().plusSeconds(60));
        assertThat(accounts.setUp("fourth", "eve", "h")).as("there is an administrator").isEmpty();
        assertThat(accounts.all()).hasSize(1);
    }

    @Test
    void sessionsEndByIdlenessAndByAge() {
        accounts.add("ann", Role.READER, "h");
        accounts.beginSession("s", "ann", LONGEST, IDLE);
        for (int i = 0; i < 23; i++) {
            clock.advance(Duration.ofHours(7));
            assertThat(open("s")).isTrue();
        }
        clock.advance(Duration.ofHours(7));
        assertThat(open("s")).as("seven days are over").isFalse();

        accounts.beginSession("t", "ann", LONGEST, IDLE);
        clock.advance(IDLE.minusSeconds(1));
        assertThat(open("t")).isTrue();
        clock.advance(IDLE);
        assertThat(open("t")).isFalse();
        accounts.beginSession("u", "ann", LONGEST, IDLE);
        assertThat(store.database().<Integer>read(h -> h.createQuery("SELECT count(*) FROM login_session")
                .mapTo(Integer.class).one())).as("old ones are not kept for ever").isEqualTo(1);
    }

    @Test
    void sessionsEndWithALogoutAnotherPasswordAndTheAccount() {
        accounts.add("ann", Role.READER, "h");
        accounts.add("bob", Role.READER, "h");
        accounts.beginSession("a1", "ann", LONGEST, IDLE);
        accounts.beginSession("a2", "ann", LONGEST, IDLE);
        accounts.beginSession("b", "bob", LONGEST, IDLE);
        accounts.endSession("a1");
        assertThat(open("a1")).isFalse();
        assertThat(open("a2")).isTrue();
        accounts.password("ann", "other");
        assertThat(open("a2")).isFalse();
        assertThat(open("b")).isTrue();
        accounts.remove("bob");
        assertThat(open("b")).isFalse();
    }

    @Test
    void tokensAreFoundByTheirHashAndRevokedByTheirName() {
        accounts.addToken("ci", "hash", Role.ADMINISTRATOR, "ann");
        assertThat(accounts.tokens().getFirst().seen()).isEmpty();
        assertThat(accounts.token("hash").orElseThrow().name()).isEqualTo("ci");
        assertThat(accounts.tokens().getFirst().seen()).contains(clock.wallTime());
        assertThat(accounts.token("other")).isEmpty();
        assertThatThrownBy(() -> accounts.addToken("ci", "hash2", Role.READER, "ann"))
                .hasMessage("there is a token ci already; remove it first");
        assertThatThrownBy(() -> accounts.removeToken("c1")).hasMessage("no token 'c1' (did you mean 'ci'?)");
        accounts.removeToken("ci");
        assertThat(accounts.token("hash")).isEmpty();
    }
}
