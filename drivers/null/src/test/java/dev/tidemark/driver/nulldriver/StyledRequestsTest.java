package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workload api from the experiment to the measures, in virtual time: what is counted, and what is timed. */
class StyledRequestsTest {

    private static final Workload API = Workloads.named("api");

    @TempDir
    Path folder;

    private final VirtualClock clock = new VirtualClock();
    private final List<RunEvent> events = new ArrayList<>();
    private RunEvent.Ended ended;

    private Map<String, MeasuredValue> run(String settings) throws InterruptedException {
        return run(settings, "");
    }

    /** @param more lines of the experiment */
    private Map<String, MeasuredValue> run(String settings, String more) throws InterruptedException {
        events.clear();
        List<Setting> point = Planner.plan(ExperimentReader.read("workload: api\ntarget: \"null\"\nset: {warm-up: "
                + "none, "
                + "store-documents: true, service-time: 1ms, " + settings + "}\n" + more, "test.yaml"), Map.of())
                .points().getFirst().values().settings();
        RunRequest request = new RunRequest(1, "api", "null", point, 1, folder.resolve("scratch").toString(), false);
        clock.join(clock.start("iteration", () -> new InProcessRunner(clock).run(request, events::add)));
        ended = (RunEvent.Ended) events.getLast();
        IterationDetail detail = new IterationDetail("api", point,
                events(RunEvent.PhaseEnded.class).map(RunEvent.PhaseEnded::span).toList(),
                events(RunEvent.Measured.class).map(RunEvent.Measured::interval).toList(), outcomes(),
                events(RunEvent.Sampled.class).map(RunEvent.Sampled::reading).toList(),
                events(RunEvent.PhaseEnded.class).flatMap(p -> p.workers().stream()).toList(),
                events(RunEvent.EventLogged.class).map(RunEvent.EventLogged::note).toList());
        return API.summarise(detail, new NullDriver().measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, v -> v));
    }

    private <E extends RunEvent> Stream<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    private List<OutcomeCount> outcomes() {
        return events(RunEvent.PhaseEnded.class).filter(p -> p.span().headline()).flatMap(p -> p.outcomes().stream())
                .toList();
    }

    private long units(Outcome... of) {
        List<Outcome> expected = List.of(of);
        return outcomes().stream().filter(o -> expected.contains(o.outcome())).mapToLong(OutcomeCount::units).sum();
    }

    /** 100 documents: a request is a millisecond, or two with a commit. */
    @ParameterizedTest
    @CsvSource({"text, 1, 1, 100, 1", "text, 4, 7, 25, 1", "object, 1, 1, 100, 1", "batch, 1, 7, 15, 1",
        "batch, 4, 7, 4, 1", "commit, 1, 10, 20, 2", "batch, 1, 1000, 1, 1"})
    void requestsAreTimedWithTheirStepsAndCountedInDocuments(String style, int workers, int batch, double millis,
            double request) throws InterruptedException {
        Map<String, MeasuredValue> values = run("documents: 100, style: " + style + ", workers: " + workers
                + ", batch-size: " + batch);
        assertThat(ended).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        assertThat(values.get("elapsed").number()).isCloseTo(millis / 1000, within(1e-9));
        assertThat(values.get("documents-per-second").number()).isCloseTo(100_000 / millis, within(0.01));
        assertThat(values.get("response.mean").number()).isCloseTo(request, within(0.01));
        assertThat(values.get("call.mean").number()).isCloseTo(1, within(0.01));
        assertThat(values.containsKey("commit.mean")).isEqualTo(style.equals("commit"));
        assertThat(values).as("the target counts what is not in the style's place")
                .doesNotContainKeys("documents", "in-memory-size");
    }

    /** Documents that were not acknowledged are in no rate, and each is counted once. */
    @ParameterizedTest
    @CsvSource({"batch, 10", "text, 1", "commit, 10"})
    void whatFailsIsCountedOnceAndNotAsStored(String style, int batch) throws InterruptedException {
        Map<String, MeasuredValue> values = run("documents: 1005, style: " + style + ", batch-size: " + batch
                + ", failure-share: 10%, push-back-share: 10%, partial-share: 10%, failure-limit: 60%");
        assertThat(ended).isEqualTo(new RunEvent.Ended(1, IterationState.DONE, ""));
        double stored = values.get("documents-per-second").number() * values.get("elapsed").number();
        assertThat(stored + values.get("failures").number()).isCloseTo(1005, within(0.01));
        assertThat(units(Outcome.PUSH_BACK, Outcome.PARTIAL, Outcome.FAILURE))
                .isEqualTo((long) values.get("failures").number()).isPositive();
    }

    /** The program ends within the load or is ended with it: that is no matter here. */
    @Test
    void tasksBesideTheRequestsAreMeasured() throws InterruptedException {
        Map<String, MeasuredValue> values = run("documents: 1000, style: text",
                "background: [{do: command, run: 'true'}]\n");
        assertThat(values.get("background-completed").number() + values.get("background-unfinished").number())
                .isEqualTo(1);
        assertThat(values.get("background-failed").number()).isZero();
        assertThat(API.measures().find("outage")).as("what faults did is, too").isPresent();
    }

    /** A step has no time of its own where its request got no answer. */
    @Test
    void stepsAreThoseOfRequestsThatWereAnsweredAndSaySo() throws InterruptedException {
        Map<String, MeasuredValue> values = run("documents: 1000, style: text, failure-share: 20%, failure-limit: 60%");
        assertThat(values.get("call.mean").atLeast()).isFalse();
        assertThat(API.measures().find("call.mean").orElseThrow().help()).doesNotContain("without an answer")
                .contains("answered");
    }
}
