package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A primary with a standby that is paused, and then killed and replaced under load. The client remembers for ten seconds
 * which host was the primary, so nothing comes after that.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class PostgresFailoverTest {

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("postgres", "standby=asynchronous", "fsync=false");
    private final FaultRuns runs = new FaultRuns(SERVER, folder);

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    /** The moment of the signal is known; how soon a busy machine goes on afterwards is its own affair. */
    @Test
    @Order(1)
    void aPauseIsAsLongAsItWas() {
        FaultRuns.Run run = runs.run("volume", "rate: 200, workers: 4, duration: 4s, key-count: 1k, value-size: 100B",
                "pause at=1500ms node=1 for=1200ms");
        Recovery pause = run.recovery();
        assertThat(pause.fault()).isEqualTo("pause of node 1");
        assertThat(pause.outage().seconds()).isBetween(1.19, 2.2);
        assertThat(pause.outage().atLeast()).isFalse();
        assertThat(pause.errors()).isZero();
        assertThat(pause.during().value("max").orElseThrow().number()).isBetween(1000.0, 2500.0);
    }

    @Test
    @Order(2)
    void theStandbyTakesThePlaceOfAPrimaryThatWasKilledAndOfWhatItLostThereIsACount() {
        FaultRuns.Run run = runs.run("ingest", "rate: 100, workers: 4, duration: 6s, payload: 100B, "
                + "settle: false, verify: all", "kill at=2s node=1; promote at=2500ms");
        Recovery kill = run.recovery();
        assertThat(kill.fault()).isEqualTo("kill of node 1, promote");
        assertThat(kill.outage().seconds()).isGreaterThan(0.45);
        assertThat(kill.outage().atLeast()).isFalse();
        assertThat(run.operations(Outcome.NO_CONNECTION) + run.operations(Outcome.CONNECTION_LOST))
                .isEqualTo(kill.errors()).isPositive();
        assertThat(FaultRuns.value(run, "postgres", "checked-writes")).isGreaterThan(200);
        assertThat(FaultRuns.value(run, "postgres", "lost-writes")).isLessThan(200);
        SERVER.stop();
        SERVER.start(); // with the standby as the primary, and a new standby
    }
}
