package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.QueryContract;
import dev.tidemark.testing.Thorough;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@HeavyServer
@Thorough("whole runs; LuceneQueryTest keeps the same contract without a server")
class SolrQueryTest extends QueryContract {

    /** Its start is no part of what is limited. */
    @BeforeAll
    static void server() {
        Fixture.server();
    }

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
        Address first = Address.of(Fixture.server().server().address(), "address");
        long other = ServerProcess.listeningAt(Set.of(new InetSocketAddress(first.host(), first.port()))).stream()
                .filter(node -> !node.place().equals(String.valueOf(first.port()))).findFirst().orElseThrow().pid();
        String documents = "documents: 300, document-words: 20, vocabulary: 500, shards: 2, warm-up-queries: none, "
                + "checked-queries: none, slowest-queries: none, ";
        try (InProcessRunner runner = new InProcessRunner(Clock.system());
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            run(runner, 1, documents + "queries: 1"); // makes the index, with patience
            events.clear();
            Future<?> still = beside.submit(() -> {
                untilLive(status -> status.done() > 15);
                signal(other, "STOP");
                untilLive(status -> status.failures() >= 10);
                signal(other, "CONT");
                return null;
            });
            run(runner, 2, documents + "queries: 200, rate: 40/s, in-flight: 200, operation-timeout: 2s");
            still.get();
        } finally {
            signal(other, "CONT");
        }
        List<OutcomeCount> outcomes = outcomes(Phase.MEASURE);
        assertThat(outcomes.stream().mapToLong(OutcomeCount::operations).sum()).as("no query is lost").isEqualTo(200);
        assertThat(of(outcomes, Outcome.TIMEOUT)).as("while it stood still").isGreaterThanOrEqualTo(10);
        assertThat(of(outcomes, Outcome.OK) + of(outcomes, Outcome.MISS)).as("before it did").isGreaterThan(5);
        assertThat(outcomes).filteredOn(o -> o.outcome() == Outcome.TIMEOUT).allMatch(o -> !o.reason().isEmpty());
        assertThat(events.getLast().toString()).contains("INVALID");
    }

    private static long of(List<OutcomeCount> outcomes, Outcome outcome) {
        return outcomes.stream().filter(o -> o.outcome() == outcome).mapToLong(OutcomeCount::operations).sum();
    }

    /** Returns, too, when the run has ended. */
    private void untilLive(Predicate<RunStatus> what) {
        Clock clock = Clock.system();
        while (events.stream().noneMatch(e -> e instanceof RunEvent.Ended || e instanceof RunEvent.Progressed live
                && live.live().phase() == Phase.MEASURE && what.test(live.live()))) {
            clock.sleepUntil(clock.nanoTime() + 20_000_000);
        }
    }

    private static void signal(long process, String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", "-s", signal, String.valueOf(process)).start().waitFor()).isZero();
    }
}
