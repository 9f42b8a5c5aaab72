package dev.tidemark.store.results;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.StoreCheck;
import dev.tidemark.store.file.Checksums;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the checksums cost, by hand: {@code -Dcost.iterations=2000}. Each iteration has ten intervals, twenty readings,
 * forty settings and eighty values.
 */
@EnabledIfSystemProperty(named = "cost.iterations", matches = "\\d+")
class ChecksumCostTest {

    private static final int MANY = Integer.getInteger("cost.iterations", 0);
    private static final int REPEATS = 7;

    @TempDir
    private Path folder;

    @Test
    void readingALabel() throws Exception {
        Path file = folder.resolve("store.db");
        try (ResultStore store = ResultStore.open(file)) {
            fill(store);
        }
        System.out.printf("store of %d iterations: %.1f MB%n", MANY, Files.size(file) / 1e6);
        double without = median(() -> onFresh(file, s -> s.database().read(h -> Iterations.ofLabel(h, "cost",
                new Checksums.Sums()))), REPEATS);
        double with = median(() -> onFresh(file, s -> s.label("cost").orElseThrow().iterations()), REPEATS);
        System.out.printf("opening and reading the label: %.1f ms with all checks, %.1f ms without, %.2f times%n",
                with, without, with / without);
        double detailsWithout = median(() -> onFresh(file, s -> details(s, false)), 3);
        double detailsWith = median(() -> onFresh(file, s -> details(s, true)), 3);
        System.out.printf("and all raw data: %.0f ms with, %.0f ms without, %.2f times%n", detailsWith, detailsWithout,
                detailsWith / detailsWithout);
        System.out.printf("list: %.1f ms%n", median(() -> onFresh(file, ResultStore::labels), REPEATS));
        System.out.printf("check: %.0f ms%n", median(() -> StoreCheck.of(file, (d, a) -> { }), 3));
    }

    @Test
    void writingIntervals() {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            intervals.add(series(i));
        }
        double with = median(() -> written(intervals, true), REPEATS);
        double without = median(() -> written(intervals, false), REPEATS);
        System.out.printf("writing an interval: %.0f us with, %.0f us without, %.2f times%n", with, without,
                with / without);
    }

    /** Each in a transaction of its own, as in a run. */
    private int written(List<Interval> intervals, boolean checked) {
        try (ResultStore store = ResultStore.open(folder.resolve(System.nanoTime() + ".db"))) {
            long id = store.beginIteration(Samples.iteration(store.beginBatch(Samples.batch("cost", 1)), 0, 0, 1));
            for (Interval n : intervals) {
                store.database().writing(h -> {
                    if (checked) {
                        Iterations.addInterval(h, id, n);
                    } else {
                        h.execute("""
                                INSERT INTO interval_series (iteration_id, phase, seq, part, started, ended, stuck,
                                    series) VALUES (?, ?, ?, ?, ?, ?, ?, ?)""", id, n.phase(), n.seq(), n.part(),
                                n.start(), n.end(), n.stuck(), n.series());
                    }
                });
            }
        }
        return intervals.size();
    }

    private static int details(ResultStore store, boolean checked) {
        List<Iteration> iterations = checked ? store.label("cost").orElseThrow().iterations()
                : store.database().read(h -> Iterations.ofLabel(h, "cost", new Checksums.Sums()));
        int intervals = 0;
        for (Iteration i : iterations) {
            var detail = checked ? store.detail(i.id())
                    : store.database().read(h -> Iterations.detail(h, i.id()).orElseThrow());
            for (Interval interval : detail.intervals()) {
                SeriesCodec.decode(interval.series());
                intervals++;
            }
        }
        return intervals;
    }

    private <T> T onFresh(Path file, Function<ResultStore, T> work) {
        try (ResultStore store = ResultStore.open(file)) {
            T result = work.apply(store);
            assertThat(store.damage()).isEmpty();
            return result;
        }
    }

    private static double median(Supplier<?> work, int repeats) {
        List<Double> times = new ArrayList<>();
        work.get();
        for (int i = 0; i < repeats; i++) {
            long start = System.nanoTime();
            work.get();
            times.add((System.nanoTime() - start) / 1e6);
        }
        times.sort(null);
        return times.get(repeats / 2);
    }

    private static Interval series(int seq) {
        SeriesSet set = new SeriesSet();
        Random random = new Random(seq);
        for (String kind : List.of("get", "put")) {
            LogHistogram histogram = new LogHistogram();
            for (int i = 0; i < 2000; i++) {
                histogram.record((long) Math.exp(11 + 1.5 * random.nextGaussian()), 1);
            }
            set.add(SeriesKey.of(kind, LatencyKind.SERVICE), histogram);
            set.add(kind, new Totals(2000, 2000, 0, 2000, 0, 200_000, 0, 0));
        }
        return new Interval(0, seq, 0, seq * Samples.SECOND, (seq + 1) * Samples.SECOND, 0, SeriesCodec.encode(set));
    }

    private static void fill(ResultStore store) {
        long batch = store.beginBatch(Samples.batch("cost", MANY));
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            intervals.add(series(i));
        }
        List<Setting> more = new ArrayList<>();
        List<MeasuredValue> values = new ArrayList<>();
        for (int i = 0; i < 36; i++) {
            more.add(new Setting("setting-" + i, "value " + i, null, "", SettingOrigin.DECLARED));
        }
        for (int i = 0; i < 80; i++) {
            values.add(MeasuredValue.of("measure-" + i, 1.5 * i));
        }
        for (int n = 0; n < MANY; n++) {
            int position = n;
            long id = store.beginIteration(Samples.iteration(batch, position, 0, 1));
            store.database().writing(h -> {
                Iterations.addSettings(h, id, more);
                intervals.forEach(i -> Iterations.addInterval(h, id, i));
                for (int i = 0; i < 20; i++) {
                    Iterations.addReading(h, id, Samples.reading(i, TimedSnapshot.DURING, i));
                }
            });
            store.addPhase(id, Samples.SPAN, Samples.OUTCOMES, Samples.WORKERS);
            store.endIteration(id, IterationState.DONE, "", values);
        }
        store.release(batch);
    }
}
