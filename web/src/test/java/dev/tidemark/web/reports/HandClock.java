package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.core.time.Clock;

/** Tells what the test sets; nothing waits by it. */
final class HandClock implements Clock {

    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final AtomicLong now = new AtomicLong();

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Override
    public long nanoTime() {
        return now.get();
    }

    @Override
    public Instant wallTime() {
        return NOON.plusNanos(now.get());
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
    public Thread start(String name, Runnable work) {
        throw new UnsupportedOperationException();
    }
}
