package dev.tidemark.driver.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleSession;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SqlStyleContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@HeavyServer
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MariaDbStylesTest extends SqlStyleContract {

    private MariaDbServer server;
    private double reconnects;

    @BeforeEach
    void emptyServer() {
        server = MariaDbServer.shared();
    }

    @Override
    protected Driver driver() {
        return new MariaDbDriver();
    }

    @Override
    protected List<String> settings() {
        return server.settings();
    }

    private interface Body {
        void run(ApiStyle style, StylePlace place, StyleSession session) throws Exception;
    }

    /** The namespace is held by nobody, who would look every two seconds whether somebody else comes, which counts as well. */
    private void withEach(Body body) throws Exception {
        try (MariaDbTarget maker = (MariaDbTarget) open()) {
            maker.create();
        }
        try (MariaDbTarget target = (MariaDbTarget) open()) {
            for (ApiStyle style : new MariaDbDriver().styles()) {
                try (StylePlace place = target.place(style, "hit"); StyleSession session = place.session(0)) {
                    store(style, session, style.batches() ? new long[] {1, 10, 11} : new long[] {1});
                    body.run(style, place, session);
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("style " + style.name() + ": " + e, e);
                }
            }
            assertThat(target.read().getFirst().counters().get("reconnects")).isGreaterThanOrEqualTo(reconnects);
        }
    }

    /** A no-op does not look at it. */
    @Test
    void aTableThatIsDroppedMeanwhileIsToldAndTheSessionGoesOn() throws Exception {
        withEach((style, place, session) -> {
            if (!style.noop()) {
                server.execute("RENAME TABLE bench.style_hit TO bench.elsewhere");
                assertOneLine(() -> store(style, session, 2), "'bench.style_hit' doesn't exist");
                server.execute("RENAME TABLE bench.elsewhere TO bench.style_hit");
                store(style, session, 3);
                assertThat(place.count()).isEqualTo(style.batches() ? 4 : 2);
            }
        });
    }

    @Test
    void aConnectionThatBreaksIsToldAndMadeAnew() throws Exception {
        reconnects = new MariaDbDriver().styles().size();
        withEach((style, place, session) -> {
            server.breakConnections();
            assertOneLine(() -> store(style, session, 2), "the connection to " + server.address() + " broke");
            store(style, session, 3);
        });
    }

    @Test
    void aServerThatIsStoppedAndComesBackIsFoundAgain() throws Exception {
        try (MariaDbTarget target = (MariaDbTarget) open()) {
            target.create();
            ApiStyle style = new MariaDbDriver().styles().getFirst();
            try (StylePlace place = target.place(style, "hit"); StyleSession session = place.session(0)) {
                server.process().stop();
                try {
                    assertOneLine(() -> store(style, session, 1), "the connection to " + server.address() + " broke");
                    assertOneLine(session::reconnect, "no connection to " + server.address());
                } finally {
                    server.process().start();
                }
                store(style, session, 1);
            }
        }
    }

    /** Ten requests after the first one: commits, no-ops, inserts, and how many of all are carried out as prepared. */
    @Test
    void eachStyleUsesTheCommandsThatItsSummarySays() throws Exception {
        Map<String, List<Long>> used = new LinkedHashMap<>();
        withEach((style, place, session) -> {
            List<Long> before = commands();
            for (int n = 1; n <= 10; n++) {
                long first = 100L * n;
                store(style, session, style.batches() ? new long[] {first, first + 1, first + 2} : new long[] {first});
            }
            List<Long> after = commands();
            List<Long> difference = new ArrayList<>();
            for (int i = 0; i < after.size(); i++) {
                difference.add(after.get(i) - before.get(i));
            }
            used.put(style.name(), difference);
        });
        assertThat(used).containsExactlyInAnyOrderEntriesOf(Map.of(
                "insert-prepared", List.of(0L, 0L, 10L, 10L, 0L),
                "insert", List.of(0L, 0L, 10L, 0L, 0L),
                "insert-committed", List.of(10L, 0L, 10L, 10L, 0L),
                "object", List.of(0L, 0L, 10L, 10L, 0L),
                "json-text", List.of(0L, 0L, 10L, 10L, 0L),
                "batch", List.of(10L, 0L, 10L, 10L, 0L), // each batch goes as one command
                "multi-row", List.of(0L, 0L, 10L, 10L, 0L),
                "noop", List.of(0L, 10L, 0L, 10L, 0L),
                "noop-text", List.of(0L, 10L, 0L, 0L, 0L)));
    }

    private List<Long> commands() {
        return server.texts("SELECT variable_value FROM information_schema.global_status WHERE variable_name IN "
                + "('COM_COMMIT', 'COM_DO', 'COM_INSERT', 'COM_STMT_EXECUTE', 'COM_STMT_PREPARE') "
                + "ORDER BY variable_name").stream().map(Long::parseLong).toList();
    }
}
