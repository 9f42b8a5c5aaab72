package dev.tidemark.core.time;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The machine's monotonic and wall clocks. */
final class SystemClock implements Clock {

    static final SystemClock INSTANCE = new SystemClock();

    private SystemClock() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant wallTime() {
        return Instant.now();
    }

    @Override
    public void sleepUntil(long nanoTime) {
        long left;
        while ((left = nanoTime - System.nanoTime()) > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public void spinUntil(long nanoTime) {
        while (nanoTime - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public Thread start(String name, Runnable task) {
        return Thread.ofPlatform().name(name).daemon(true).start(task);
    }
}
