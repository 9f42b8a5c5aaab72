package dev.tidemark.web.metrics;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Writes the metrics as they are now. */
public final class Metrics {

    public static final String TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    /** Of so many jobs that are over it is told how what they expected was met. */
    private static final int MOST_OVER = 100;
    private static final PrometheusTextFormatWriter WRITER = PrometheusTextFormatWriter.create();

    private final Map<Metric, Map<Labels, Double>> samples = new EnumMap<>(Metric.class);

    private Metrics() {}

    /** @param runs what is running, or was last: those that are over are passed over */
    public static byte[] of(Workbench workbench, List<RunView> runs) {
        Metrics metrics = new Metrics();
        List<RunView> running = runs.stream().filter(r -> r.batch().running()).toList();
        metrics.server(workbench, running.size());
        running.forEach(metrics::run);
        return metrics.written();
    }

    // ---- What is told ----

    private void server(Workbench workbench, int runs) {
        List<Job> jobs = workbench.jobs().queue().all();
        add(Metric.UP, Labels.EMPTY, 1);
        add(Metric.BUILD, Labels.EMPTY, 1, workbench.version());
        add(Metric.JOBS_WAITING, Labels.EMPTY, jobs.stream().filter(j -> j.state().queued()).count());
        add(Metric.JOBS_PAUSED, Labels.EMPTY, jobs.stream().filter(j -> j.state().queued() && j.paused()).count());
        add(Metric.JOBS_RUNNING, Labels.EMPTY, jobs.stream().filter(j -> j.state() == JobState.RUNNING).count());
        add(Metric.SCHEDULING, Labels.EMPTY, workbench.jobs().queue().scheduling() ? 1 : 0);
        add(Metric.RUNS, Labels.EMPTY, runs);
        jobs.stream().filter(job -> job.state().over()).limit(MOST_OVER).map(Job::label).distinct()
                .forEach(label -> workbench.store().headline(label).map(h -> h.body().expected())
                        .filter(expected -> expected.bounds() > 0).ifPresent(expected -> {
                            add(Metric.EXPECTED, Labels.EMPTY, expected.bounds(), label);
                            add(Metric.MISSED, Labels.EMPTY, expected.missed(), label);
                        }));
    }

    private void run(RunView run) {
        Labels of = Labels.of("run", String.valueOf(run.batch().id()), "label", run.batch().label(), "workload",
                run.batch().workload());
        add(Metric.RUN_EXPECTED, of, run.batch().expected());
        run.states().forEach((iterationState, n) -> add(Metric.RUN_ITERATIONS, of, n, StateWords.of(iterationState)));
        add(Metric.RUN_DONE, of, run.share());
        run.left().ifPresent(left -> add(Metric.RUN_LEFT, of, left.toMillis() / 1e3));
        run.current().ifPresent(c -> current(of, run, c));
    }

    private void current(Labels of, RunView run, RunView.Current c) {
        add(Metric.ITERATION, of, 1, String.valueOf(c.number()), point(run, c),
                c.live().map(l -> Types.word(l.phase())).orElse(""));
        add(Metric.STARTED, of, c.started().toEpochMilli() / 1e3);
        c.live().ifPresent(runStatus -> live(of, runStatus));
        c.live().filter(l -> l.phase().isLoad()).ifPresent(runStatus -> load(of, run.unit(), runStatus));
        c.rate().ifPresent(rate -> add(Metric.THROUGHPUT, of, rate, run.unit()));
        for (RunView.Kind kind : c.kinds()) {
            add(Metric.OPERATIONS, of, kind.operations(), kind.name());
            RunView.Kind.QUANTILES.forEach(q -> kind.response(q).ifPresent(
                    seconds -> add(Metric.RESPONSE, of, seconds, kind.name(), q == 1 ? "1" : String.valueOf(q))));
        }
        host(of, c.host());
        c.engine().forEach(taken -> engine(of, taken));
    }

    /** What is varied at the place of the plan that is running. */
    private static String point(RunView run, RunView.Current c) {
        return run.plan().stream().filter(cell -> cell.iteration() == c.id()).findFirst()
                .map(cell -> cell.varied().stream().map(s -> s.name() + "=" + s.text())
                        .collect(Collectors.joining(", "))).orElse("");
    }

    private void live(Labels of, RunStatus runStatus) {
        add(Metric.BACKLOG, of, runStatus.backlog());
        add(Metric.IN_FLIGHT, of, runStatus.inFlight());
    }

    /** What other phases count, as bytes to be compacted, is told in no unit of the load. */
    private void load(Labels of, String unit, RunStatus runStatus) {
        add(Metric.UNITS, of, runStatus.done(), unit);
        if (runStatus.expected() > 0) {
            add(Metric.UNITS_EXPECTED, of, runStatus.expected(), unit);
        }
        add(Metric.BYTES, of, runStatus.bytes());
        add(Metric.FAILURES, of, runStatus.failures(), unit);
    }

    private void host(Labels of, HostUtilization use) {
        use.processors().ifPresent(p -> {
            add(Metric.CPU, of, p.user(), "user");
            add(Metric.CPU, of, p.system(), "system");
            add(Metric.CPU, of, p.iowait(), "iowait");
            add(Metric.CPU, of, p.steal(), "steal");
        });
        use.generator().ifPresent(g -> {
            add(Metric.GENERATOR_CPU, of, g.cpu());
            add(Metric.GENERATOR_PAUSE, of, g.gcPause() / g.seconds());
        });
        use.devices().forEach(d -> device(of, d));
    }

    private void device(Labels of, HostUtilization.Device d) {
        add(Metric.DEVICE_BUSY, of, d.utilisation(), d.name());
        add(Metric.DEVICE_READ, of, d.readBytes() / d.seconds(), d.name());
        add(Metric.DEVICE_WRITTEN, of, d.writeBytes() / d.seconds(), d.name());
        OptionalDouble await = d.await();
        await.ifPresent(seconds -> add(Metric.DEVICE_AWAIT, of, seconds, d.name()));
        add(Metric.DEVICE_QUEUE, of, d.queue(), d.name());
    }

    private void engine(Labels of, TimedSnapshot taken) {
        MetricSnapshot reading = taken.reading();
        reading.gauges().forEach((name, value) -> add(Metric.ENGINE_GAUGE, of, value, reading.node(), name));
        reading.counters().forEach((name, value) -> add(Metric.ENGINE_COUNTER, of, value, reading.node(), name));
    }

    // ---- As it is written ----

    /** @param own texts of the metric's own labels, in their order */
    private void add(Metric metric, Labels of, double value, String... own) {
        Labels labels = own.length == 0 ? of : of.merge(metric.labels().toArray(String[]::new), own);
        samples.computeIfAbsent(metric, m -> new LinkedHashMap<>()).put(labels, value);
    }

    private byte[] written() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            WRITER.write(out, new MetricSnapshots(samples.entrySet().stream()
                    .map(e -> snapshot(e.getKey(), e.getValue())).toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory takes everything
        }
        return out.toByteArray();
    }

    private static io.prometheus.metrics.model.snapshots.MetricSnapshot snapshot(Metric metric, Map<Labels,
            Double> samples) {
        if (metric.counter()) {
            CounterSnapshot.Builder counter = CounterSnapshot.builder().name(metric.base()).help(metric.help());
            samples.forEach((labels, value) -> counter.dataPoint(CounterDataPointSnapshot.builder().labels(labels)
                    .value(value).build()));
            return counter.build();
        }
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(metric.base()).help(metric.help());
        samples.forEach((labels, value) -> gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(labels)
                .value(value).build()));
        return gauge.build();
    }
}
