package dev.tidemark.store.results;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.measure.IntervalCollector;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.LogSample;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.measure.RecorderSource;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;

/** What the tests store. */
public final class Samples {

    public static final long SECOND = 1_000_000_000L;
    public static final Instant START = Instant.parse("2026-03-01T12:00:00.123456789Z");

    private Samples() {}

    /** A clock whose wall time the test sets; nobody in the store waits. */
    public static final class HandClock implements Clock {
        private Instant now = START;

        public void advance(Duration by) {
            now = now.plus(by);
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant wallTime() {
            return now;
        }

        @Override
        public void sleepUntil(long nanoTime) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void spinUntil(long nanoTime) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Thread start(String name, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }

    public static NewBatch batch(String label, int expected) {
        return batch(label, "matrix", "hash-1", 7, expected);
    }

    public static NewBatch batch(String label, String space, String specHash, long seed, int expected) {
        return new NewBatch(label, "ingest", "elapsed", space, "label: " + label + "\n", specHash, seed, "0.1.0",
                EngineMeasures.ALL, Map.of("shards", "1", "batch-size", "10"), expected);
    }

    public static NewIteration iteration(long batch, int position, int round, int attempt) {
        return new NewIteration(batch, position, "point-" + position, round, attempt, 0, START.plusSeconds(position),
                123_456_789L, settings(position));
    }

    public static List<Setting> settings(int shards) {
        return List.of(new Setting("shards", Integer.toString(shards), (double) shards, "", SettingOrigin.VARY),
                new Setting("payload", "10kB", 10_000.0, "B", SettingOrigin.SET),
                new Setting("source", "generate", null, "", SettingOrigin.DECLARED), Setting.tag("disk-type", "EBS"));
    }

    /** An interval of one insert of {@code nanos} for each of {@code operations}. */
    public static Interval interval(int phase, int seq, int part, long start, long end, int operations, long nanos) {
        SeriesSet set = new SeriesSet();
        LogHistogram histogram = new LogHistogram();
        histogram.record(nanos, operations);
        set.add(SeriesKey.of("insert", LatencyKind.SERVICE), histogram);
        set.add("insert", new Totals(operations, operations, 0, operations, 0, operations * 100L, 0, 0));
        return new Interval(phase, seq, part, start, end, seq % 3, SeriesCodec.encode(set));
    }

    public static TimedSnapshot reading(long at, String moment, double counter) {
        return new TimedSnapshot(at, moment,
                new MetricSnapshot("node-1", Map.of("flush-write", counter, "stall-time", 0.25),
                Map.of("on-disk-size", 1.5e6)));
    }

    public static final PhaseSpan SPAN = new PhaseSpan(0, Phase.MEASURE, true, 5, 3 * SECOND, 2, 16, false, 0, 77);
    public static final List<OutcomeCount> OUTCOMES = List.of(
            new OutcomeCount(0, "insert", Outcome.FAILURE, "disk full", 2, 2),
            new OutcomeCount(0, "insert", Outcome.OK, "", 998, 998));
    public static final List<WorkerCount> WORKERS = List.of(
            new WorkerCount(0, 0, "readers", 500, 500, 3L, 123, Map.of("read", 400L, "write", 100L)),
            new WorkerCount(0, 1, "", 500, 500, null, 456));
    public static final List<Event> EVENTS = List.of(new Event(10, "note", "first"), new Event(9, "warning", "second"));
    public static final List<LoggedOperation> OPERATIONS = List.of(
            new LoggedOperation(0, LoggedOperation.Why.SLOW, "insert", Outcome.OK, "", 3, 1L << 40, "/a.xml", 1, 2, 3),
            new LoggedOperation(0, LoggedOperation.Why.FAILED, "insert", Outcome.FAILURE, "disk full", 3, 7, "", 4, 5,
            6));
    public static final LogBlock LOG = log();
    public static final List<MeasuredValue> VALUES = List.of(MeasuredValue.of("flush-write", 159.25),
            new MeasuredValue("stall-time", 0.1, true));

    /** Two operations, as a recorder logs them. */
    private static LogBlock log() {
        LogSample all = new LogSample(10);
        Recorder recorder = new Recorder(1, 0, IntervalRule.AUTO, 1, all, 1);
        List<LogBlock> blocks = new ArrayList<>();
        IntervalCollector collector = new IntervalCollector(0, 0, IntervalRule.AUTO,
                List.of(new RecorderSource(recorder, "", List.of("insert"))), List.of(), i -> { }, all, blocks::add);
        recorder.begin(0);
        recorder.logEach(0, Outcome.OK, null, 3, 1L << 40, 5, 1, 2, 30, 25, 12);
        recorder.logEach(0, Outcome.FAILURE, "disk full", 3, 7, -1, 4, 5, 6, -1, 0);
        recorder.finish();
        collector.finish(40);
        return blocks.getFirst();
    }

    /** Writes a whole iteration. @return its number */
    public static long write(ResultStore store, long batch, int position, int round) {
        long id = store.beginIteration(iteration(batch, position, round, 1));
        for (int i = 0; i < 3; i++) {
            store.addInterval(id, interval(0, i, 0, i * SECOND, (i + 1) * SECOND, 10 + i, 1000));
        }
        store.addInterval(id, interval(0, 1, 1, SECOND, 2 * SECOND, 1, 5000));
        store.addReading(id, reading(0, TimedSnapshot.START, 1));
        store.addReading(id, reading(SECOND, TimedSnapshot.DURING, 2));
        store.addReading(id, reading(3 * SECOND, TimedSnapshot.END, 3.5));
        store.addPhase(id, SPAN, OUTCOMES, WORKERS);
        EVENTS.forEach(e -> store.addEvent(id, e));
        store.record(new RunEvent.OperationsLogged(id, OPERATIONS));
        store.record(new RunEvent.LogWritten(id, LOG));
        store.endIteration(id, IterationState.DONE, "", VALUES);
        return id;
    }
}
