package dev.tidemark.report;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.Results;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.workload.registry.Workloads;

/** Results to report on: the older manual's figures, and made ones. */
public final class Samples {

    public static final Measure ELAPSED = new Measure("elapsed", "Duration", "s", Direction.LOWER, 2,
            "From the first slot to the last acknowledgement.");
    public static final Measure TOTAL_WRITE = new Measure("total-write", "Total write", "MB", Direction.LOWER, 0,
            "Compaction, flush and journal write together.");
    public static final Measure RATE = new Measure("throughput", "Throughput", "documents/s", Direction.HIGHER, 0,
            "Documents acknowledged per second of the duration.");
    public static final Measure VOLUME_RATE = new Measure("volume-rate", "Volume", "MB/s", Direction.HIGHER, 1,
            "User bytes acknowledged per second of the duration.");
    public static final Measure P50 = new Measure("response.p50", "p50", "ms", Direction.LOWER, 3,
            "Half of the transactions were answered within this time.");
    public static final Measure P99 = new Measure("response.p99", "p99", "ms", Direction.LOWER, 3,
            "99 % of the transactions were answered within this time.");
    public static final Measure FAILURES = new Measure("failures", "Failures", "", Direction.LOWER, 0,
            "Documents that were not stored.");

    /** The older manual's columns in its order, then ours. */
    public static final MeasureSet MEASURES = MeasureSet.of(ELAPSED, EngineMeasures.COMPACTION_WRITE,
            EngineMeasures.FLUSH_WRITE, EngineMeasures.JOURNAL_WRITE, TOTAL_WRITE, EngineMeasures.ON_DISK_SIZE,
            EngineMeasures.IN_MEMORY_SIZE, EngineMeasures.DOCUMENTS, EngineMeasures.SEGMENTS_WRITTEN, RATE,
            VOLUME_RATE, P50, P99, FAILURES);

    private static final List<String> OLD_COLUMNS = List.of("elapsed", "compaction-write", "flush-write",
            "journal-write", "total-write", "on-disk-size", "in-memory-size", "documents", "segments-written");
    private static final Instant START = Instant.parse("2026-05-14T10:25:39Z");

    private Samples() {}

    public static Setting param(String name, Object value) {
        return param(name, value, SettingOrigin.SET);
    }

    public static Setting param(String name, Object value, SettingOrigin settingOrigin) {
        Setting plain = Setting.tag(name, value.toString());
        return new Setting(name, plain.text(), plain.number(), "", settingOrigin);
    }

    public static Iteration iteration(int position, int round, List<Setting> settings, Map<String, Double> values) {
        return iteration(1, position, round, IterationState.DONE, "", settings, values);
    }

    public static Iteration iteration(long batch, int position, int round, IterationState iterationState,
            String verdict,
            List<Setting> settings, Map<String, Double> values) {
        return new Iteration(batch * 1000 + round * 100 + position + 1, batch, "ingest", position, round, 1,
                iterationState,
                verdict, START.plusSeconds(position * 70L + round * 2000L), settings,
                values.entrySet().stream().map(e -> MeasuredValue.of(e.getKey(), e.getValue())).toList());
    }

    public static LabelResults label(String name, Map<String, String> defaults, String space,
            List<Iteration> iterations) {
        return new LabelResults(name, "ingest", "elapsed", MEASURES, defaults, space, "label: " + name + "\n", 42,
                iterations);
    }

    /** The 18 rows of the manual's matrix, in the order of its table reversed, so that ranking has something to do. */
    public static LabelResults manualMatrix() {
        List<Iteration> iterations = new ArrayList<>();
        for (String line : resource("/matrix-test.csv").lines().skip(1).toList().reversed()) {
            String[] cells = line.split(",");
            Map<String, Double> values = new LinkedHashMap<>();
            values.put("elapsed", Duration.parse("PT" + cells[3]).toMillis() / 1000.0);
            for (int i = 1; i < OLD_COLUMNS.size(); i++) {
                values.put(OLD_COLUMNS.get(i), Double.valueOf(cells[3 + i]));
            }
            iterations.add(iteration(iterations.size(), 0, List.of(param("shards", cells[0]),
                    param("batch-size", cells[1]), param("background-io-limit", "none"),
                    param("compaction-ratio", 2), param("memtable", "16MB"), param("blind-insert", cells[2]),
                    param("workers", 16), param("source", "directory"), Setting.tag("host-type", "ml.medium"),
                    Setting.tag("file-system-format", "ext3"), Setting.tag("disk-type", "EBS")), values));
        }
        return label("matrix-test", Map.of("shards", "1", "batch-size", "1", "blind-insert", "true", "host-type",
                "ml.medium", "file-system-format", "ext3", "disk-type", "EBS"), "matrix", iterations);
    }

    /** The manual's comparison of file systems on two disks. */
    public static LabelResults fileSystems() {
        String[][] rows = {{"ext3", "EBS", "196.72", "44"}, {"ext4", "EBS", "194.85", "46"},
            {"ext3", "PIOPS-4000", "217.9", "54"}, {"ext4", "PIOPS-4000", "218.96", "53"}};
        List<Iteration> iterations = new ArrayList<>();
        for (String[] row : rows) {
            iterations.add(iteration(iterations.size() + 1, 0, 0, IterationState.DONE, "", List.of(param("shards", 1),
                    param("workers", 16), Setting.tag("host-type", "ml.medium"),
                    Setting.tag("file-system-format", row[0]), Setting.tag("disk-type", row[1]),
                    Setting.detected("file-system", row[0]),
                    Setting.detected("free-memory", String.valueOf(3000 + iterations.size()))),
                    Map.of("elapsed", Double.valueOf(row[2]), "compaction-write", Double.valueOf(row[3]))));
        }
        return label("file-system-compare", Map.of("shards", "1", "host-type", "ml.medium", "file-system-format",
                "ext3", "disk-type", "EBS"), "single", iterations);
    }

    /**
     * A setting and a measure of the same name: of the documents that were asked for, so many were stored in the time.
     */
    public static LabelResults sameName() {
        List<Iteration> iterations = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (int documents : new int[] {100_000, 200_000}) {
                iterations.add(iteration(iterations.size() % 2, round,
                        List.of(param("documents", documents, SettingOrigin.VARY)),
                        Map.of("elapsed", documents / 50_000.0 + round, "documents", 70_000.0 - documents / 10.0
                        + round)));
            }
        }
        return label("same-name", Map.of("documents", "100000"), "matrix", iterations);
    }

    /** Readers beside writers, their number varied, in two rounds. */
    public static LabelResults groups() {
        Measure rate = new Measure("operations-per-second", "Throughput", "operations/s", Direction.HIGHER, 0, "All.");
        Measure ofReaders = new Measure("readers.operations-per-second", "readers: Throughput", "operations/s",
                Direction.HIGHER, 0, "Of the readers.");
        Measure ofWriters = new Measure("writers.operations-per-second", "writers: Throughput", "operations/s",
                Direction.HIGHER, 0, "Of the writers.");
        Measure p99 = new Measure("writers.response.p99", "writers: Response p99", "ms", Direction.LOWER, 3,
                "Of the writers.");
        List<Iteration> iterations = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (int workers : new int[] {2, 8}) {
                double readers = 1000.0 * workers + 10 * round;
                iterations.add(iteration(iterations.size() % 2, round, List.of(param("groups", "readers writers"),
                        param("readers.workers", workers, SettingOrigin.VARY), param("writers.workers", 1)), Map.of(
                                "operations-per-second", readers + 500, "readers.operations-per-second", readers,
                                "writers.operations-per-second", 500.0 - round, "writers.response.p99",
                                workers / 2.0)));
            }
        }
        return new LabelResults("groups", "random-io", "operations-per-second",
                MeasureSet.of(rate, P99, ofReaders, ofWriters, p99), Map.of("readers.workers", "2"), "matrix", "", 1,
                iterations);
    }

    /** Two readers and a writer, of whom it is not known what failed. */
    public static IterationDetail grouped() {
        long ms = 1_000_000;
        return new IterationDetail("random-io", List.of(param("groups", "readers writers")),
                List.of(new PhaseSpan(1, Phase.MEASURE, true, 0, 1100 * ms, 0, 3, false, 0, 0)), List.of(), List.of(),
                List.of(), List.of(new WorkerCount(1, 0, "readers", 900, 900, 0L, 900 * ms),
                        new WorkerCount(1, 1, "readers", 1100, 1100, 0L, 1100 * ms),
                        new WorkerCount(1, 2, "writers", 10, 500, null, 200 * ms),
                        new WorkerCount(2, 0, "", 7, 7, 0L, ms)), List.of());
    }

    /** A ramp step: workers, and what was measured; a failed one has no measures. */
    public record RampStep(long batch, int round, int shards, int workers, IterationState state, double rate,
            double mean,
            double outside) {}

    /** A label of ramps over the workers at points with different numbers of shards. */
    public static LabelResults ramps(List<RampStep> steps) {
        List<Iteration> iterations = new ArrayList<>();
        for (RampStep s : steps) {
            iterations.add(iteration(s.batch(), iterations.size(), s.round(), s.state(),
                    s.state() == IterationState.DONE ? "" : "the gate is broken",
                    List.of(param("shards", s.shards(), SettingOrigin.VARY),
                    param("workers", s.workers(), SettingOrigin.VARY)),
                    s.state() == IterationState.DONE
                    ? Map.of("documents-per-second", s.rate(), "response.mean", s.mean(),
                            "elapsed", 10.0, "outside-target", s.outside()) : Map.of()));
        }
        MeasureSet measures = MeasureSet.of(ELAPSED,
                new Measure("documents-per-second", "Throughput", "documents/s", Direction.HIGHER, 0,
                        "Documents a second."),
                new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, "The mean response time."));
        return new LabelResults("ramps", "ingest", "documents-per-second", measures, Map.of(), "ramp", """
                workload: ingest
                search:
                  ramp: {param: workers, steps: [10, +10, +20, +40], until: {response.mean: "> 10ms", gain: "< 10%"}}
                """, 1, iterations);
    }

    /**
     * A step of a search for the sustainable rate; with figures also where it was invalid.
     *
     * @param verdict why it was not done
     * @param growth  of the backlog, in percent of the rate
     */
    public record RateStep(int shards, int round, double rate, IterationState state, String verdict, double p99,
            double growth) {}

    /** A search for the sustainable rate for each number of shards, with p99 below 100 ms. */
    public static LabelResults rates(List<RateStep> steps) {
        List<Iteration> iterations = new ArrayList<>();
        for (RateStep s : steps) {
            Map<String, Double> values = s.p99() <= 0 ? Map.of()
                    : Map.of("queries-per-second", s.rate(), "response.mean", s.p99() / 3, "response.p99", s.p99(),
                            "response.max", s.p99() * 2, "backlog-growth", s.growth(), "backlog-growth-chance",
                            s.growth() > 1 ? 0.01 : 50.0, "failures", s.state() == IterationState.INVALID ? 7.0 : 0.0);
            iterations.add(iteration(1, iterations.size(), s.round(), s.state(), s.verdict(),
                    List.of(param("shards", s.shards(), SettingOrigin.VARY),
                            new Setting("rate", Math.round(s.rate()) + "/s", s.rate(), "/s", SettingOrigin.VARY)),
                    values));
        }
        return new LabelResults("rates", "query", "response.p99", Workloads.named("query").measures(), Map.of(),
                "find-rate", """
                        workload: query
                        search:
                          find-rate: {start: 10/s, limits: {response.p99: "< 100ms"}, precision: 10%, repeats: 4}
                        """, 1, iterations);
    }

    static String resource(String name) {
        try (var in = Samples.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One label alone, whatever name is asked for. */
    public static Results only(LabelResults label, LongFunction<IterationDetail> details) {
        return new Results() {
            @Override
            public List<LabelSummary> labels() {
                return List.of();
            }

            @Override
            public Optional<LabelResults> label(String name) {
                return Optional.of(label);
            }

            @Override
            public IterationDetail detail(long id) {
                return details.apply(id);
            }
        };
    }

    /** A matrix of 18 points in three rounds with intervals, as a store would hand it out. */
    public static Results demo() {
        return new Demo();
    }

    private static final class Demo implements Results {

        private static final int[] SHARDS = {1, 2, 4};
        private static final int[] BATCHES = {1, 10, 100};
        private final LabelResults results;

        Demo() {
            SplittableRandom random = new SplittableRandom(3);
            List<Iteration> iterations = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                double drift = Math.exp(0.01 * random.nextGaussian());
                int position = 0;
                for (int shards : SHARDS) {
                    for (int batch : BATCHES) {
                        for (boolean blind : new boolean[] {true, false}) {
                            iterations.add(made(position++, round, shards, batch, blind,
                                    drift * Math.exp(0.012 * random.nextGaussian())));
                        }
                    }
                }
            }
            iterations.add(Samples.iteration(2, 0, 0, IterationState.FAILED, "The runner ran out of memory.",
                    settings(8, 1, true),
                    Map.of()));
            results = new LabelResults("demo", "ingest", "elapsed", MEASURES, defaults(), "matrix", """
                    label: demo
                    workload: ingest
                    target: rocksdb
                    tags: {host-type: ml.medium, disk-type: EBS}
                    set: {documents: 10k, payload: 10kB, workers: 16}
                    vary: {shards: [1, 2, 4], batch-size: [1, 10, 100], blind-insert: [true, false]}
                    plan: {space: matrix, order: shuffled, repeat: 3}
                    """, 20260514, iterations);
        }

        private static Map<String, String> defaults() {
            return Map.of("documents", "10k", "payload", "10kB", "workers", "16", "shards", "1", "batch-size", "1",
                    "blind-insert", "true", "host-type", "ml.medium", "disk-type", "EBS");
        }

        private static List<Setting> settings(int shards, int batch, boolean blind) {
            return List.of(param("documents", "10k", SettingOrigin.SET), param("shards", shards, SettingOrigin.VARY),
                    param("batch-size", batch, SettingOrigin.VARY), param("blind-insert", blind, SettingOrigin.VARY),
                    param("payload", "10kB", SettingOrigin.SET), param("workers", 16, SettingOrigin.SET),
                    param("memtable", "16MB", SettingOrigin.DECLARED),
                    param("compression", "none", SettingOrigin.DECLARED),
                    Setting.tag("host-type", "ml.medium"), Setting.tag("disk-type", "EBS"),
                    Setting.detected("cpu", "AMD EPYC 7R32, 8 cores"), Setting.detected("file-system", "ext4"),
                    Setting.detected("jdk", "Temurin 25.0.1"), Setting.detected("rocksdb", "11.8.1"));
        }

        private static Iteration made(int position, int round, int shards, int batch, boolean blind, double noise) {
            double elapsed = noise * (3.4 + 2.6 / Math.sqrt(batch) + (blind ? 0 : 0.22) + (shards == 1 ? 0.35
                    : shards == 4 ? 0.04 : 0));
            Map<String, Double> v = new LinkedHashMap<>();
            v.put("elapsed", elapsed);
            v.put("compaction-write", 13.0 * (4 - shards) + round);
            v.put("flush-write", 159.0 + (shards == 1 ? 18 : 0));
            v.put("journal-write", 101.0 + (batch == 1 ? 1 : 0));
            v.put("total-write", v.get("compaction-write") + v.get("flush-write") + v.get("journal-write"));
            v.put("on-disk-size", shards == 4 ? 104.0 : 101.0);
            v.put("in-memory-size", 8.0 * shards);
            v.put("documents", 10_000.0);
            v.put("segments-written", 6.0 + shards);
            v.put("throughput", 10_000 / elapsed);
            v.put("volume-rate", 100 / elapsed);
            v.put("response.p50", elapsed * batch * 16 / 10_000 * 1e3 * 0.8);
            v.put("response.p99", elapsed * batch * 16 / 10_000 * 1e3 * 4);
            v.put("failures", 0.0);
            return Samples.iteration(position, round, settings(shards, batch, blind), v);
        }

        @Override
        public List<LabelSummary> labels() {
            return List.of(new LabelSummary("demo", "ingest", START,
                    Map.of(IterationState.DONE, 54, IterationState.FAILED, 1)));
        }

        @Override
        public Optional<LabelResults> label(String label) {
            return label.equals("demo") ? Optional.of(results) : Optional.empty();
        }

        /**
         * Readings of a host with two cores and a disk, of an engine and of the generator, which grow as they would.
         */
        private static List<TimedSnapshot> machines(SplittableRandom random, long start, long end, long step) {
            List<TimedSnapshot> readings = new ArrayList<>();
            double user = 100, system = 50, wait = 5, idle = 1000, requests = 5000, busy = 20, written = 1e9;
            double flushed = 0, journal = 0, compacted = 0, cpu = 10, pauses = 0;
            for (long at = start; ; at = Math.min(at + step, end + 1_000_000_000L)) {
                String moment = at == start ? TimedSnapshot.START : TimedSnapshot.DURING;
                readings.add(new TimedSnapshot(at, moment,
                        new MetricSnapshot(MetricSnapshot.HOST, Map.of("cpu-user", user,
                        "cpu-system", system, "cpu-iowait", wait, "cpu-idle", idle, "cpu-steal", 0.0), Map.of("cores",
                        2.0, "memory", 16e9, "memory-used", 5e9 + written / 4, "page-cache", 3e9 + written))));
                readings.add(new TimedSnapshot(at, moment,
                        new MetricSnapshot(MetricSnapshot.DEVICE + "vda", Map.of("reads", 900.0,
                        "writes", requests, "read-bytes", 4e6, "write-bytes", written, "read-time", 1.0, "write-time",
                        requests * 0.012, "io-time", busy, "queue-time", busy * 3), Map.of())));
                readings.add(new TimedSnapshot(at + 40_000, moment,
                        new MetricSnapshot(MetricSnapshot.GENERATOR, Map.of("cpu", cpu,
                        "gc-pause", pauses, "gc-count", 1.0, "allocated", cpu * 1e8), Map.of("cores", 2.0))));
                readings.add(new TimedSnapshot(at + 500_000, moment,
                        new MetricSnapshot("", Map.of("flush-write", flushed,
                        "journal-write", journal, "compaction-write", compacted), Map.of())));
                if (at >= end + 1_000_000_000L) {
                    return readings;
                }
                boolean loaded = at < end;
                double share = step / 1e9 * (0.9 + 0.2 * random.nextDouble());
                user += share * (loaded ? 1.1 : 0.1);
                system += share * (loaded ? 0.35 : 0.1);
                wait += share * 0.15;
                idle += share * (loaded ? 0.4 : 1.65);
                requests += share * (loaded ? 900 : 200);
                written += share * (loaded ? 6e7 : 4e7);
                busy += Math.min(step / 1e9, share * (loaded ? 0.8 : 0.3));
                flushed += loaded && random.nextInt(3) == 0 ? 16e6 : 0;
                journal += loaded ? share * 25e6 : 0;
                compacted += random.nextInt(2) * share * 40e6;
                cpu += share * (loaded ? 0.9 : 0.02);
                pauses += loaded ? share * 0.01 : 0;
            }
        }

        @Override
        public IterationDetail detail(long id) {
            Iteration i = results.iterations().stream().filter(x -> x.id() == id).findFirst().orElseThrow();
            SplittableRandom random = new SplittableRandom(id);
            long second = 1_000_000_000L;
            long start = second / 3;
            double elapsed = i.value("elapsed").map(MeasuredValue::number).orElse(0.0);
            double batch = i.setting("batch-size").orElseThrow().number();
            double p50 = i.value("response.p50").map(MeasuredValue::number).orElse(0.0);
            long end = start + (long) (elapsed * second);
            List<Interval> intervals = new ArrayList<>();
            long step = second / 4;
            for (long at = start; at < end; at += step) {
                long until = Math.min(end, at + step);
                boolean stalled = intervals.size() == 5;
                double share = (double) (until - at) / (end - start) * (stalled ? 0.3 : 1);
                long operations = Math.max(1, Math.round(10_000 / batch * share));
                SeriesSet set = new SeriesSet();
                LogHistogram h = new LogHistogram();
                for (long n = 0; n < operations; n++) {
                    h.record((long) (p50 * 1e6 * Math.exp(0.6 * random.nextGaussian())
                            * (stalled && n % 9 == 0 ? 20 : 1)));
                }
                set.add(SeriesKey.of("insert", LatencyKind.SERVICE), h);
                set.add("insert", new Totals(operations, operations, 0, (long) (operations * batch), 0,
                        (long) (operations * batch * 10_000), 0, 0));
                intervals.add(new Interval(1, intervals.size(), 0, at, until, 0, SeriesCodec.encode(set)));
            }
            return new IterationDetail("ingest", i.settings(), List.of(
                    new PhaseSpan(0, Phase.CREATE, false, 0, start, 0, 0, false, 0, 0),
                    new PhaseSpan(1, Phase.MEASURE, true, start, end, 0, 16, false, 0, 0),
                    new PhaseSpan(2, Phase.SETTLE, false, end, end + second / 2, 0, 0, false, 0, 0)), intervals,
                    List.of(new OutcomeCount(1, "insert", dev.tidemark.core.result.Outcome.OK, "", 10_000, 10_000)),
                    machines(random, start, end, step), List.of(), List.of(new Event(start + 5 * step, "warning",
                            "The engine stalled writers for 0.2 s.")));
        }
    }
}
