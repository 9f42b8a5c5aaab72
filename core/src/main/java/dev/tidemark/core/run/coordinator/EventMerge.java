package dev.tidemark.core.run.coordinator;

import module java.base;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;

/**
 * What several runners tell of one iteration, told as one: of the target and its machine by the leading one; of the
 * load put together. Times are the leading runner's; the others' are moved by what their stages seem to begin apart, since
 * all begin at the same moment. A single one's events pass as they are, but for the time of day. Thread-safe.
 */
final class EventMerge {

    private static final int LEAD = Share.LEAD;

    private final Clock clock;
    private final List<String> names;
    private final Consumer<RunEvent> sink;
    /** Of each runner, everything recorded in the headline stage. */
    private final List<SeriesSet> headline = new ArrayList<>();
    private final long[] origins;
    /** What is to be added to a runner's times. */
    private final long[] shifts;
    private final RunStatus[] status;
    /** Parts of intervals that were told, by phase and position. */
    private final Map<Long, Integer> parts = new HashMap<>();
    /** Index of the headline stage's phase; below 0 while it has not been made ready. */
    private int headlinePhase = -1;
    /** Whether all of them run a stage. */
    private boolean together;
    /** Its workers, on all of them. */
    private int workers;

    /**
     * @param clock of the coordinator, by which the time of day is told: a runner's may be wrong
     * @param names of the runners, by their number
     */
    EventMerge(Clock clock, List<String> names, Consumer<RunEvent> sink) {
        this.clock = clock;
        this.names = List.copyOf(names);
        this.sink = sink;
        origins = new long[names.size()];
        shifts = new long[names.size()];
        status = new RunStatus[names.size()];
        names.forEach(name -> headline.add(new SeriesSet()));
    }

    /** Where the numbers of the iteration come from. */
    synchronized void measures(int phase) {
        headlinePhase = phase;
    }

    /**
     * A stage that all run begins.
     *
     * @param at  by each runner's clock, the same moment
     * @param all its workers, on all of them
     */
    synchronized void begins(long[] at, int all) {
        together = true;
        workers = all;
        for (int i = 0; i < shifts.length; i++) {
            shifts[i] = at[LEAD] - origins[LEAD] - (at[i] - origins[i]);
        }
    }

    /** It is over. @param whole it, as all of them ran it */
    synchronized void ended(RunEvent.PhaseEnded whole) {
        together = false;
        Arrays.fill(status, null); // in what follows the others may do nothing
        sink.accept(whole);
    }

    /** The leading runner's clock at the iteration's start. */
    synchronized long origin() {
        return origins[LEAD];
    }

    /** What is to be added to a runner's times, in nanoseconds. */
    synchronized long shift(int runner) {
        return shifts[runner];
    }

    /** Everything that one runner recorded in the headline stage. */
    synchronized SeriesSet headline(int runner) {
        SeriesSet copy = new SeriesSet();
        copy.add(headline.get(runner));
        return copy;
    }

    /** The same of all. */
    synchronized SeriesSet headline() {
        SeriesSet all = new SeriesSet();
        headline.forEach(all::add);
        return all;
    }

    private boolean single() {
        return names.size() == 1;
    }

    /** @param runner who tells it */
    synchronized void pass(int runner, RunEvent event) {
        if (event instanceof RunEvent.Measured measured && measured.interval().phase() == headlinePhase) {
            headline.get(runner).add(Timeline.sum(List.of(measured.interval())));
        }
        if (single() && !(event instanceof RunEvent.Started)) {
            sink.accept(event);
            return;
        }
        switch (event) {
            case RunEvent.Started e -> {
                origins[runner] = e.monotonic();
                ofLead(runner, new RunEvent.Started(e.iteration(), clock.wallTime(), e.monotonic()));
            }
            case RunEvent.Measured e -> sink.accept(new RunEvent.Measured(e.iteration(),
                    part(e.interval(), shifts[runner])));
            case RunEvent.Progressed e -> progressed(runner, e);
            case RunEvent.Sampled e -> sampled(runner, e);
            case RunEvent.EventLogged e -> sink.accept(runner == LEAD ? e : new RunEvent.EventLogged(e.iteration(),
                    new Event(e.note().at() + shifts[runner], e.note().kind(), "Agent " + names.get(runner) + ": "
                            + e.note().text())));
            case RunEvent.OperationsLogged e -> sink.accept(new RunEvent.OperationsLogged(e.iteration(),
                    e.operations().stream().map(o -> moved(o, shifts[runner])).toList()));
            case RunEvent.LogWritten e -> sink.accept(new RunEvent.LogWritten(e.iteration(), by(runner, e.block())));
            case RunEvent.PhaseBegan e -> ofLead(runner, !together ? e : new RunEvent.PhaseBegan(e.iteration(),
                    e.span().with(workers)));
            case RunEvent.PhaseEnded e -> {
                if (!together) { // else it is told when all have ended it
                    ofLead(runner, e);
                }
            }
            case RunEvent.Detected e -> ofLead(runner, e);
            case RunEvent.TrialEnded e -> ofLead(runner, e);
            case RunEvent.Answered e -> ofLead(runner, e);
            case RunEvent.Ended e -> ofLead(runner, e);
        }
    }

    private void ofLead(int runner, RunEvent event) {
        if (runner == LEAD) {
            sink.accept(event);
        }
    }

    /** The parts of an interval add up, whoever measured them. */
    private Interval part(Interval i, long shift) {
        int number = parts.merge((long) i.phase() << Integer.SIZE | i.seq(), 1, Integer::sum) - 1;
        return new Interval(i.phase(), i.seq(), number, i.start() + shift, i.end() + shift, i.stuck(), i.series());
    }

    private static LogBlock by(int runner, LogBlock b) {
        return new LogBlock(b.phase(), runner, b.seq(), b.rows(), b.columns());
    }

    private static LoggedOperation moved(LoggedOperation o, long shift) {
        return new LoggedOperation(o.phase(), o.why(), o.kind(), o.outcome(), o.reason(), o.lane(), o.n(), o.name(),
                o.due() + shift, o.start() + shift, o.end() + shift);
    }

    private void progressed(int runner, RunEvent.Progressed event) {
        status[runner] = event.live();
        if (runner == LEAD) {
            sink.accept(new RunEvent.Progressed(event.iteration(), Arrays.stream(status).filter(Objects::nonNull)
                    .reduce(RunStatus::with).orElseThrow()));
        }
    }

    /** Of a machine that only makes load, what its process used is told, under its name. */
    private void sampled(int runner, RunEvent.Sampled event) {
        MetricSnapshot reading = event.reading().reading();
        if (reading.node().equals(MetricSnapshot.GENERATOR)) {
            sink.accept(new RunEvent.Sampled(event.iteration(), new TimedSnapshot(event.reading().at()
                    + shifts[runner], event.reading().moment(), new MetricSnapshot(
                    MetricSnapshot.AGENT + names.get(runner), reading.counters(), reading.gauges()))));
        } else {
            ofLead(runner, event);
        }
    }
}
