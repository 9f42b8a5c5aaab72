package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Event;
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

/** A cluster whose replicas take the places of servers that are killed under load. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class RedisFailoverTest {

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("redis", "nodes=3", "cluster-replicas=1",
            "cluster-node-timeout=500ms", "append-only=false", "snapshots=false");
    private final FaultRuns runs = new FaultRuns(SERVER, folder);

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    private static Recovery recovery(FaultRuns.Run run, String fault) {
        Recovery recovery = run.recovery();
        assertThat(recovery.fault()).isEqualTo(fault);
        assertThat(recovery.errors()).isPositive();
        assertThat(recovery.outage().atLeast()).isFalse();
        recovery.rate().ifPresent(rate -> assertThat(rate.atLeast() && !run.held())
                .as("the rate was back before the end").isFalse());
        return recovery;
    }

    private static long notes(FaultRuns.Run run, String text) {
        return run.detail().events().stream().map(Event::text).filter(note -> note.contains(text)).count();
    }

    /** It is the one that clients are told of, and comes back as a replica of the one that took its place. */
    @Test
    @Order(1)
    void theReplicaTakesTheSlotsOfAServerThatWasKilledAndItsCountersAreReadAgainWhenItIsBack() {
        FaultRuns.Run run = runs.run("volume", "rate: 200, workers: 4, duration: 9s, key-count: 1k, value-size: 100B",
                "kill at=2s node=1 for=4s");
        recovery(run, "kill of node 1");
        assertThat(run.operations(Outcome.NO_CONNECTION)).isPositive();
        assertThat(notes(run, "cannot be read")).isEqualTo(1);
        assertThat(notes(run, "can be read again")).isEqualTo(1);
        assertThat(notes(run, "could not settle")).isZero();
    }

    @Test
    @Order(2)
    void ofWhatWasAcknowledgedItIsToldHowMuchIsLostAndOfHowMuchNobodyKnows() {
        FaultRuns.Run run = runs.run("ingest", "rate: 200, workers: 4, duration: 7s, payload: 100B, verify: all",
                "kill at=2s node=2");
        recovery(run, "kill of node 2");
        assertThat(notes(run, "cannot be read")).isEqualTo(1);
        assertThat(FaultRuns.value(run, "redis", "checked-writes")).isGreaterThan(500);
        assertThat(FaultRuns.value(run, "redis", "lost-writes")).isLessThan(200);
        assertThat(FaultRuns.value(run, "redis", "unknown-writes")).isLessThanOrEqualTo(run.recoveries().getFirst()
                .errors());
    }

    /**
     * While there is no replica, nothing that is written counts as done. A server waits for 5 s before it sends all its data
     * to one, as more may come.
     */
    @Test
    @Order(3)
    void whatAReplicaHadConfirmedIsThereWhenItHasTakenTheServersPlace() {
        SERVER.stop();
        SERVER.start(); // with a replica for each
        FaultRuns.Run run = runs.run("ingest", "rate: 200, workers: 4, duration: 14s, payload: 100B, verify: all, "
                + "wait-replicas: 1, operation-timeout: 1s", "kill at=2s node=3 for=2s");
        recovery(run, "kill of node 3");
        assertThat(FaultRuns.value(run, "redis", "checked-writes")).isGreaterThan(500);
        assertThat(FaultRuns.value(run, "redis", "lost-writes")).isZero();
    }
}
