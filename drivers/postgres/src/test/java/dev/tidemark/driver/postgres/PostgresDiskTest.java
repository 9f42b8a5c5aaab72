package dev.tidemark.driver.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A server whose disk hangs, is slow or has no room under load. */
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class PostgresDiskTest {

    private static final String INSERTS = "rate: 200, workers: 4, duration: 4s, payload: 100B";

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("postgres", "disk=512MiB");
    private final FaultRuns runs = new FaultRuns(SERVER, folder);

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    private Recovery recovery(String settings, String fault) {
        Recovery recovery = runs.run("ingest", settings, fault).recovery();
        assertThat(recovery.outage().atLeast()).isFalse();
        return recovery;
    }

    /** A commit that began just before is held up as well; how soon a busy machine goes on is its own affair. */
    @Test
    void nothingIsAcknowledgedWhileTheDiskIsFrozenAndAllOfItAfterwards() {
        Recovery freeze = recovery(INSERTS, "freeze at=1500ms for=1200ms");
        assertThat(freeze.fault()).isEqualTo("freeze");
        assertThat(freeze.outage().seconds()).isBetween(1.19, 2.2);
        assertThat(freeze.errors()).isZero();
    }

    @Test
    void onASlowDiskEachCommitWaits() {
        Recovery slow = recovery(INSERTS, "slow at=1s for=2s by=100ms");
        assertThat(slow.errors()).isZero();
        assertThat(slow.during().value("p50").orElseThrow().number()).isGreaterThan(40);
    }

    @Test
    void whatFindsNoRoomFailsWithTheServersReasonAndGoesOnAfterwards() {
        Recovery fill = recovery("rate: 100, workers: 4, duration: 5s, payload: 64kB",
                "fill at=1500ms for=1s");
        assertThat(fill.errors()).isPositive();
    }
}
