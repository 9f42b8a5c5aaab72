package dev.tidemark.core.time;

import module java.base;

/** The clock of another machine in the time of a first one: it reads something else, and goes faster or slower. */
public final class SkewedClock implements Clock {

    private static final long MILLION = 1_000_000;

    private final Clock base;
    private final long ahead;
    private final long drift;

    /** @param drift nanoseconds that it gains in a millisecond; below 0 for those that it loses */
    public SkewedClock(Clock base, Duration ahead, long drift) {
        this.base = base;
        this.ahead = ahead.toNanos();
        this.drift = drift;
    }

    /** What this clock reads when the first one reads that. */
    public long local(long nanoTime) {
        return nanoTime + ahead + Math.floorDiv(nanoTime * drift, MILLION);
    }

    /** The first reading of the first clock at which this one reads as much. */
    public long base(long local) {
        long guess = local - ahead - Math.floorDiv((local - ahead) * drift, MILLION);
        while (local(guess) >= local) {
            guess--;
        }
        while (local(guess) < local) {
            guess++;
        }
        return guess;
    }

    @Override
    public long nanoTime() {
        return local(base.nanoTime());
    }

    @Override
    public Instant wallTime() {
        return base.wallTime();
    }

    @Override
    public OptionalLong bootTime() {
        return OptionalLong.of(nanoTime() - ahead);
    }

    @Override
    public void sleepUntil(long nanoTime) {
        base.sleepUntil(base(nanoTime));
    }

    @Override
    public void parkUntil(long nanoTime) {
        base.parkUntil(base(nanoTime));
    }

    @Override
    public void unpark(Thread thread) {
        base.unpark(thread);
    }

    @Override
    public void spinUntil(long nanoTime) {
        base.spinUntil(base(nanoTime));
    }

    @Override
    public Thread start(String name, Runnable task) {
        return base.start(name, task);
    }

    @Override
    public void join(Thread thread) throws InterruptedException {
        base.join(thread);
    }
}
