package dev.tidemark.bench.jmh;

import module java.base;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.result.Outcome;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What recording one operation takes, without a clock reading, and that it allocates nothing: time is a number that
 * goes up by 1 to 1024 ns per operation, and no interval ends. Run by JMH's main class, with {@code -prof gc} for the
 * bytes per operation.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class RecorderBenchmark {

    private Recorder recorder;
    private long now;
    private long n;

    /** One interval, longer than any run. */
    @Setup
    public void setUp() {
        recorder = new Recorder(1, 0, IntervalRule.every(Duration.ofDays(36_500)));
        recorder.begin(0);
    }

    @Benchmark
    public void closed() {
        long start = now;
        long end = start + 1 + (n++ & 1023);
        recorder.reach(start);
        recorder.enter(0, start);
        recorder.reach(end);
        recorder.closed(0, Outcome.OK, end - start);
        recorder.count(0, Outcome.OK, end, 1, 0, 100, 0, 0, null);
        recorder.log(0, Outcome.OK, null, 0, 0, n, start, start, end);
        now = end;
    }

    /** As {@link #closed}, with each operation slower than the 100 slowest before it. */
    @Benchmark
    public void slower() {
        long start = now;
        long end = start + 100;
        recorder.reach(start);
        recorder.enter(0, start);
        recorder.reach(end);
        recorder.closed(0, Outcome.OK, end - start);
        recorder.count(0, Outcome.OK, end, 1, 0, 100, 0, 0, null);
        recorder.log(0, Outcome.OK, null, 0, 0, n, start - n++, start, end);
        now = end;
    }

    @Benchmark
    public void open() {
        long due = now;
        long start = due + 50;
        long end = start + 1 + (n++ & 1023);
        recorder.due(due);
        recorder.reach(start);
        recorder.enter(0, start);
        recorder.reach(end);
        recorder.open(0, Outcome.OK, start - due, start, end);
        recorder.count(0, Outcome.OK, end, 1, 0, 100, 0, 0, null);
        recorder.log(0, Outcome.OK, null, 0, 0, n, due, start, end);
        now = end;
    }
}
