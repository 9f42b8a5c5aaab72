package dev.tidemark.core.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.SkewedClock;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.measures.AgentShare;
import dev.tidemark.core.workload.registry.Workloads;
import org.junit.jupiter.api.Test;

/** Two runners that do nothing for ten seconds, and verify that at once, each by a clock of its own. */
class IterationCoordinatorTest {

    private static final long SECOND = 1_000_000_000L;

    private final VirtualClock clock = new VirtualClock();

    private static class Idle implements RunnerPort {
        private final Clock own;
        private final long origin;

        Idle(Clock own) {
            this.own = own;
            origin = own.nanoTime();
        }

        @Override
        public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) {
            return switch (order) {
                case RunnerOrder.Open _ -> {
                    events.accept(new RunEvent.Started(7, own.wallTime(), origin));
                    yield new RunnerReply.Opened(false, 2, false);
                }
                case RunnerOrder.MakeReady(int stage, _) ->
                    new RunnerReply.Ready(stage, phase(stage), stage == 0, 1, 0);
                case RunnerOrder.ReadClock _ -> new RunnerReply.ClockRead(own.nanoTime(), own.nanoTime());
                case RunnerOrder.Begin(int stage, OptionalLong at) -> ended(stage, at.getAsLong());
                case RunnerOrder.Judge _ -> new RunnerReply.Judged(0, Optional.empty(), Optional.empty());
                default -> new RunnerReply.Done();
            };
        }

        private static Phase phase(int stage) {
            return stage == 0 ? Phase.MEASURE : Phase.VERIFY;
        }

        private RunnerReply ended(int stage, long at) {
            long end = at + (stage == 0 ? 10 * SECOND : 0);
            own.sleepUntil(end);
            PhaseSpan span = new PhaseSpan(stage, phase(stage), stage == 0, at - origin, end - origin, 0, 1, false,
                    0, 0);
            return new RunnerReply.StageEnded(new StageResult(span, List.of(), List.of(), Optional.empty(), 0,
                    Optional.empty(), Optional.empty()), Optional.empty(), Optional.empty());
        }

        @Override
        public void stop() {}
    }

    /** One of whose events nobody can record waits for nobody: the first of several would go on for good. */
    @Test
    void theLeadingRunnerIsToldThatTheOthersHaveEndedHoweverTheyDo() throws Exception {
        AtomicBoolean concluded = new AtomicBoolean();
        RunnerPort lead = new Idle(clock) {
            @Override
            public void conclude() {
                concluded.set(true);
            }
        };
        RunnerPort telling = new Idle(clock) {
            @Override
            public RunnerReply carryOut(RunnerOrder order, Consumer<RunEvent> events) {
                if (order instanceof RunnerOrder.Begin) {
                    events.accept(new RunEvent.EventLogged(7, new Event(1, "note", "something")));
                }
                return super.carryOut(order, events);
            }
        };
        assertThat(run(List.of(lead, telling), event -> {
            if (event instanceof RunEvent.EventLogged) {
                throw new IllegalStateException("the disk is full");
            }
        })).singleElement().satisfies(e -> assertThat(e).hasStackTraceContaining("the disk is full"));
        assertThat(concluded).isTrue();
    }

    /** @return what was thrown */
    private List<Exception> run(List<RunnerPort> runners, Consumer<RunEvent> sink) throws InterruptedException {
        RunRequest request = new RunRequest(7, "ingest", "memory", Planner.params(Workloads.named("ingest"),
                Drivers.named("memory")).defaults().settings(), 1, "scratch", false);
        List<Exception> failures = new ArrayList<>();
        clock.join(clock.start("coordinator", () -> {
            try {
                new IterationCoordinator(clock, List.of("gen1", "gen2"), runners, request, sink).run();
            } catch (IOException | InterruptedException | RuntimeException e) {
                failures.add(e);
            }
        }));
        return failures;
    }

    /** The second clock gains a millisecond a second, of which there are next to none in the second stage. */
    @Test
    void byHowMuchClocksWereMisjudgedIsToldOfTheMeasuredStage() throws Exception {
        List<RunEvent> events = new ArrayList<>();
        assertThat(run(List.of(new Idle(clock), new Idle(new SkewedClock(clock, Duration.ofSeconds(3), 1000))),
                events::add)).isEmpty();
        List<Double> errors = events.stream().filter(RunEvent.Sampled.class::isInstance)
                .map(e -> ((RunEvent.Sampled) e).reading().reading())
                .filter(r -> r.node().startsWith(MetricSnapshot.SHARE)).map(AgentShare::of).map(AgentShare::clockError)
                .toList();
        assertThat(errors).hasSize(2);
        assertThat(errors.getFirst()).isZero();
        assertThat(errors.getLast()).isCloseTo(0.010, within(0.0005));
    }
}
