package dev.tidemark.report;

import module java.base;
import dev.tidemark.core.measure.IntervalCollector;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.LogSample;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.measure.RecorderSource;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.registry.Workloads;

/** Iterations whose queries were logged one by one, as a recorder does it. */
public final class Logs {

    private static final long MS = 1_000_000;
    private static final List<String> KINDS = List.of("term", "boolean");

    private Logs() {}

    /**
     * Queries of two kinds, one due each millisecond, of which each 100th from the 13th fails. Query n has n hits, and
     * half of its time is the engine's.
     *
     * @param most  that are all logged
     * @param takes milliseconds by number
     */
    public static IterationDetail detail(int queries, long most, LongUnaryOperator takes) {
        return detail(queries, most, takes, Outcome.FAILURE);
    }

    /** @param failure how those end that fail */
    public static IterationDetail detail(int queries, long most, LongUnaryOperator takes, Outcome failure) {
        LogSample sample = new LogSample(most);
        Recorder recorder = new Recorder(2, 0, IntervalRule.AUTO, 1, sample, 1);
        List<LogBlock> blocks = new ArrayList<>();
        IntervalCollector collector = new IntervalCollector(0, 0, IntervalRule.AUTO,
                List.of(new RecorderSource(recorder, "", KINDS)), List.of(), i -> { }, sample, blocks::add);
        recorder.begin(0);
        for (long n = 0; n < queries; n++) {
            long took = takes.applyAsLong(n) * MS;
            boolean failed = n % 100 == 13;
            String reason = failed ? "no answer" : null;
            Outcome outcome = failed ? failure : Outcome.OK;
            recorder.log((int) (n % 2), outcome, reason, failed ? 1 : 0, 0, n, n * MS, n * MS, n * MS + took);
            recorder.logEach((int) (n % 2), outcome, reason, 0, n, n % 10, n * MS, n * MS, n * MS + took, took / 2, n);
        }
        recorder.finish((lane, n) -> "query text " + n);
        collector.finish(queries * MS);
        List<LoggedOperation> named = collector.logged(0, true);
        return new IterationDetail("query", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true, 0, queries * MS, 0,
                1, false, 0, 0)), List.of(), List.of(new OutcomeCount(0, "term", Outcome.OK, "", queries, queries)),
                List.of(), List.of(), List.of(), named, blocks);
    }

    /** One whose queries were not logged. */
    public static IterationDetail without() {
        return new IterationDetail("query", List.of(), List.of(new PhaseSpan(0, Phase.MEASURE, true, 0, MS, 0, 1, false,
                0, 0)), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** A label with an iteration for each of three sizes of an index, on a disk that is known. */
    public static LabelResults label() {
        List<Iteration> iterations = new ArrayList<>();
        for (long documents : List.of(10_000L, 20_000L, 40_000L)) {
            double mean = documents / 1000.0;
            iterations.add(Samples.iteration(1, iterations.size(), 0, IterationState.DONE, "",
                    List.of(Samples.param("documents", documents, SettingOrigin.VARY)),
                    Map.of("response.mean", mean, "response.p50", mean / 2, "response.p99", mean * 4,
                            "queries-per-second", 100 / mean, "device-reads-per-second", documents / 50.0)));
        }
        return new LabelResults("logs", "query", "response.p99", Workloads.named("query").measures(), Map.of(),
                "matrix", "workload: query\n", 1, iterations);
    }
}
