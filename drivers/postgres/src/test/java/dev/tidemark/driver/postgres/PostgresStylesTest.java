package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.driver.contract.ShortPatience;
import dev.tidemark.driver.contract.SqlStyleContract;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@ByTurns(days = 10, heldBy = {"SqliteStylesTest", "PostgresStyleMessagesTest"})
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PostgresStylesTest extends SqlStyleContract {

    private PostgresServer server;
    private double reconnects;

    @BeforeEach
    void emptyServer() {
        server = PostgresServer.shared();
    }

    @Override
    protected Driver driver() {
        return new PostgresDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    private void withEach(Body body) throws Exception {
        try (PostgresTarget target = (PostgresTarget) open()) {
            target.create();
            for (ApiStyle style : new PostgresDriver().styles()) {
                try (StylePlace place = target.place(style, "hit"); StyleSession session = place.session(0)) {
                    store(style, session, 1);
                    body.run(style, place, session);
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("style " + style.name() + ": " + e, e);
                }
            }
            assertThat(target.read().getFirst().counters().get("reconnects")).isGreaterThanOrEqualTo(reconnects);
        }
    }

    private interface Body {
        void run(ApiStyle style, StylePlace place, StyleSession session) throws Exception;
    }

    /** A no-op does not look at it. */
    @Test
    void aTableThatIsDroppedMeanwhileIsToldAndTheSessionGoesOn() throws Exception {
        withEach((style, place, session) -> {
            if (!style.noop()) {
                server.execute("ALTER TABLE bench.style_hit RENAME TO elsewhere");
                assertOneLine(() -> store(style, session, 2), "\"bench.style_hit\" does not exist");
                server.execute("ALTER TABLE bench.elsewhere RENAME TO style_hit");
                store(style, session, 3);
                assertThat(place.count()).isEqualTo(2);
            }
        });
    }

    @Test
    void aConnectionThatBreaksIsToldAndMadeAnew() throws Exception {
        reconnects = new PostgresDriver().styles().size();
        withEach((style, place, session) -> {
            server.breakConnections();
            assertOneLine(() -> store(style, session, 2), "the connection to " + server.address() + " broke");
            store(style, session, 3);
        });
    }

    @Test
    void aConnectionThatBreaksBeforeTheCommitStoresNothing() throws Exception {
        try (PostgresTarget target = (PostgresTarget) open()) {
            target.create();
            for (ApiStyle style : new PostgresDriver().styles().stream().filter(ApiStyle::commits).toList()) {
                try (StylePlace place = target.place(style, "hit"); StyleSession session = place.session(0)) {
                    session.prepare(documents(style, 1));
                    session.call();
                    server.breakConnections();
                    assertOneLine(session::commit, "the connection to " + server.address() + " broke");
                    store(style, session, 2);
                }
            }
        }
    }

    @Test
    void aServerThatIsStoppedAndComesBackIsFoundAgain() throws Exception {
        try (PostgresTarget target = (PostgresTarget) open()) {
            target.create();
            ApiStyle style = new PostgresDriver().styles().getFirst();
            try (StylePlace place = target.place(style, "hit"); StyleSession session = place.session(0)) {
                server.process().stop();
                try {
                    assertOneLine(() -> store(style, session, 1), "the connection to " + server.address() + " broke");
                    assertOneLine(() -> store(style, session, 1), "no connection to " + server.address());
                    assertOneLine(session::reconnect, "no connection to " + server.address());
                } finally {
                    server.process().start();
                }
                store(style, session, 1);
            }
        }
    }

    /** Client and server give up what takes longer, each by its own clock; of a transaction nothing is left. */
    @Test
    void whatTakesTooLongIsATimeoutAndNothingOfItIsStored() throws Exception {
        try (Connection other = server.connect(); Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            inEachWithShortPatience((style, target, place, session) -> {
                if (style.noop()) {
                    return;
                }
                lock.execute("LOCK TABLE bench.style_p IN SHARE MODE");
                assertThatThrownBy(() -> store(style, session, 1)).as(style.name())
                        .isInstanceOf(TimeoutException.class).hasMessageContaining("no answer");
                server.untilNobodyWaits();
                other.rollback();
                assertThat(server.texts("SELECT id FROM bench.style_p")).as(style.name()).isEmpty();
                ShortPatience.inTime(() -> {
                    server.execute("TRUNCATE bench.style_p"); // of what the server stored and told too late
                    store(style, session, 2);
                    return null;
                });
                assertThat(server.texts("SELECT id FROM bench.style_p")).as(style.name()).hasSize(1);
            });
        }
    }
}
