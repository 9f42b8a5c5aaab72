package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.QueryContract;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@HeavyServer
class SolrQueryTest extends QueryContract {

    @Override
    protected String reopening() {
        return "result-cache: 0";
    }

    @Override
    protected Driver driver() {
        return new SolrDriver();
    }

    @Override
    protected List<String> settings() {
        return Fixture.settings();
    }

    /** Half of the documents are on a node that stands still for a while in the middle. */
    @Test
    @Timeout(120)
    void aShardThatAnswersLateIsCountedAndNothingWaitsForEver() throws Exception {
        String address = Fixture.server().server().address();
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        long other = ServerProcess.listeningOn(port).stream().filter(node -> node.port() != port).findFirst()
                .orElseThrow().pid();
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            Future<?> still = beside.submit(() -> {
                awaitMeasure();
                pause(1000);
                signal(other, "STOP");
                pause(4000);
                signal(other, "CONT");
                return null;
            });
            run("documents: 300, document-words: 20, vocabulary: 500, shards: 2, warm-up-queries: none, queries: 200, "
                    + "rate: 20/s, in-flight: 200, operation-timeout: 2s, checked-queries: none, slowest-queries: none");
            still.get();
        } finally {
            signal(other, "CONT");
        }
        List<OutcomeCount> outcomes = outcomes(Phase.MEASURE);
        assertThat(outcomes.stream().mapToLong(OutcomeCount::operations).sum()).as("no query is lost").isEqualTo(200);
        assertThat(of(outcomes, Outcome.TIMEOUT)).as("while it stood still").isBetween(10L, 150L);
        assertThat(of(outcomes, Outcome.OK) + of(outcomes, Outcome.MISS)).as("before and after").isGreaterThan(15);
        assertThat(outcomes).filteredOn(o -> o.outcome() == Outcome.TIMEOUT).allMatch(o -> !o.reason().isEmpty());
        assertThat(events.getLast().toString()).contains("INVALID");
    }

    private static long of(List<OutcomeCount> outcomes, Outcome outcome) {
        return outcomes.stream().filter(o -> o.outcome() == outcome).mapToLong(OutcomeCount::operations).sum();
    }

    private void awaitMeasure() {
        while (events.stream().noneMatch(e -> e instanceof RunEvent.PhaseBegan began
                && began.span().phase() == Phase.MEASURE)) {
            pause(20);
        }
    }

    private static void pause(long millis) {
        Clock clock = Clock.system();
        clock.sleepUntil(clock.nanoTime() + millis * 1_000_000);
    }

    private static void signal(long process, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", signal, String.valueOf(process)).start().waitFor()).isZero();
    }
}
