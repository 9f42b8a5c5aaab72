package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.time.VirtualClock;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/** Runs single iterations of ingest on the memory driver, in virtual time, and keeps what is told of them. */
final class Runs {

    private static final Workload INGEST = Workloads.named("ingest");

    final VirtualClock clock = new VirtualClock();
    final InProcessRunner runner = new InProcessRunner(clock);
    final List<RunEvent> events = new ArrayList<>();
    private final Path folder;
    boolean keep;
    long seed = 1;

    Runs(Path folder) {
        MemoryDriver.reset();
        this.folder = folder;
    }

    Path scratch() {
        return folder.resolve("scratch");
    }

    /** @param settings name, text, name, text … */
    RunRequest request(String... settings) {
        Values values = Planner.params(INGEST, Drivers.named("memory")).defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        values = INGEST.effective(values);
        values.params().check(values);
        return new RunRequest(7, "ingest", "memory", values.settings(), seed, scratch().toString(), keep);
    }

    /** Runs one iteration and returns how it ended. */
    RunEvent.Ended run(String... settings) {
        RunRequest request = request(settings);
        events.clear();
        try {
            clock.join(clock.start("iteration", () -> runner.run(request, events::add)));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return (RunEvent.Ended) events.getLast();
    }

    <E extends RunEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    IterationDetail detail() {
        return new IterationDetail("ingest", List.of(), all(RunEvent.PhaseEnded.class, e -> List.of(e.span())),
                all(RunEvent.Measured.class, e -> List.of(e.interval())),
                all(RunEvent.PhaseEnded.class, RunEvent.PhaseEnded::outcomes),
                all(RunEvent.Sampled.class, e -> List.of(e.reading())),
                all(RunEvent.PhaseEnded.class, RunEvent.PhaseEnded::workers),
                all(RunEvent.EventLogged.class, e -> List.of(e.note())));
    }

    private <E extends RunEvent, T> List<T> all(Class<E> type, Function<E, List<T>> part) {
        return events(type).stream().flatMap(e -> part.apply(e).stream()).toList();
    }

    Map<String, Double> measures() {
        return INGEST.summarise(detail(), Drivers.named("memory").measures()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, MeasuredValue::number));
    }

    List<OutcomeCount> outcomes() {
        return detail().outcomes();
    }

    List<WorkerCount> workers() {
        return detail().workers();
    }

    List<String> notes(String kind) {
        return detail().events().stream().filter(e -> e.kind().equals(kind)).map(Event::text).toList();
    }

    Optional<PhaseSpan> headline() {
        return detail().headline();
    }

    /** What the target counted, without the machine's own counters. */
    List<TimedSnapshot> readings() {
        return detail().readings().stream().filter(r -> r.reading().ofTarget()).toList();
    }

    /** Everything recorded in the measured phase. */
    SeriesSet series() {
        SeriesSet all = new SeriesSet();
        int phase = headline().orElseThrow().index();
        for (Interval interval : detail().intervals()) {
            if (interval.phase() == phase) {
                all.add(SeriesCodec.decode(interval.series()));
            }
        }
        return all;
    }
}
