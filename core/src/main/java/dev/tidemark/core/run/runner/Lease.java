package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * How long a runner goes on without hearing of its coordinator. It is counted in looks and not read off the clock: a
 * process that was stopped, or a machine that slept, has not looked meanwhile, and may find what was sent to it.
 */
final class Lease implements AutoCloseable {

    private static final int LOOKS = 20;

    private final Clock clock;
    private final Duration length;
    private final Runnable expired;
    private final AtomicInteger looks = new AtomicInteger();
    private final Thread watching;
    private volatile boolean closed;

    /** Begins now. @param expired called once, by a thread of its own, unless it is closed before */
    Lease(Clock clock, Duration length, Runnable expired) {
        this.clock = clock;
        this.length = length;
        this.expired = expired;
        this.watching = clock.start("tidemark-lease", this::watch);
    }

    /** The coordinator has been heard of. */
    void renew() {
        looks.set(0);
    }

    private void watch() {
        while (true) {
            clock.sleepUntil(clock.nanoTime() + Math.max(1, length.toNanos() / LOOKS));
            if (closed) {
                return;
            }
            if (looks.incrementAndGet() >= LOOKS) {
                expired.run();
                return;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        watching.interrupt();
    }
}
