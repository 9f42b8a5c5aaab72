package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;

/** Tells what happens in an iteration, on its own time axis. Thread-safe; tells nothing once it is over. */
final class IterationEvents {

    private final Clock clock;
    private final long iteration;
    private final Consumer<RunEvent> sink;
    private final long origin;
    private boolean closed;

    /** The iteration begins now. */
    IterationEvents(Clock clock, long iteration, Consumer<RunEvent> sink) {
        this(clock, iteration, clock.nanoTime(), sink);
    }

    /** @param origin the clock's reading at the iteration's start */
    IterationEvents(Clock clock, long iteration, long origin, Consumer<RunEvent> sink) {
        this.clock = clock;
        this.iteration = iteration;
        this.sink = sink;
        this.origin = origin;
    }

    long iteration() {
        return iteration;
    }

    /** The clock's reading at the iteration's start. */
    long origin() {
        return origin;
    }

    /** Nanoseconds since the iteration's start. */
    long now() {
        return clock.nanoTime() - origin;
    }

    void started() {
        emit(new RunEvent.Started(iteration, clock.wallTime(), origin));
    }

    /** Begins a phase without load. @return when */
    long begin(int index, Phase phase) {
        long start = now();
        emit(new RunEvent.PhaseBegan(iteration, PhaseSpan.begun(index, phase, false, start, 0, false)));
        return start;
    }

    void progress(Phase phase, long start, long done, long total) {
        emit(new RunEvent.Progressed(iteration, RunStatus.of(now(), phase, start, done, total)));
    }

    void end(int index, Phase phase, long start) {
        emit(new RunEvent.PhaseEnded(iteration, PhaseSpan.idle(index, phase, start, now()), List.of(), List.of()));
    }

    /** Ends a preload without a load. @param units that were stored; 0 when nobody knows */
    void prepared(int index, long start, long units) {
        emit(new RunEvent.PhaseEnded(iteration, PhaseSpan.idle(index, Phase.PRELOAD, start, now()),
                units == 0 ? List.of() : List.of(new OutcomeCount(index, "store", Outcome.OK, "", units, units)),
                List.of()));
    }

    void sample(TimedSnapshot reading) {
        emit(new RunEvent.Sampled(iteration, reading));
    }

    void note(String kind, String text) {
        note(new Event(now(), kind, text));
    }

    void note(Event event) {
        emit(new RunEvent.EventLogged(iteration, event));
    }

    synchronized void emit(RunEvent event) {
        if (!closed) {
            sink.accept(event);
        }
    }

    /** A driver's own threads may have something to say when all is over. */
    synchronized void close() {
        closed = true;
    }
}
