package dev.tidemark.bench;

import module java.base;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.SideParser;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;

/**
 * What a run of many hours costs afterwards: bytes in the store, seconds to fold it, to report it and to compare it,
 * and bytes of the pages. The intervals are made up: two kinds of operation, the second of two steps, in an open loop,
 * so
 * with response, service, wait and self times; 10,000 operations/s with log-normal latencies that drift; readings of
 * the machine, its device, the engine and the generator as often as intervals, as a folded run keeps them.
 */
final class LongRunFixture {

    private static final long SECOND = 1_000_000_000L;
    private static final int RATE = 10_000;
    private static final String WORKLOAD = "random-io";

    private LongRunFixture() {}

    static void run(int hours, Path folder) throws IOException {
        Path file = folder.resolve("night.db");
        Files.deleteIfExists(file);
        try (ResultStore store = ResultStore.open(file)) {
            Workload workload = Workloads.named(WORKLOAD);
            long batch = store.beginBatch(new NewBatch("night", WORKLOAD, workload.objective(), "compare", "", "night",
                    1, "", workload.measures(), Map.of(), 2));
            for (int side = 0; side < 2; side++) {
                write(store, workload, batch, side, hours);
                System.out.printf("after %d run%s of %d h: %,d bytes stored%n", side + 1, side == 0 ? "" : "s", hours,
                        size(folder));
            }
            store.release(batch);
            Report report = timed("analysis", () -> Report.open(store, "night").orElseThrow());
            String page = timed("page of the report with its comparison", () -> HtmlReport.of(report, store::detail));
            System.out.printf("page: %,d bytes%n", page.length());
            List<LabelComparison> comparisons = timed("comparison", () -> LabelComparison.of(new SideParser(store)
                    .find(List.of("night"), Optional.empty()), store::detail));
            comparisons.forEach(c -> c.sentences().forEach(System.out::println));
            String compared = timed("page of the comparison", () -> HtmlReport.of("night", comparisons, store::detail));
            System.out.printf("page: %,d bytes%n", compared.length());
        }
    }

    /** The file with its journal. */
    private static long size(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().startsWith("night.db")).mapToLong(f -> f.toFile()
                    .length())
                    .sum();
        }
    }

    private static <T> T timed(String what, Supplier<T> work) {
        long start = Clock.system().nanoTime();
        T result = work.get();
        System.out.printf("%s: %.1f s, heap in use %d MB%n", what, (Clock.system().nanoTime() - start) / 1e9,
                (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
        return result;
    }

    private static void write(ResultStore store, Workload workload, long batch, int side, int hours) {
        long id = store.beginIteration(new NewIteration(batch, side, "point-" + side, 0, 1, side,
                Clock.system().wallTime(), 0, List.of(new Setting("target", side == 0 ? "one" : "other", null, "",
                        SettingOrigin.VARY))));
        SplittableRandom random = new SplittableRandom(side);
        long length = hours * 3600 * SECOND;
        for (int seq = 0; IntervalRule.AUTO.start(seq) < length; seq++) {
            long start = IntervalRule.AUTO.start(seq);
            long end = Math.min(length, IntervalRule.AUTO.end(seq));
            store.addInterval(id, new Interval(0, seq, 0, start, end, 0, series(random, start, end, 1 + 0.05 * side)));
            // Of each ten the last is what is left after folding; the others would only make this slow.
            readings(store, id, start, start / SECOND, start == 0 ? TimedSnapshot.START : TimedSnapshot.DURING);
        }
        readings(store, id, length, length / SECOND, TimedSnapshot.END);
        store.addPhase(id, new PhaseSpan(0, Phase.MEASURE, true, 0, length, 0, 16, true, 0, 0), List.of(), List.of());
        IterationDetail detail = timed("reading", () -> store.detail(id));
        timed("folding and values", () -> {
            store.endIteration(id, IterationState.DONE, "", workload.summarise(detail, MeasureSet.of()));
            return id;
        });
    }

    /** Latencies widen slowly, as of a store that outgrows its cache. */
    static byte[] series(SplittableRandom random, long start, long end, double speed) {
        double seconds = (end - start) / 1e9;
        double noise = Math.exp(0.05 * random.nextGaussian());
        double scale = 200_000 * (1 + start / 1e9 / 40_000) / speed;
        SeriesSet set = new SeriesSet();
        for (String kind : List.of("read", "write")) {
            int operations = (int) (RATE * speed * noise * seconds * (kind.equals("read") ? 5 : 1) / 6);
            for (LatencyKind latencyKind : LatencyKind.values()) {
                set.add(SeriesKey.of(kind, latencyKind), latencies(random, operations, latencyKind == LatencyKind.WAIT
                        || latencyKind == LatencyKind.SELF ? 1_000 : scale));
            }
            set.add(kind, new Totals(operations, operations, 0, operations, 0, 8_000L * operations, 0, 0));
            for (String step : kind.equals("read") ? List.of("get") : List.of("get", "put", "commit")) {
                set.add(new SeriesKey(kind, step, LatencyKind.SERVICE, false),
                        latencies(random, operations, scale / 2));
            }
        }
        return SeriesCodec.encode(set);
    }

    /** Of many operations one of eight is drawn and counted eightfold: the buckets are nearly the same. */
    private static LogHistogram latencies(SplittableRandom random, int operations, double scale) {
        LogHistogram h = new LogHistogram();
        int times = operations > 20_000 ? 8 : 1;
        for (int i = 0; i < operations / times; i++) {
            h.record((long) (scale * Math.exp(0.5 * random.nextGaussian())), times);
        }
        return h;
    }

    static void readings(ResultStore store, long id, long at, long n, String moment) {
        double x = n;
        store.addReading(id,
                new TimedSnapshot(at, moment,
                new MetricSnapshot(MetricSnapshot.HOST, Map.of("cpu-user", x, "cpu-system",
                x / 3, "cpu-iowait", x / 9, "cpu-idle", x / 2, "cpu-steal", 0.0), Map.of("cores", 2.0, "memory", 16e9,
                "memory-used", 5e9, "page-cache", 3e9 + x))));
        store.addReading(id,
                new TimedSnapshot(at, moment, new MetricSnapshot(MetricSnapshot.DEVICE + "vda", Map.of("reads", 900 * x,
                "writes", 700 * x, "read-bytes", 4e6 * x, "write-bytes", 6e6 * x, "read-time", x, "write-time", x * 0.6,
                "io-time", x * 0.8, "queue-time", x * 3), Map.of())));
        store.addReading(id,
                new TimedSnapshot(at, moment, new MetricSnapshot(MetricSnapshot.GENERATOR, Map.of("cpu", x, "gc-pause",
                x / 1000, "gc-count", x / 10, "allocated", 1e6 * x), Map.of("cores", 2.0))));
        store.addReading(id, new TimedSnapshot(at, moment, new MetricSnapshot("", Map.of("flush-write", 5e6 * x,
                "journal-write", 6e6 * x, "compaction-write", 9e6 * x), Map.of("on-disk-size", 1e6 * x))));
    }
}
