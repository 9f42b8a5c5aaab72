package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.run.RunEvent;
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

    private Map<String, Double> run(InProcessRunner runner, int number, Point point) {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        List<Setting> settings = point.values().settings();
        runner.run(request(number, API.name(), settings), events::add);
        RecordedRun run = new RecordedRun(events);
        assertThat(run.ended().verdict()).as(style(point)).isEmpty();
        assertThat(run.ended().state()).as(style(point)).isEqualTo(IterationState.DONE);
        return API.summarise(run.detail(API.name(), settings), driver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
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
        List<Point> points = RecordedRun.points(API.name(), driver().name(), written() + "documents: " + DOCUMENTS
                + ", batch-size: " + BATCH + ", inner-size: 2, workers: 3, warm-up: 200ms", "");
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
        assertThat(values).as("%s: what the target counts is not in its place", style.name())
                .doesNotContainKeys("documents", "keys", "keys-estimated", "on-disk-size", "depth");
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
