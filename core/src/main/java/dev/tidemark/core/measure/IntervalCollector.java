package dev.tidemark.core.measure;

import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.WorkerCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Merges what workers hand over into the intervals of a phase. An interval is published once, on time, as part 0; what
 * belongs to it and comes later follows as part 1, 2 …. Not thread-safe.
 */
public final class IntervalCollector {

    private final int phase;
    private final long phaseStart;
    private final IntervalRule rule;
    private final List<String> kinds;
    private final List<String> steps;
    private final List<Recorder> recorders;
    private final Consumer<Interval> sink;
    private final TreeMap<Integer, SeriesSet> pending = new TreeMap<>();
    private final Map<Integer, Integer> parts = new HashMap<>();
    private final long[][] operations;
    private final long[][] units;
    private final Work[] work;
    private int next;

    /** What a worker's sheets amounted to. */
    private static final class Work {
        long operations;
        long units;
        long busy;
    }

    /**
     * @param phase      index of the phase
     * @param phaseStart its start, in nanoseconds since the iteration's start
     * @param kinds      names of the kinds of operations
     * @param steps      names of the kinds of steps that the recorders record
     * @param recorders  one per worker
     * @param sink       receives the intervals
     */
    public IntervalCollector(int phase, long phaseStart, IntervalRule rule, List<String> kinds, List<String> steps,
            List<Recorder> recorders, Consumer<Interval> sink) {
        this.phase = phase;
        this.phaseStart = phaseStart;
        this.rule = rule;
        this.kinds = kinds;
        this.steps = steps;
        this.recorders = recorders;
        this.sink = sink;
        operations = new long[kinds.size()][Outcome.values().length];
        units = new long[kinds.size()][Outcome.values().length];
        work = new Work[recorders.size()];
        for (int i = 0; i < work.length; i++) {
            work[i] = new Work();
        }
    }

    /** The first interval that has not been published. */
    public int next() {
        return next;
    }

    /** Takes in what was handed over. */
    public void collect() {
        for (int worker = 0; worker < recorders.size(); worker++) {
            Recorder recorder = recorders.get(worker);
            for (Sheet sheet = recorder.collect(); sheet != null;) {
                Sheet following = sheet.next;
                take(worker, sheet);
                recorder.recycle(sheet);
                sheet = following;
            }
        }
    }

    /** Takes in what a lost worker, which records no more, had not handed over. */
    public void seize(int worker) {
        take(worker, recorders.get(worker).seize());
    }

    private void take(int worker, Sheet sheet) {
        sheet.addTo(pending.computeIfAbsent(sheet.seq(), s -> new SeriesSet()), kinds, steps);
        for (int kind = 0; kind < kinds.size(); kind++) {
            work[worker].operations += sheet.operations(kind);
            work[worker].units += sheet.units(kind);
            work[worker].busy += sheet.busy(kind);
            for (Outcome outcome : Outcome.values()) {
                operations[kind][outcome.ordinal()] += sheet.operations(kind, outcome);
                units[kind][outcome.ordinal()] += sheet.units(kind, outcome);
            }
        }
    }

    /** Whether every worker has handed over what belongs to the next interval. */
    public boolean nextIsComplete() {
        return recorders.stream().allMatch(r -> r.reached() > next);
    }

    /** Publishes the next interval. */
    public void publishNext() {
        publish(next, rule.end(next));
        next++;
    }

    private void publish(int seq, long end) {
        SeriesSet set = pending.remove(seq);
        send(seq, end, set == null ? new SeriesSet() : set);
    }

    /** Publishes what came late for intervals that are out. */
    public void publishLate() {
        while (!pending.isEmpty() && pending.firstKey() < next) {
            var late = pending.pollFirstEntry();
            send(late.getKey(), rule.end(late.getKey()), late.getValue());
        }
    }

    private void send(int seq, long end, SeriesSet set) {
        int part = parts.merge(seq, 0, (old, zero) -> old + 1);
        int stuck = (int) recorders.stream().filter(r -> r.inside() && r.reached() <= seq).count();
        sink.accept(new Interval(phase, seq, part, phaseStart + rule.start(seq), phaseStart + end, stuck,
                SeriesCodec.encode(set)));
    }

    /** Publishes everything that is left; the last interval ends with the phase, {@code end} after its start. */
    public void finish(long end) {
        collect();
        publishLate();
        int last = Math.max(end > 0 ? rule.seqAt(end) : -1, pending.isEmpty() ? -1 : pending.lastKey());
        while (next <= last) {
            publish(next, Math.min(rule.end(next), Math.max(end, rule.start(next))));
            next++;
        }
    }

    /** What each worker did, from what was collected. */
    public List<WorkerCount> workers() {
        List<WorkerCount> counts = new ArrayList<>();
        for (int i = 0; i < work.length; i++) {
            counts.add(new WorkerCount(phase, i, work[i].operations, work[i].units, work[i].busy));
        }
        return counts;
    }

    /** How operations ended, and why; at most {@link Reasons#MAX} reasons of a kind. Only when the workers are done. */
    public List<OutcomeCount> outcomes() {
        List<OutcomeCount> counts = new ArrayList<>();
        for (int kind = 0; kind < kinds.size(); kind++) {
            Reasons all = new Reasons();
            for (Recorder recorder : recorders) {
                all.add(recorder.reasons(kind));
            }
            addOutcomes(kind, all, counts);
        }
        return counts;
    }

    private void addOutcomes(int kind, Reasons reasons, List<OutcomeCount> counts) {
        for (Outcome outcome : Outcome.values()) {
            long unnamed = operations[kind][outcome.ordinal()];
            long unnamedUnits = units[kind][outcome.ordinal()];
            for (var entry : reasons.all().entrySet()) {
                if (entry.getKey().outcome() == outcome) {
                    Reasons.Count count = entry.getValue();
                    counts.add(new OutcomeCount(phase, kinds.get(kind), outcome, entry.getKey().reason(),
                            count.operations, count.units));
                    unnamed -= count.operations;
                    unnamedUnits -= count.units;
                }
            }
            if (unnamed > 0) {
                counts.add(new OutcomeCount(phase, kinds.get(kind), outcome, "", unnamed, unnamedUnits));
            }
        }
    }
}
