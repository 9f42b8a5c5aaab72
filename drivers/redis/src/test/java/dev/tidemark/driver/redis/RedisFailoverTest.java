package dev.tidemark.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.SharedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose replica takes the place of a server that is killed under load: of the one that clients are told of. */
@EnabledIfSystemProperty(named = "rigs", matches = ".*")
class RedisFailoverTest {

    /** Other tests may keep the machine too busy for the rate. */
    private static final String VERDICT = "|Limited by the generator: .*";

    @TempDir
    private static Path folder;

    private static final SharedServer SERVER = SharedServer.of("redis", "nodes=3", "cluster-replicas=1",
            "cluster-node-timeout=500ms", "append-only=false", "snapshots=false");

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    @Test
    void theReplicaTakesTheSlotsOfAServerThatWasKilled() {
        FaultRuns.Run run = new FaultRuns(SERVER, folder).run("volume",
                "rate: 200, workers: 4, duration: 8s, key-count: 1k, value-size: 100B", "kill at=2s node=1");
        assertThat(run.ended().verdict()).as("%s", run.ended().state()).matches(VERDICT);
        assertThat(run.tasks()).extracting(TaskRun::state).containsExactly(TaskRun.State.DONE);
        Recovery kill = run.recoveries().getFirst();
        assertThat(kill.fault()).isEqualTo("kill of node 1");
        assertThat(kill.errors()).isPositive();
        assertThat(run.operations(Outcome.NO_CONNECTION)).isPositive();
        assertThat(kill.rate().orElseThrow().atLeast()).as("the rate was back before the end").isFalse();
    }
}
