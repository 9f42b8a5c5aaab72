package dev.tidemark.core.result;

import module java.base;
import dev.tidemark.core.param.Setting;

/** Everything raw that is stored of one iteration. The measures are a pure function of this. */
public record IterationDetail(String workload, List<Setting> settings, List<PhaseSpan> phases, List<Interval> intervals,
        List<OutcomeCount> outcomes, List<TimedSnapshot> readings, List<WorkerCount> workers, List<Event> events,
        List<LoggedOperation> operations, List<LogBlock> log) {

    public IterationDetail {
        settings = List.copyOf(settings);
        intervals = List.copyOf(intervals);
        phases = reaching(phases, intervals);
        outcomes = List.copyOf(outcomes);
        readings = List.copyOf(readings);
        workers = List.copyOf(workers);
        events = List.copyOf(events);
        operations = List.copyOf(operations);
        log = List.copyOf(log);
    }

    /** One whose operations were not logged one by one. */
    public IterationDetail(String workload, List<Setting> settings, List<PhaseSpan> phases, List<Interval> intervals,
            List<OutcomeCount> outcomes, List<TimedSnapshot> readings, List<WorkerCount> workers, List<Event> events,
            List<LoggedOperation> operations) {
        this(workload, settings, phases, intervals, outcomes, readings, workers, events, operations, List.of());
    }

    /** One of which no operation is remembered by itself. */
    public IterationDetail(String workload, List<Setting> settings, List<PhaseSpan> phases, List<Interval> intervals,
            List<OutcomeCount> outcomes, List<TimedSnapshot> readings, List<WorkerCount> workers, List<Event> events) {
        this(workload, settings, phases, intervals, outcomes, readings, workers, events, List.of());
    }

    /** A phase whose end nobody told is known as far as its intervals reach. */
    private static List<PhaseSpan> reaching(List<PhaseSpan> phases, List<Interval> intervals) {
        return phases.stream().map(p -> p.ended() ? p : p.reaching(intervals.stream()
                .filter(i -> i.phase() == p.index()).mapToLong(Interval::end).max().orElse(p.start()))).toList();
    }

    /** The phase that the iteration's numbers come from; empty when it did not get that far. */
    public Optional<PhaseSpan> headline() {
        return phases.stream().filter(PhaseSpan::headline).findFirst();
    }

    /** What all nodes, the target's and others, counted at one of the moments that bound the headline phase. */
    public List<TimedSnapshot> readings(String moment) {
        return readings.stream().filter(r -> r.moment().equals(moment)).toList();
    }
}
