package dev.tidemark.core.run.background;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * Holds background work to its rate, and ends it when it is cancelled. Not thread-safe. Time that was lost is not made
 * up for: the rate is never exceeded over any stretch longer than a chunk.
 */
public final class Throttle {

    /** Rows between two looks at the clock where nothing else limits them. */
    static final int LARGEST_CHUNK = 1024;
    /** Chunks per second of throttled work, so that it runs smoothly. */
    private static final double CHUNKS_PER_SECOND = 20;
    /** How late a cancellation is noticed at most. */
    static final long NAP = 250_000_000L;

    private final Clock clock;
    private final OptionalDouble perSecond;
    private final BooleanSupplier cancelled;
    private long free;

    /** The load is over; thrown through the work. */
    public static final class Cancelled extends RuntimeException {
        Cancelled() {
            super("the load is over", null, false, false);
        }
    }

    /** @param perSecond rows per second at most; empty for no limit */
    Throttle(Clock clock, OptionalDouble perSecond, BooleanSupplier cancelled) {
        this.clock = clock;
        this.perSecond = perSecond;
        this.cancelled = cancelled;
        free = clock.nanoTime();
    }

    /** How many rows to visit before the next {@link #pace}. */
    public int chunk() {
        return perSecond.isEmpty() ? LARGEST_CHUNK
                : (int) Math.clamp(perSecond.getAsDouble() / CHUNKS_PER_SECOND, 1, LARGEST_CHUNK);
    }

    /** Waits until so many rows more are within the rate. @throws Cancelled when the load is over */
    public void pace(long rows) {
        check();
        if (perSecond.isPresent()) {
            free += Math.round(rows / perSecond.getAsDouble() * 1e9);
            long now = clock.nanoTime();
            if (free - now < 0) {
                free = now;
            }
            sleepUntil(free);
        }
    }

    /** Waits. @throws Cancelled when the load is over */
    void sleepUntil(long nanoTime) {
        for (long left; (left = nanoTime - clock.nanoTime()) > 0; check()) {
            clock.sleepUntil(nanoTime - Math.max(0, left - NAP));
        }
    }

    /** @throws Cancelled when the load is over */
    public void check() {
        if (cancelled.getAsBoolean()) {
            throw new Cancelled();
        }
    }
}
