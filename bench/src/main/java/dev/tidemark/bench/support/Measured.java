package dev.tidemark.bench.support;

import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesCodec;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.RunEvent;
import java.lang.management.ManagementFactory;

/** What a run in this process tells. */
public final class Measured {

    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final SeriesSet series = new SeriesSet();
    private PhaseSpan span;
    private long processor;

    public void accept(RunEvent event) {
        complain(event);
        switch (event) {
            case RunEvent.PhaseBegan phase when phase.span().headline() -> processor = -SYSTEM.getProcessCpuTime();
            case RunEvent.PhaseEnded phase when phase.span().headline() -> {
                processor += SYSTEM.getProcessCpuTime();
                span = phase.span();
            }
            case RunEvent.Measured interval -> series.add(SeriesCodec.decode(interval.interval().series()));
            default -> { }
        }
    }

    /** @throws IllegalStateException when an iteration did not end well */
    public static void complain(RunEvent event) {
        if (event instanceof RunEvent.Ended ended && ended.state() != IterationState.DONE) {
            throw new IllegalStateException("it is " + ended.state() + ": " + ended.verdict());
        }
    }

    public LogHistogram times(LatencyKind kind) {
        return series.overall(kind);
    }

    /** Operations per second, mean, p50 and p99 in µs, processor time of this process per operation in µs. */
    public double[] figures(LogHistogram times) {
        long units = series.total().units();
        return new double[] {units * 1e9 / span.nanos(), times.mean() / 1e3, times.quantile(0.5) / 1e3,
            times.quantile(0.99) / 1e3, processor / (double) units / 1e3};
    }
}
