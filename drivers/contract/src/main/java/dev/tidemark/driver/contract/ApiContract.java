package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

/** Runs the workload api on the real database, by every style that the driver has, one after the other. */
public abstract class ApiContract extends TargetContract {

    private static final Workload API = Workloads.named("api");
    private static final int DOCUMENTS = 53;
    private static final int BATCH = 7;

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    /** Settings in the form of an experiment file, each with a comma behind it. */
    private String target() {
        StringBuilder target = new StringBuilder();
        for (int i = 0; i < settings().size(); i += 2) {
            target.append(settings().get(i)).append(": \"").append(settings().get(i + 1)).append("\", ");
        }
        return target.toString();
    }

    private List<Point> points(String settings) {
        return Planner.plan(ExperimentReader.read("workload: api\ntarget: \"" + driver().name() + "\"\nset: {"
                + target()
                + settings + "}\n", "test.yaml"), Map.of()).points();
    }

    private Map<String, Double> run(InProcessRunner runner, int number, Point point) {
        events.clear();
        List<Setting> settings = point.values().settings();
        runner.run(new RunRequest(number, "api", driver().name(), settings, 7, directory.resolve("scratch").toString(),
                false), events::add);
        RunEvent.Ended ended = (RunEvent.Ended) events.getLast();
        assertThat(ended.verdict()).as(style(point)).isEmpty();
        assertThat(ended.state()).as(style(point)).isEqualTo(IterationState.DONE);
        IterationDetail detail = new IterationDetail("api", settings,
                events(RunEvent.PhaseEnded.class).map(RunEvent.PhaseEnded::span).toList(),
                events(RunEvent.Measured.class).map(RunEvent.Measured::interval).toList(),
                events(RunEvent.PhaseEnded.class).flatMap(p -> p.outcomes().stream()).toList(),
                events(RunEvent.Sampled.class).map(RunEvent.Sampled::reading).toList(),
                events(RunEvent.PhaseEnded.class).flatMap(p -> p.workers().stream()).toList(),
                events(RunEvent.EventLogged.class).map(RunEvent.EventLogged::note).toList());
        return API.summarise(detail, driver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    private <E extends RunEvent> Stream<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    private static String style(Point point) {
        return point.values().texts().get("style");
    }

    private ApiStyle declared(Point point) {
        return driver().styles().stream().filter(s -> s.name().equals(style(point))).findFirst().orElseThrow();
    }

    /** With several workers, and documents that fill the last batch in part only. */
    @Test
    void everyStyleStoresAllDocumentsAndItsStepsAddUpToItsRequests() {
        List<Point> points = points("documents: " + DOCUMENTS + ", batch-size: " + BATCH
                + ", inner-size: 2, workers: 3, warm-up: 200ms");
        assertThat(points).extracting(ApiContract::style)
                .containsExactlyInAnyOrderElementsOf(driver().styles(values()).stream().map(ApiStyle::name).toList());
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            for (int i = 0; i < points.size(); i++) {
                holdsFor(declared(points.get(i)), run(runner, i + 1, points.get(i)));
            }
        }
    }

    private void holdsFor(ApiStyle style, Map<String, Double> values) {
        assertThat(values.get("failures")).as(style.name()).isZero();
        String rate = style.noop() ? "round-trips-per-second" : "documents-per-second";
        assertThat(values.get(rate) * values.get("elapsed")).as(style.name())
                .isCloseTo(DOCUMENTS, withinPercentage(0.01));
        assertThat(values.containsKey("round-trip.mean")).as(style.name()).isEqualTo(style.noop());
        assertThat(values.containsKey("call.mean")).as(style.name()).isEqualTo(!style.noop());
        assertThat(values.containsKey("map.mean")).as(style.name()).isEqualTo(style.maps());
        assertThat(values.containsKey("commit.mean")).as(style.name()).isEqualTo(style.commits());
        double steps = Stream.of("round-trip.mean", "map.mean", "call.mean", "commit.mean")
                .mapToDouble(step -> values.getOrDefault(step, 0.0)).sum();
        assertThat(steps).as(style.name()).isCloseTo(values.get("response.mean"), withinPercentage(1));
    }
}
