package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.workload.measures.Recovery;
import dev.tidemark.driver.contract.FaultRuns;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes, of which one is killed and started again while the other is asked. */
@HeavyServer
@EnabledIfSystemProperty(named = "rigs", matches = "all")
class SolrFaultTest {

    @TempDir
    private Path folder;

    /** Half of the index is gone with its shard, and nothing of it is told as an answer. */
    @Test
    void theOtherNodeGoesOnAndTellsWhatIsMissing() {
        SharedServer server = SharedServer.of("solr", "nodes=2", "heap=256MiB");
        FaultRuns.Run run = new FaultRuns(server, folder).run("query", "documents: 500, document-words: 20, shards: 2, "
                + "queries: unlimited, warm-up-queries: 100, checked-queries: none, rate: 20, workers: 4, "
                + "duration: 40s, operation-timeout: 5s", "kill at=3s node=2 for=2s");
        try {
            check(run);
            assertThat(ProcessHandle.of(server.server().process()).orElseThrow().isAlive()).isTrue();
        } finally { // the next tests get one whose nodes are all the cluster's own children
            server.stop();
            server.start();
        }
    }

    private static void check(FaultRuns.Run run) {
        assertThat(run.tasks()).as("%s %s", run.ended(), run.detail().events()).extracting(TaskRun::state)
                .containsExactly(TaskRun.State.DONE);
        Recovery kill = run.recoveries().getFirst();
        assertThat(kill.fault()).isEqualTo("kill of node 2");
        assertThat(kill.errors()).isPositive();
        assertThat(run.operations(Outcome.NO_CONNECTION)).as("node 1 is there all the time").isZero();
        assertThat(kill.outage().atLeast() && !run.held()).as("it answers again: %s", run.detail().events()).isFalse();
    }
}
