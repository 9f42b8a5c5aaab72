package dev.tidemark.web;

import module java.base;
import dev.tidemark.core.time.Clock;

/** The machine's clock, whose time of day a test puts forward instead of waiting. */
final class ShiftedClock implements Clock {

    private final Clock machine = Clock.system();
    private volatile Duration ahead = Duration.ZERO;

    void putForward(Duration by) {
        ahead = ahead.plus(by);
    }

    @Override
    public long nanoTime() {
        return machine.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return machine.wallTime().plus(ahead);
    }

    @Override
    public void sleepUntil(long nanoTime) {
        machine.sleepUntil(nanoTime);
    }

    @Override
    public void spinUntil(long nanoTime) {
        machine.spinUntil(nanoTime);
    }

    @Override
    public Thread start(String name, Runnable task) {
        return machine.start(name, task);
    }
}
