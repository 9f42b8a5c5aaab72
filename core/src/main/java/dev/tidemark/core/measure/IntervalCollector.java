package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.WorkerCount;

/**
 * Merges what workers hand over into the intervals of a phase. An interval is published once, on time, as part 0; what
 * belongs to it and comes later follows as part 1, 2 …: what stragglers did, and the latencies of operations that were
 * due in it and ended later. Not thread-safe.
 */
public final class IntervalCollector {

    private final int phase;
    private final long phaseStart;
    private final IntervalRule rule;
    private final List<RecorderSource> sources;
    private final List<String> steps;
    private final Consumer<Interval> sink;
    /** Null where operations are not logged one by one. */
    private final LogBlockWriter log;
    private final Consumer<LogBlock> logSink;
    private final TreeMap<Integer, SeriesSet> pending = new TreeMap<>();
    private final Map<Integer, Integer> parts = new HashMap<>();
    /** By the name of the kind. */
    private final Map<String, OutcomeTotals> ends = new LinkedHashMap<>();
    private final WorkerTotals[] work;
    private int next;

    /** How operations of a kind ended, by outcome. */
    private static final class OutcomeTotals {
        final long[] operations = new long[Outcome.values().length];
        final long[] units = new long[Outcome.values().length];
    }

    /** What a worker's buffers amounted to. */
    private static final class WorkerTotals {
        long operations;
        long units;
        long failed;
        long busy;
        /** Units done, by the number of the kind. */
        final long[] ofKind;

        WorkerTotals(int kinds) {
            ofKind = new long[kinds];
        }

        /** @param names of the kinds as they are recorded */
        Map<String, Long> kinds(String group, List<String> names) {
            Map<String, Long> kinds = new LinkedHashMap<>();
            for (int kind = 0; kind < ofKind.length; kind++) {
                if (ofKind[kind] > 0) {
                    kinds.put(QualifiedNames.own(group, names.get(kind)).orElse(names.get(kind)), ofKind[kind]);
                }
            }
            return kinds;
        }
    }

    /**
     * @param phase      index of the phase
     * @param phaseStart its start, in nanoseconds since the iteration's start
     * @param sources    one per worker
     * @param steps      names of the kinds of steps that the recorders record
     * @param sink       receives the intervals
     */
    public IntervalCollector(int phase, long phaseStart, IntervalRule rule, List<RecorderSource> sources,
            List<String> steps, Consumer<Interval> sink) {
        this(phase, phaseStart, rule, sources, steps, sink, null, block -> { });
    }

    /**
     * The same where operations are logged one by one, too.
     *
     * @param logged  which of them; null for none
     * @param logSink receives them, when an interval is published, or before where there are many
     */
    public IntervalCollector(int phase, long phaseStart, IntervalRule rule, List<RecorderSource> sources,
            List<String> steps, Consumer<Interval> sink, LogSample logged, Consumer<LogBlock> logSink) {
        this.log = logged == null ? null : new LogBlockWriter(phase, logged);
        this.logSink = logSink;
        this.phase = phase;
        this.phaseStart = phaseStart;
        this.rule = rule;
        this.sources = sources;
        this.steps = steps;
        this.sink = sink;
        sources.forEach(s -> s.kinds().forEach(kind -> ends.putIfAbsent(kind, new OutcomeTotals())));
        work = new WorkerTotals[sources.size()];
        for (int i = 0; i < work.length; i++) {
            work[i] = new WorkerTotals(sources.get(i).kinds().size());
        }
    }

    /** The first interval that has not been published. */
    public int next() {
        return next;
    }

    /** Takes in what was handed over. */
    public void collect() {
        for (int worker = 0; worker < sources.size(); worker++) {
            Recorder recorder = sources.get(worker).recorder();
            for (IntervalBuffer intervalBuffer = recorder.collect(); intervalBuffer != null;) {
                IntervalBuffer following = intervalBuffer.next;
                take(worker, intervalBuffer);
                recorder.recycle(intervalBuffer);
                intervalBuffer = following;
            }
            if (log != null) {
                collectLog(sources.get(worker));
            }
        }
    }

    private void collectLog(RecorderSource source) {
        Recorder recorder = source.recorder();
        for (LogBuffer buffer = recorder.collectLog(); buffer != null;) {
            LogBuffer following = buffer.next;
            log.add(buffer, source.kinds(), phaseStart);
            recorder.recycle(buffer);
            buffer = following;
            if (log.isFull()) {
                publishLog();
            }
        }
    }

    private void publishLog() {
        if (log != null && !log.isEmpty()) {
            logSink.accept(log.take());
        }
    }

    /** Takes in what a lost worker, which records no more, had not handed over. */
    public void takeFromLost(int worker) {
        sources.get(worker).recorder().takeFromLost().forEach(intervalBuffer -> take(worker, intervalBuffer));
        if (log != null && sources.get(worker).recorder().logsEach()) {
            log.add(sources.get(worker).recorder().takeLogFromLost(), sources.get(worker).kinds(), phaseStart);
        }
    }

    private void take(int worker, IntervalBuffer intervalBuffer) {
        List<String> kinds = sources.get(worker).kinds();
        intervalBuffer.addTo(pending.computeIfAbsent(intervalBuffer.seq(), s -> new SeriesSet()), kinds, steps);
        for (int kind = 0; kind < kinds.size(); kind++) {
            work[worker].operations += intervalBuffer.operations(kind);
            work[worker].units += intervalBuffer.units(kind);
            work[worker].ofKind[kind] += intervalBuffer.units(kind);
            work[worker].failed += intervalBuffer.failedUnits(kind);
            work[worker].busy += intervalBuffer.busy(kind);
            OutcomeTotals of = ends.get(kinds.get(kind));
            for (Outcome outcome : Outcome.values()) {
                of.operations[outcome.ordinal()] += intervalBuffer.operations(kind, outcome);
                of.units[outcome.ordinal()] += intervalBuffer.units(kind, outcome);
            }
        }
    }

    /** Whether every worker has handed over what belongs to the next interval. */
    public boolean nextIsComplete() {
        return sources.stream().allMatch(s -> s.recorder().reached() > next);
    }

    /** Publishes the next interval. */
    public void publishNext() {
        publish(next, rule.end(next));
        next++;
        publishLog();
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
        int stuck = part > 0 ? 0 : (int) sources.stream().map(RecorderSource::recorder)
                .filter(r -> r.inside() && r.reached() <= seq).count();
        sink.accept(new Interval(phase, seq, part, phaseStart + rule.start(seq), phaseStart + end, stuck,
                SeriesCodec.encode(set)));
    }

    /** Publishes everything that is left; the last interval ends with the phase, {@code end} after its start. */
    public void finish(long end) {
        collect();
        int last = Math.max(next - 1, end > 0 ? rule.seqAt(end) : pending.isEmpty() ? -1 : pending.firstKey());
        gatherBehind(last);
        publishLate();
        while (next <= last) {
            publish(next, Math.min(rule.end(next), Math.max(end, rule.start(next))));
            next++;
        }
        publishLog();
    }

    /** What background groups did after the load's end is told with its last interval, and not as time without load. */
    private void gatherBehind(int last) {
        while (!pending.isEmpty() && pending.lastKey() > last) {
            pending.computeIfAbsent(last, _ -> new SeriesSet()).add(pending.pollLastEntry().getValue());
        }
    }

    /** What each worker did, from what was collected. */
    public List<WorkerCount> workers() {
        List<WorkerCount> counts = new ArrayList<>();
        for (int i = 0; i < work.length; i++) {
            RecorderSource recorderSource = sources.get(i);
            counts.add(new WorkerCount(phase, i, recorderSource.group(), work[i].operations, work[i].units,
                    work[i].failed, work[i].busy, work[i].kinds(recorderSource.group(), recorderSource.kinds())));
        }
        return counts;
    }

    /**
     * How operations ended, and why; at most {@link FailureReasons#MAX} reasons of a kind. Only when the workers are
     * done.
     */
    public List<OutcomeCount> outcomes() {
        List<OutcomeCount> counts = new ArrayList<>();
        ends.forEach((kind, of) -> {
            FailureReasons all = new FailureReasons();
            for (RecorderSource recorderSource : sources) {
                int number = recorderSource.kinds().indexOf(kind);
                if (number >= 0) {
                    all.add(recorderSource.recorder().reasons(number));
                }
            }
            addOutcomes(kind, of, all, counts);
        });
        return counts;
    }

    /**
     * The slowest operations of each kind, the slowest first, then the first ones that failed. Only when the workers
     * are done.
     *
     * @param origin the clock's reading from which times count
     * @param slow   whether the slow ones are wanted
     */
    public List<LoggedOperation> logged(long origin, boolean slow) {
        List<LoggedOperation> failed = new ArrayList<>();
        Map<String, List<LoggedOperation>> slowest = new TreeMap<>();
        for (RecorderSource recorderSource : sources) {
            for (LoggedOperation o : recorderSource.recorder().log().all()) {
                LoggedOperation named = new LoggedOperation(phase, o.why(),
                        recorderSource.kinds().get(Integer.parseInt(o.kind())), o.outcome(), o.reason(), o.lane(),
                        o.n(), o.name(), o.due() - origin, o.start() - origin, o.end() - origin);
                (o.why() == LoggedOperation.Why.FAILED ? failed
                        : slowest.computeIfAbsent(named.kind(), k -> new ArrayList<>())).add(named);
            }
        }
        List<LoggedOperation> all = new ArrayList<>();
        if (slow) {
            slowest.values().forEach(of -> all.addAll(of.stream()
                    .sorted(Comparator.comparingLong(LoggedOperation::nanos).reversed()).limit(OperationLog.SLOWEST)
                    .toList()));
        }
        all.addAll(failed.stream().sorted(Comparator.comparingLong(LoggedOperation::end)).limit(OperationLog.FAILED)
                .toList());
        return all;
    }

    private void addOutcomes(String kind, OutcomeTotals of, FailureReasons failureReasons, List<OutcomeCount> counts) {
        for (Outcome outcome : Outcome.values()) {
            long unnamed = of.operations[outcome.ordinal()];
            long unnamedUnits = of.units[outcome.ordinal()];
            for (var entry : failureReasons.all().entrySet()) {
                if (entry.getKey().outcome() == outcome) {
                    FailureReasons.Count count = entry.getValue();
                    counts.add(new OutcomeCount(phase, kind, outcome, entry.getKey().reason(),
                            count.operations, count.units));
                    unnamed -= count.operations;
                    unnamedUnits -= count.units;
                }
            }
            if (unnamed > 0) {
                counts.add(new OutcomeCount(phase, kind, outcome, "", unnamed, unnamedUnits));
            }
        }
    }
}
