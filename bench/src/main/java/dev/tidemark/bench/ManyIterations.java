package dev.tidemark.bench;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;

/**
 * Stored iterations without a run: each with the settings that the planner gives its point, facts of a machine, two
 * intervals with their histograms, readings, counts of workers, and all the values that such an iteration has. Raw data
 * and values are those of one made-up iteration, the values scattered by a few percent.
 */
final class ManyIterations {

    private static final long SECOND = 1_000_000_000L;
    private static final int INTERVALS = 2;
    private static final Instant FIRST = Instant.parse("2026-11-01T00:00:00Z");
    private static final List<Setting> MACHINE = List.of(
            Setting.detected("host", "bench"), Setting.detected("os", "Linux 6.12"),
            Setting.detected("cpu", "Made-up processor"), Setting.detected("cores", "16"),
            Setting.detected("memory", "64 GB"), Setting.detected("disk-model", "Made-up disk"),
            Setting.detected("disk-kind", "ssd"), Setting.detected("file-system", "ext4"),
            Setting.detected("java", "25"), Setting.detected("clock-source", "tsc"));

    private final ResultStore store;
    private final Workbench workbench;
    private final SplittableRandom random = new SplittableRandom(1);
    private final List<byte[]> series = new ArrayList<>();
    private List<MeasuredValue> values = List.of();
    private long begun;

    ManyIterations(Workbench workbench) {
        this.workbench = workbench;
        this.store = workbench.store();
        for (int i = 0; i < INTERVALS; i++) {
            series.add(LongRunFixture.series(random, i * SECOND, (i + 1) * SECOND, 1));
        }
    }

    /**
     * Stores a finished matrix of the workload {@code volume} on the null driver.
     *
     * @param levels values of each of its three dimensions: workers, sizes of values, numbers of keys
     * @param rounds passes over all points
     */
    void label(String label, int[] levels, int rounds) {
        Submission submission = workbench.plan(workbench.read(ExperimentReader.document(yaml(label, levels, rounds),
                label)));
        long batch = store.beginBatch(new NewBatch(label, "volume", submission.workload().objective(),
                submission.space(), submission.experiment().yaml(), submission.specHash(),
                submission.experiment().seed(), "bench", submission.measures(), submission.defaults(),
                submission.plan().size()));
        for (int round = 0; round < rounds; round++) {
            for (Planned planned : submission.plan().round(round)) {
                write(submission, batch, planned);
            }
        }
        store.release(batch);
    }

    /** The experiment of such a label. */
    static String yaml(String label, int[] levels, int rounds) {
        return """
                label: %s
                workload: volume
                target: 'null'
                set: {duration: 2s}
                vary:
                  workers: [%s]
                  value-size: [%s]
                  key-count: [%s]
                plan: {space: matrix, repeat: %d}
                """.formatted(label, steps(levels[0], 1), steps(levels[1], 100), steps(levels[2], 10_000), rounds);
    }

    private static String steps(int many, int step) {
        return IntStream.rangeClosed(1, many).mapToObj(i -> String.valueOf(i * step)).collect(Collectors.joining(", "));
    }

    private void write(Submission submission, long batch, Planned planned) {
        List<Setting> settings = new ArrayList<>(planned.point().settings(SettingOrigin.SET));
        settings.addAll(MACHINE);
        long id = store.beginIteration(new NewIteration(batch, planned.position(), planned.point().hash(),
                planned.round(), 1, planned.round(), FIRST.plusSeconds(3 * begun++), 0, settings));
        for (int i = 0; i < INTERVALS; i++) {
            store.addInterval(id, new Interval(0, i, 0, i * SECOND, (i + 1) * SECOND, 0, series.get(i)));
            LongRunFixture.readings(store, id, i * SECOND, i, i == 0 ? TimedSnapshot.START : TimedSnapshot.DURING);
        }
        LongRunFixture.readings(store, id, INTERVALS * SECOND, INTERVALS, TimedSnapshot.END);
        store.addPhase(id, new PhaseSpan(0, Phase.MEASURE, true, 0, INTERVALS * SECOND, 0, 4, false, 0, 0), List.of(),
                IntStream.range(0, 4).mapToObj(w -> new WorkerCount(0, w, "", 5_000, 5_000, 0L, SECOND)).toList());
        if (values.isEmpty()) {
            values = submission.workload().summarise(store.detail(id), MeasureSet.of());
        }
        store.endIteration(id, IterationState.DONE, "", values.stream().map(v -> new MeasuredValue(v.measure(),
                v.number() * Math.exp(0.03 * random.nextGaussian()), v.atLeast())).toList());
    }
}
