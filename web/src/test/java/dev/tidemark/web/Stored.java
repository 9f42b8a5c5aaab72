package dev.tidemark.web;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;

/** Results without a run. */
final class Stored {

    private static final long SECOND = 1_000_000_000L;

    private Stored() {}

    /** That a label is run, by this process. */
    static NewBatch batch(String label, int iterations) {
        return batch(label, iterations, "");
    }

    /** @param more lines of the experiment */
    static NewBatch batch(String label, int iterations, String more) {
        Workload ingest = Workloads.named("ingest");
        return new NewBatch(label, ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n" + more, "hash", 1, "test", ingest.measures(),
                Map.of("batch-size", "1"), iterations);
    }

    /** A label of so many iterations, each with another batch size and elapsed time. */
    static void label(ResultStore store, String label, int iterations) {
        label(store, batch(label, iterations), iterations);
    }

    /** A label of one iteration at a rate that is invalid. */
    static void invalid(ResultStore store, String label, String why) {
        long batch = store.beginBatch(batch(label, 1));
        store.endIteration(store.beginIteration(new NewIteration(batch, 0, "point", 0, 1, 0,
                Instant.parse("2026-11-22T01:00:00Z"), 0, List.of(new Setting("rate", "100/s", 100.0, "/s",
                        SettingOrigin.SET)))), IterationState.INVALID, why, List.of());
        store.release(batch);
    }

    /** The same of this batch. */
    static void label(ResultStore store, NewBatch of, int iterations) {
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(of);
        for (int i = 0; i < iterations; i++) {
            long id = store.beginIteration(new NewIteration(batch, i, "point" + i, 0, 1, 0,
                    Instant.parse("2026-11-22T01:00:00Z").plusSeconds(i), 0,
                    List.of(new Setting("batch-size", String.valueOf(i + 1), i + 1.0, "", SettingOrigin.VARY),
                            new Setting("workers", "4", 4.0, "", SettingOrigin.SET))));
            store.endIteration(id, IterationState.DONE, "",
                    List.of(new MeasuredValue(ingest.objective(), 10 + i, false)));
        }
        store.release(batch);
    }

    /**
     * A label of one iteration for each value of a tag, and for each of three batch sizes, with so many seconds of load;
     * their figures are so close to each other that the names at the ends of lines would cover each other.
     */
    static void overTime(ResultStore store, String label, List<String> values, int seconds, double faster) {
        Workload ingest = Workloads.named("ingest");
        long batch = store.beginBatch(new NewBatch(label, ingest.name(), ingest.objective(), "matrix",
                "workload: ingest\ntarget: 'null'\n", "hash", 1, "test", ingest.measures(), Map.of("batch-size", "1"),
                3 * values.size()));
        int position = 0;
        for (String value : values) {
            for (int size : new int[] {1, 10, 100}) {
                long id = store.beginIteration(new NewIteration(batch, position++, "p" + position, 0, 1, 0,
                        Instant.parse("2026-11-22T01:00:00Z").plusSeconds(position), 0,
                        List.of(new Setting("batch-size", String.valueOf(size), (double) size, "", SettingOrigin.VARY),
                                Setting.tag("storage", value))));
                store.addPhase(id, new PhaseSpan(0, Phase.MEASURE, true, 0, seconds * SECOND, 0, 4, false, 0, 0),
                        List.of(), List.of());
                for (int second = 0; second < seconds; second++) {
                    store.addInterval(id, second(second, (int) (faster * (1000 + position + 10 * (second % 3)))));
                }
                store.endIteration(id, IterationState.DONE, "", List.of(
                        new MeasuredValue("elapsed", (10 + 0.01 * position) / faster / Math.sqrt(size), false),
                        new MeasuredValue("documents-per-second", faster * (1000 - position) * Math.sqrt(size), false),
                        new MeasuredValue("flush-write", 100 + position, false),
                        new MeasuredValue("on-disk-size", 50.0 * faster, false)));
            }
        }
        store.release(batch);
    }

    /** A label of one iteration of so many seconds of load, and of a few milliseconds with which the load ended. */
    static void cutShort(ResultStore store, String label, int seconds) {
        long batch = store.beginBatch(batch(label, 1));
        long id = store.beginIteration(new NewIteration(batch, 0, "p", 0, 1, 0, Instant.parse("2026-11-22T01:00:00Z"), 0,
                List.of()));
        long end = seconds * SECOND + SECOND / 500;
        store.addPhase(id, new PhaseSpan(0, Phase.MEASURE, true, 0, end, 0, 4, false, 0, 0), List.of(), List.of());
        for (int second = 0; second < seconds; second++) {
            store.addInterval(id, second(second, 1000));
        }
        Interval rest = second(seconds, 1);
        store.addInterval(id, new Interval(0, seconds, 0, rest.start(), end, 0, rest.series()));
        store.endIteration(id, IterationState.DONE, "", List.of(new MeasuredValue("elapsed", seconds, false)));
        store.release(batch);
    }

    private static Interval second(int at, int rate) {
        LogHistogram times = new LogHistogram();
        for (int n = 0; n < 50; n++) {
            times.record(1_000_000L + 20_000L * n);
        }
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("insert", LatencyKind.SERVICE), times);
        set.add("insert", new Totals(rate, rate, 0, rate, 0, rate * 1000L, 0, 0));
        return new Interval(0, at, 0, at * SECOND, (at + 1) * SECOND, 0, SeriesCodec.encode(set));
    }
}
