package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.store.results.BatchState;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.metrics.Metric;
import dev.tidemark.web.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
class MetricsTest {

    private static final Path DASHBOARD = Path.of("").toAbsolutePath().getParent().resolve(
            "docs/grafana/tidemark.json");
    /** A line of the text format: name, labels, value. */
    private static final Pattern SAMPLE = Pattern.compile(
            "[a-z_]+(\\{([a-z_]+=\"([^\"\\\\\n]|\\\\[\\\\\"n])*\",?)*})? -?[0-9.]+(E-?[0-9]+)?");
    private static final Pattern TYPE = Pattern.compile("# TYPE ([a-z_]+) (gauge|counter)");
    private static final Pattern NAME = Pattern.compile("tidemark_[a-z_]+");

    @TempDir
    private Path folder;

    private static Set<String> published(String text) {
        return TYPE.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String metrics(Client program) throws Exception {
        Answer answer = program.get("/metrics");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(answer.body().lines().filter(l -> !l.startsWith("# "))).allMatch(l -> SAMPLE.matcher(l).matches());
        Set<String> names = published(answer.body());
        assertThat(Metric.names()).containsAll(names);
        assertThat(names).allSatisfy(n -> assertThat(answer.body()).contains("# HELP " + n + " "));
        return answer.body();
    }

    @Test
    void whenNothingRunsOnlyWhatStandsIsTold() throws Exception {
        try (Served served = Served.with(folder)) {
            Stored.label(served.workbench().store(), "over", 2);
            served.workbench().jobs().queue().schedule(false);
            served.workbench().jobs().submit("workload: ingest\ntarget: 'null'\n", "ada", JobOptions.USUAL);
            String text = metrics(served.program(Role.READER));
            assertThat(published(text)).containsExactlyInAnyOrder("tidemark_up", "tidemark_build_info",
                    "tidemark_jobs_waiting", "tidemark_jobs_paused", "tidemark_jobs_running",
                    "tidemark_scheduling_enabled", "tidemark_runs");
            assertThat(text).contains("\ntidemark_jobs_waiting 1").contains("\ntidemark_scheduling_enabled 0")
                    .contains("\ntidemark_runs 0").contains("tidemark_build_info{version=\"test\"} 1");
        }
    }

    @Test
    void whatRunsIsToldWithItsLabelHoweverThatIsWritten() throws Exception {
        try (Served served = Served.with(folder)) {
            served.workbench().jobs().submit("""
                    label: 'a "b" \\ {c}, é'
                    workload: ingest
                    target: 'null'
                    set: {documents: 1M, payload: 100, workers: 2, warm-up: none, service-time: 1ms}
                    vary: {batch-size: [1, 2]}
                    plan: {order: given, fork: none}
                    """, "ada", new JobOptions(false, true, Optional.empty()));
            served.processor().start();
            Client program = served.program(Role.READER);
            Clock clock = Clock.system();
            String text = metrics(program);
            while (!text.contains("tidemark_response_seconds{")) { // the test's own time limit ends it
                clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(200).toNanos());
                assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
                text = metrics(program);
            }
            assertThat(text).contains("label=\"a \\\"b\\\" \\\\ {c}, é\"").contains("tidemark_runs 1")
                    .contains("point=\"batch-size=1\"").contains("unit=\"documents\"")
                    .containsPattern("tidemark_iteration_expected_units\\{.*} 1000000")
                    .containsPattern("tidemark_iteration_units_total\\{.*} [0-9.]+")
                    .containsPattern("tidemark_response_seconds\\{.*quantile=\"0.99\".*} [0-9.E-]+");
            assertThat(published(text)).contains("tidemark_run_done_ratio", "tidemark_throughput_units_per_second",
                    "tidemark_operations_per_second", "tidemark_iteration_backlog_slots",
                    "tidemark_iteration_in_flight_operations", "tidemark_iteration_failed_units_total",
                    "tidemark_iteration_user_bytes_total", "tidemark_iteration_info");
            assertThat(served.failures()).isEmpty();
        }
    }

    /** While a target settles its own work is counted, in bytes. */
    @Test
    void besideTheLoadNothingIsToldInItsUnits() {
        List<String> ofLoad = List.of("tidemark_iteration_units_total", "tidemark_iteration_expected_units",
                "tidemark_iteration_failed_units_total", "tidemark_iteration_user_bytes_total");
        try (Workbench workbench = Workbench.open(Optional.of(folder.resolve("results.db")), "test", Clock.system())) {
            assertThat(published(running(workbench, Phase.MEASURE))).containsAll(ofLoad);
            assertThat(published(running(workbench, Phase.SETTLE))).contains("tidemark_iteration_info")
                    .doesNotContainAnyElementsOf(ofLoad);
        }
    }

    private static String running(Workbench workbench, Phase phase) {
        BatchState batch = new BatchState(1, "x", "ingest", "matrix", "", "", 1, Instant.EPOCH,
                Optional.of(Instant.EPOCH));
        RunView.Current current = new RunView.Current(1, 1, Instant.EPOCH, List.of(), List.of(),
                Optional.of(RunStatus.of(1, phase, 0, 5, 10)), OptionalDouble.empty(), Latencies.none(0),
                List.of(), HostUtilization.UNKNOWN, List.of(), new LinkedHashMap<>(),
                List.of());
        RunView run = new RunView(batch, "documents", Map.of(), 0, List.of(), 1, false, 0, Optional.empty(),
                Optional.empty(), Optional.of(current));
        return new String(Metrics.of(workbench, List.of(run)), StandardCharsets.UTF_8);
    }

    @Test
    void theDashboardNamesOnlyMetricsThatThereAre() throws Exception {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
        List<String> expressions = dashboard.findValuesAsString("expr");
        assertThat(expressions).hasSizeGreaterThan(20);
        Set<String> named = expressions.stream().flatMap(e -> NAME.matcher(e).results()).map(MatchResult::group)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        assertThat(named).isNotEmpty();
        assertThat(Metric.names()).containsAll(named);
        assertThat(named).contains("tidemark_throughput_units_per_second", "tidemark_response_seconds",
                "tidemark_iteration_backlog_slots", "tidemark_iteration_in_flight_operations",
                "tidemark_iteration_failed_units_total", "tidemark_iteration_units_total", "tidemark_host_cpu_ratio");
        assertThat(dashboard.get("panels").findValuesAsString("id")).doesNotHaveDuplicates();
    }
}
