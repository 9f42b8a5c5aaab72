package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.Results;
import dev.tidemark.report.Samples;

/** Results of runs over time that the tests make up: what they compare, known to the last unit. */
final class Made implements Results {

    static final Measure THROUGHPUT = new Measure("operations-per-second", "Throughput", "operations/s",
            Direction.HIGHER,
            0, "");
    static final Measure MEAN = new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, "");
    static final Measure P99 = new Measure("response.p99", "Response p99", "ms", Direction.LOWER, 3, "");
    static final Measure MAX = new Measure("response.max", "Response max", "ms", Direction.LOWER, 3, "");
    static final Measure CV = new Measure("throughput-cv", "Throughput CV", "%", Direction.LOWER, 1, "");
    /** By which {@code volume} ranks. */
    static final Measure LAST = new Measure("last-operations-per-second", "Throughput, last part", "operations/s",
            Direction.HIGHER, 0, "");
    static final MeasureSet MEASURES = MeasureSet.of(LAST, THROUGHPUT, MEAN, P99, MAX, CV);

    private static final double NANOS = 1e9;

    /** One run: settings, and what it did in each interval; {@code tail} times the mean response is the p99. */
    record Run(Map<String, String> settings, int session, int round, IterationState state, String verdict,
            int intervals,
            double seconds, IntToDoubleFunction rate, double milliseconds, double tail, double missed, double bytes,
            boolean open) {

        static Run of(Map<String, String> settings, int round, int intervals, double seconds,
                IntToDoubleFunction rate) {
            return new Run(settings, 0, round, IterationState.DONE, "", intervals, seconds, rate, 2, 5, 0, 100, false);
        }

        Run answering(double milliseconds) {
            return answering(milliseconds, tail);
        }

        Run answering(double milliseconds, double tail) {
            return new Run(settings, session, round, state, verdict, intervals, seconds, rate, milliseconds, tail,
                    missed, bytes, open);
        }

        Run missing(double share) {
            return new Run(settings, session, round, state, verdict, intervals, seconds, rate, milliseconds, tail,
                    share, bytes, open);
        }

        Run writing(double bytesPerOperation) {
            return new Run(settings, session, round, state, verdict, intervals, seconds, rate, milliseconds, tail,
                    missed, bytesPerOperation, open);
        }

        Run ended(IterationState as, String why) {
            return new Run(settings, session, round, as, why, intervals, seconds, rate, milliseconds, tail, missed,
                    bytes, open);
        }

        /** In another execution of the experiment: a batch of its own. */
        Run in(int session) {
            return new Run(settings, session, round, state, verdict, intervals, seconds, rate, milliseconds, tail,
                    missed, bytes, open);
        }

        /** At a rate that was set. */
        Run openly() {
            return new Run(settings, session, round, state, verdict, intervals, seconds, rate, milliseconds, tail,
                    missed, bytes, true);
        }
    }

    private final Map<String, LabelResults> labels = new LinkedHashMap<>();
    private final Map<Long, Run> runs = new LinkedHashMap<>();

    Made with(String label, List<Run> made) {
        return with(label, "random-io", "compare", made);
    }

    Made with(String label, String workload, String space, List<Run> made) {
        List<Iteration> iterations = new ArrayList<>();
        List<Map<String, String>> points = made.stream().map(Run::settings).distinct().toList();
        for (Run run : made) {
            long batch = 1000L * (labels.size() + 1) + run.session();
            long id = runs.size() + 1;
            int attempt = 1 + (int) made.subList(0, iterations.size()).stream().filter(r -> r.session() == run.session()
                    && r.round() == run.round() && r.settings().equals(run.settings())
                    && r.state() == IterationState.FAILED).count();
            runs.put(id, run);
            List<Setting> settings = new ArrayList<>();
            run.settings().forEach((name, text) -> settings.add(name.equals("host-type") ? Setting.tag(name, text)
                    : Samples.param(name, text, SettingOrigin.VARY)));
            iterations.add(new Iteration(id, batch, workload, points.indexOf(run.settings()), run.round(), attempt,
                    run.state(), run.verdict(), Instant.EPOCH.plusSeconds(id), settings, values(run)));
        }
        String objective = (workload.equals("volume") ? LAST : THROUGHPUT).name();
        labels.put(label, new LabelResults(label, workload, objective, MEASURES, Map.of(), space, "", 1,
                iterations));
        return this;
    }

    private static List<MeasuredValue> values(Run run) {
        double sum = 0;
        for (int i = 0; i < run.intervals(); i++) {
            sum += Math.round(run.rate().applyAsDouble(i) * run.seconds());
        }
        List<MeasuredValue> values =
                new ArrayList<>(List.of(MeasuredValue.of(THROUGHPUT.name(), sum / run.intervals() / run.seconds()),
                MeasuredValue.of(LAST.name(), run.rate().applyAsDouble(run.intervals() - 1)),
                MeasuredValue.of(MEAN.name(), run.milliseconds()), MeasuredValue.of(P99.name(),
                        run.milliseconds() * run.tail()), MeasuredValue.of(MAX.name(), run.milliseconds() * 20),
                MeasuredValue.of(CV.name(), 3)));
        if (run.open()) {
            values.add(MeasuredValue.of("wait.p99", 0.1));
        }
        return values;
    }

    @Override
    public List<LabelSummary> labels() {
        return labels.values().stream().map(l -> new LabelSummary(l.label(), l.workload(), Instant.EPOCH, Map.of()))
                .toList();
    }

    @Override
    public Optional<LabelResults> label(String label) {
        return Optional.ofNullable(labels.get(label));
    }

    /** The phase begins 3 s after the iteration. */
    @Override
    public IterationDetail detail(long id) {
        Run run = runs.get(id);
        long start = 3_000_000_000L;
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < run.intervals(); i++) {
            long units = Math.round(run.rate().applyAsDouble(i) * run.seconds());
            SeriesSet set = new SeriesSet();
            LogHistogram h = new LogHistogram();
            h.record((long) (run.milliseconds() * 0.9e6), units / 2);
            h.record((long) (run.milliseconds() * 1.1e6), units - units / 2);
            String kind = run.settings().containsKey("groups") ? run.settings().get("groups") + ".get" : "get";
            set.add(SeriesKey.of(kind, LatencyKind.SERVICE), h);
            set.add(kind, new Totals(units, units, Math.round(units * run.missed()), units, 0,
                    Math.round(units * run.bytes()), 0, 0));
            intervals.add(new Interval(1, i, 0, start + (long) (i * run.seconds() * NANOS),
                    start + (long) ((i + 1) * run.seconds() * NANOS), 0, SeriesCodec.encode(set)));
        }
        long end = start + (long) (run.intervals() * run.seconds() * NANOS);
        return new IterationDetail("random-io", List.of(), List.of(new PhaseSpan(0, Phase.CREATE, false, 0, start, 0, 0,
                false, 0, 0), new PhaseSpan(1, Phase.MEASURE, true, start, end, 0, 4, false, 0, 0)), intervals,
                List.of(), List.of(), List.of(), List.of());
    }

    /** The same where so many slots never finished, and of the last interval a share was given up after 10 s. */
    IterationDetail lacking(long id, long censored, double share) {
        IterationDetail detail = detail(id);
        Interval last = detail.intervals().getLast();
        SeriesSet set = SeriesCodec.decode(last.series());
        LogHistogram lost = new LogHistogram();
        lost.record(10_000_000_000L, Math.round(share * set.total().operations()));
        set.add(new SeriesKey("get", "", LatencyKind.SERVICE, true), lost);
        List<Interval> intervals = new ArrayList<>(detail.intervals());
        intervals.set(intervals.size() - 1, new Interval(last.phase(), last.seq(), last.part(), last.start(), last.end(),
                0, SeriesCodec.encode(set)));
        PhaseSpan measured = detail.headline().orElseThrow();
        return new IterationDetail("random-io", List.of(), List.of(new PhaseSpan(measured.index(), Phase.MEASURE, true,
                measured.start(), measured.end(), censored, 4, false, 0, 0)), intervals, List.of(), List.of(), List.of(),
                List.of());
    }

    /** The same with so many operations before the headline phase, in one interval; half of them miss. */
    IterationDetail warmedUp(long id, long operations) {
        IterationDetail detail = detail(id);
        SeriesSet set = new SeriesSet();
        set.add("get", new Totals(operations, operations, operations / 2, operations, 0, 0, 0, 0));
        List<Interval> intervals = new ArrayList<>(detail.intervals());
        intervals.add(new Interval(2, 0, 0, 1_000_000_000L, 3_000_000_000L, 0, SeriesCodec.encode(set)));
        List<PhaseSpan> phases = new ArrayList<>(detail.phases());
        phases.add(new PhaseSpan(2, Phase.WARM_UP, false, 1_000_000_000L, 3_000_000_000L, 0, 4, false, 0, 0));
        return new IterationDetail("random-io", List.of(), phases, intervals, List.of(), List.of(), List.of(),
                List.of());
    }

    /** So many rounds of two targets in turns; in each round they share a drift. */
    static List<Run> rounds(RandomGenerator random, int rounds, double base, double other, double noise) {
        List<Run> runs = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double drift = Math.exp(0.05 * random.nextGaussian());
            for (String target : round % 2 == 0 ? List.of("rocksdb", "lmdb") : List.of("lmdb", "rocksdb")) {
                double level = drift * (target.equals("rocksdb") ? base : other)
                        * Math.exp(noise * random.nextGaussian());
                runs.add(Run.of(Map.of("target", target), round, 8, 1, i -> level));
            }
        }
        return runs;
    }
}
