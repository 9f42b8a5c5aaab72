package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole iterations of ingest on the null driver, in virtual time. */
class IngestTest {

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<RunEvent> events = new ArrayList<>();

    private RunEvent.Ended run(String... settings) throws InterruptedException {
        Values values = Planner.params(Workloads.named("ingest"), new NullDriver()).defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        RunRequest request = new RunRequest(1, "ingest", "null", Workloads.named("ingest").effective(values).settings(),
                1,
                folder.resolve("scratch").toString(), false);
        clock.join(clock.start("iteration", () -> new InProcessRunner(clock).run(request, events::add)));
        return (RunEvent.Ended) events.getLast();
    }

    private RunEvent.PhaseEnded phase(Phase phase) {
        return events.stream().filter(e -> e instanceof RunEvent.PhaseEnded p && p.span().phase() == phase)
                .map(RunEvent.PhaseEnded.class::cast).findFirst().orElseThrow();
    }

    private SeriesSet series(Phase phase) {
        SeriesSet all = new SeriesSet();
        for (RunEvent event : events) {
            if (event instanceof RunEvent.Measured m && m.interval().phase() == phase(phase).span().index()) {
                Interval interval = m.interval();
                all.add(SeriesCodec.decode(interval.series()));
            }
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 7", "16, 100"})
    void everyDocumentIsStoredAndReadBackByteForByte(String workers, String batch) throws InterruptedException {
        assertThat(run("documents", "1000", "workers", workers, "batch-size", batch, "payload", "500", "verify", "all",
                "store-documents", "true", "service-time", "1ms"))
                .isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertThat(series(Phase.MEASURE).total().units()).isEqualTo(1000);
        assertThat(series(Phase.VERIFY).total().units()).isEqualTo(1000);
        assertThat(series(Phase.VERIFY).total().bytesOut()).isBetween(450_000L, 550_000L);
        long workersOf1 = Math.ceilDiv(1000, Integer.parseInt(batch));
        long rounds = Math.ceilDiv(workersOf1, Integer.parseInt(workers));
        assertThat(phase(Phase.MEASURE).span().nanos()).isEqualTo(rounds * 1_000_000);
    }

    /** A target that keeps nothing has nothing to read back. */
    @Test
    void whatWasNotKeptFailsItsVerification() throws InterruptedException {
        RunEvent.Ended ended = run("documents", "50", "verify", "all");
        assertThat(ended.state()).isEqualTo(IterationState.INVALID);
        assertThat(ended.verdict()).startsWith("verification failed for 50 documents: ");
    }

    @Test
    void failuresPushBacksAndPartialBatchesAreToldApartAndWeighed() throws InterruptedException {
        RunEvent.Ended ended = run("documents", "10k", "batch-size", "10", "failure-share", "10%", "push-back-share",
                "10%",
                "partial-share", "10%", "service-time", "1ms", "failure-limit", "30%", "store-documents", "true",
                        "verify",
                "none");
        assertThat(ended).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        List<OutcomeCount> outcomes = phase(Phase.MEASURE).outcomes();
        assertThat(outcomes).extracting(OutcomeCount::outcome).containsExactlyInAnyOrder(Outcome.OK, Outcome.PARTIAL,
                Outcome.PUSH_BACK, Outcome.FAILURE);
        assertThat(outcomes.stream().mapToLong(OutcomeCount::operations).sum()).isEqualTo(1000);
        for (OutcomeCount outcome : outcomes) {
            long perTransaction = outcome.outcome() == Outcome.PARTIAL ? 1 : 10;
            assertThat(outcome.units()).isEqualTo(outcome.operations() * perTransaction);
        }
        long partial = outcomes.stream().filter(o -> o.outcome() == Outcome.PARTIAL).findFirst().orElseThrow()
                .operations();
        long ok = outcomes.stream().filter(o -> o.outcome() == Outcome.OK).findFirst().orElseThrow().operations();
        assertThat(series(Phase.MEASURE).total().units()).isEqualTo(10 * ok + 9 * partial);
        assertThat(events.stream().filter(e -> e instanceof RunEvent.Sampled r && r.reading().moment().equals("end")
                && r.reading().reading().ofTarget())
                .map(e -> ((RunEvent.Sampled) e).reading().reading().gauges().get("documents")))
                .containsExactly(10.0 * ok + 9.0 * partial);
    }
}
