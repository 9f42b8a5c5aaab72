package dev.tidemark.core.load.stage;

import dev.tidemark.core.time.Clock;

/**
 * One thread's wait that others can end. It is ended by an interrupt, which is kept from reaching anything else that
 * the thread does: it is sent only while the thread waits, and cleared before it goes on.
 */
final class InterruptibleWait {

    private final Clock clock;
    private Thread waiting;
    private boolean woken;

    InterruptibleWait(Clock clock) {
        this.clock = clock;
    }

    /** Waits until a moment, or until somebody calls {@link #wake}, or returns at once if somebody has. */
    void sleepUntil(long nanoTime) {
        synchronized (this) {
            if (woken) {
                woken = false;
                return;
            }
            waiting = Thread.currentThread();
        }
        clock.sleepUntil(nanoTime);
        synchronized (this) {
            waiting = null;
            if (woken) {
                woken = false;
                Thread.interrupted();
            }
        }
    }

    synchronized void wake() {
        woken = true;
        if (waiting != null) {
            waiting.interrupt();
        }
    }
}
