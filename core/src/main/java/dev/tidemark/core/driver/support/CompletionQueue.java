package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * Hands slots whose operations have ended from whatever threads learn of it to the one that issues operations and waits
 * for them. A slot is in it at most once, and so it is bounded by their number and is never full. Nothing is locked or
 * allocated.
 */
public final class CompletionQueue {

    /** No slot. */
    public static final int NONE = -1;

    private final Clock clock;
    /** A slot and one more; 0 where there is none. */
    private final AtomicIntegerArray ring;
    private final int mask;
    private final AtomicInteger added = new AtomicInteger();
    /** Used by the thread that waits only. */
    private int taken;
    private volatile Thread waiting;

    /** @param slots how many there are, numbered from 0 */
    public CompletionQueue(Clock clock, int slots) {
        this.clock = clock;
        int size = Integer.highestOneBit(Math.max(1, 2 * slots - 1));
        ring = new AtomicIntegerArray(size);
        mask = size - 1;
    }

    /** Adds a slot that is not in the queue; what its thread wrote before is seen by whoever takes it. */
    public void add(int slot) {
        ring.setRelease(added.getAndIncrement() & mask, slot + 1);
        Thread waits = waiting;
        if (waits != null) {
            clock.unpark(waits);
        }
    }

    /** Takes the slot that was added first; {@link #NONE} where there is none. By one thread only. */
    public int poll() {
        int at = taken & mask;
        int found = ring.getAcquire(at);
        if (found == 0) {
            return NONE;
        }
        ring.setRelease(at, 0);
        taken++;
        return found - 1;
    }

    /** Waits until a slot is there, or a moment has come, or for no reason less. By the thread that polls. */
    public void awaitUntil(long nanoTime) {
        waiting = Thread.currentThread();
        try {
            if (ring.getAcquire(taken & mask) == 0) {
                clock.parkUntil(nanoTime);
            }
        } finally {
            waiting = null;
        }
    }
}
