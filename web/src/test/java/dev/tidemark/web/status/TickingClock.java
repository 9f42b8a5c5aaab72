package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.core.time.Clock;

/** Time goes by between each two looks at it, if it is to. */
final class TickingClock implements Clock {

    private final Clock system = Clock.system();
    /** Nanoseconds. */
    volatile long step;
    volatile long now;

    @Override
    public synchronized long nanoTime() {
        now += step;
        return now;
    }

    @Override
    public Instant wallTime() {
        return system.wallTime();
    }

    @Override
    public void sleepUntil(long nanoTime) {
        throw new UnsupportedOperationException("nobody is to sleep here");
    }

    @Override
    public void spinUntil(long nanoTime) {
        throw new UnsupportedOperationException("nobody is to spin here");
    }

    @Override
    public Thread start(String name, Runnable task) {
        return system.start(name, task);
    }
}
