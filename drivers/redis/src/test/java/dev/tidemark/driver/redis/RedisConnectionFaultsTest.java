package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A load whose connections are cut, delayed and throttled on their way to a real server. */
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class RedisConnectionFaultsTest {

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("redis", "append-only=false", "snapshots=false");
    private final FaultRuns runs = new FaultRuns(SERVER, folder);

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    private FaultRuns.Run run(String fault) {
        return runs.run("volume", "rate: 200, workers: 4, duration: 5s, key-count: 1k, value-size: 1kB", fault);
    }

    @Test
    void connectionsThatAreCutForASecondAreAnOutageOfASecond() {
        FaultRuns.Run run = run("cut at=2s for=1s");
        Recovery cut = run.recovery();
        assertThat(cut.fault()).isEqualTo("cut");
        assertThat(cut.outage().seconds()).as("an answer that had arrived may be read a moment later").isBetween(0.9, 3.0);
        assertThat(cut.outage().atLeast()).isFalse();
        assertThat(run.operations(Outcome.NO_CONNECTION) + run.operations(Outcome.CONNECTION_LOST))
                .isEqualTo(cut.errors()).isPositive();
        assertThat(run.tasks().getFirst().detail()).matches("[1-9] connections were cut");
        assertThat(run.detail().events()).extracting(Event::text)
                .filteredOn(text -> text.startsWith("Connections go through a proxy")).hasSize(1);
    }

    @Test
    void aDelayIsInEachResponseOfItsTime() {
        FaultRuns.Run run = run("delay at=2s for=2s by=30ms");
        Recovery delay = run.recovery();
        assertThat(delay.errors()).isZero();
        assertThat(delay.during().value("p50").orElseThrow().number()).isGreaterThan(60);
        assertThat(delay.before().value("p50").orElseThrow().number()).isLessThan(60);
    }

    @Test
    void aThrottleKeepsTheRateDown() {
        FaultRuns.Run run = run("throttle at=2s for=2s to=20kB");
        assertThat(run.recovery().errors()).isZero();
        assertThat(run.recovery().rate().orElseThrow().seconds()).as("of 200 kB a second").isGreaterThan(1);
    }
}
