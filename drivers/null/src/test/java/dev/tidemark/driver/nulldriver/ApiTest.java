package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.IterationState;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Whole iterations of api on the null driver, in virtual time, and what is planned. */
class ApiTest {

    private static final double MS = 1e6;

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<RunEvent> events = new ArrayList<>();

    private static Values values(String... settings) {
        Values values = Planner.params(Workloads.named("api"), new NullDriver()).defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        Values inForce = Workloads.named("api").effective(values);
        inForce.params().check(inForce);
        return inForce;
    }

    private RunEvent.Ended run(String... settings) throws InterruptedException {
        RunRequest request = new RunRequest(1, "api", "null", values(settings).settings(), 1,
                folder.resolve("scratch").toString(), false);
        clock.join(clock.start("iteration", () -> new InProcessRunner(clock).run(request, events::add)));
        return (RunEvent.Ended) events.getLast();
    }

    private RunEvent.PhaseEnded measured() {
        return events.stream().filter(e -> e instanceof RunEvent.PhaseEnded p && p.span().phase() == Phase.MEASURE)
                .map(RunEvent.PhaseEnded.class::cast).findFirst().orElseThrow();
    }

    private SeriesSet series() {
        SeriesSet all = new SeriesSet();
        for (RunEvent event : events) {
            if (event instanceof RunEvent.Measured m && m.interval().phase() == measured().span().index()) {
                all.add(SeriesCodec.decode(m.interval().series()));
            }
        }
        return all;
    }

    private LogHistogram step(String kind, String step) {
        return series().histogram(new SeriesKey(kind, step, LatencyKind.SERVICE, false)).orElseGet(LogHistogram::new);
    }

    @ParameterizedTest
    @CsvSource({"text, 1000, 1000", "tree, 1000, 1000", "object, 1000, 1000", "object-in-call, 1000, 1000",
        "batch, 100, 1000", "commit, 100, 1000"})
    void everyStyleStoresEveryDocumentAndIsReadBack(String style, long requests, long documents)
            throws InterruptedException {
        assertThat(run("style", style, "service-time", "1ms", "store-documents", "true"))
                .isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertThat(series().total().operations()).isEqualTo(requests);
        assertThat(series().total().units()).isEqualTo(documents);
        assertThat(series().total().bytesIn() / documents).isBetween(2000L, 2600L);
        assertThat(step("store", "call").count()).isEqualTo(requests);
        assertThat(step("store", "call").mean()).isEqualTo(1 * MS);
        boolean commits = style.equals("commit");
        assertThat(step("store", "commit").count()).isEqualTo(commits ? requests : 0);
        assertThat(step("store", "map").count()).isEqualTo(style.equals("object") ? requests : 0);
        assertThat(measured().span().nanos()).isEqualTo(requests * (commits ? 2 : 1) * 1_000_000);
    }

    @Test
    void aNoopIsARoundTripAndStoresNothing() throws InterruptedException {
        assertThat(run("style", "noop", "documents", "50", "service-time", "1ms").state()).isEqualTo(IterationState.DONE);
        assertThat(series().totals()).containsOnlyKeys("noop");
        assertThat(series().total().bytesIn()).isZero();
        assertThat(step("noop", "call").count()).isEqualTo(50);
    }

    @Test
    void failuresWithoutLimitMakeItInvalid() throws InterruptedException {
        assertThat(run("style", "text", "failure-share", "10%").state()).isEqualTo(IterationState.INVALID);
    }

    @Test
    void theProtocolIsRecorded() throws InterruptedException {
        run("style", "text", "documents", "1");
        assertThat(events.stream().filter(RunEvent.Detected.class::isInstance).map(RunEvent.Detected.class::cast)
                .flatMap(d -> d.settings().stream())).contains(new Setting("protocol", "null", null, "",
                SettingOrigin.DETECTED));
    }

    // Plans

    private static List<Point> points(Experiment.Space space, Map<String, String> set, Map<String, List<String>> vary) {
        Experiment experiment = new Experiment("a", "api", Map.of("null", new Experiment.TargetSpec("null", "null",
                Map.of())), "", Map.of(), set, vary, List.of(), Experiment.PlanSpec.of(space), Optional.empty(), Map.of(), 1,
                Optional.empty(), "");
        return Planner.plan(experiment, Map.of()).points();
    }

    private static List<String> styles(List<Point> points) {
        return points.stream().map(p -> p.values().texts().get("style")).toList();
    }

    private static List<String> all() {
        return new NullDriver().styles().stream().map(ApiStyle::name).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"MATRIX", "STUDY"})
    void allStylesAreGoneThroughWhereNoneIsNamed(Experiment.Space space) {
        assertThat(styles(points(space, Map.of(), Map.of()))).containsExactlyElementsOf(all());
        assertThat(styles(points(space, Map.of("style", "all"), Map.of()))).containsExactlyElementsOf(all());
        assertThat(styles(points(space, Map.of("style", "tree"), Map.of()))).containsExactly("tree");
    }

    @Test
    void stylesThatDoNotBatchRunOnceHoweverManySizesAreVaried() {
        List<Point> points = points(Experiment.Space.MATRIX, Map.of(), Map.of("batch-size", List.of("1", "10", "100"),
                "inner-size", List.of("0", "10")));
        assertThat(styles(points)).filteredOn("batch"::equals).hasSize(6);
        assertThat(styles(points)).filteredOn("text"::equals).hasSize(2);
        assertThat(styles(points)).filteredOn("noop"::equals).hasSize(1);
        assertThat(points).filteredOn(p -> p.values().texts().get("style").equals("text"))
                .noneMatch(p -> p.values().texts().containsKey("batch-size"));
    }

    @Test
    void anUnknownStyleIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> points(Experiment.Space.MATRIX, Map.of("style", "bach"), Map.of()))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("'bach' is no style of driver null")
                .hasMessageContaining("batch").hasMessageNotContaining("\n");
    }

    @Test
    void whereThereIsNoConnectionNoneIsMadeAnew() {
        assertThatThrownBy(() -> values("style", "text", "reconnect", "10")).isInstanceOf(InvalidInputException.class)
                .hasMessage("reconnect: this driver has no connection that could be opened anew");
    }

    @Test
    void whatTakesTooMuchMemoryIsRefused() {
        assertThatThrownBy(() -> values("style", "batch", "batch-size", "10000", "inner-size", "10000", "workers", "8"))
                .hasMessageContaining("1 GiB");
    }

    @Test
    void olderNamesMeanTheSame() {
        assertThat(values("docs", "20", "chunksz", "5", "innersz", "3", "style", "batch").texts())
                .containsEntry("documents", "20").containsEntry("batch-size", "5").containsEntry("inner-size", "3");
    }
}
