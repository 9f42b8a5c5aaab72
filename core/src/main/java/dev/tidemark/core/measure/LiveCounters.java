package dev.tidemark.core.measure;

import module java.base;

/**
 * A few numbers that one worker writes after each operation and others may read at any time. Opaque access: no torn
 * and no invented values, and no fence in the worker's loop. The numbers lie alone on their cache lines (128 bytes of
 * padding on either side, for processors that fetch lines in pairs), so that workers do not slow each other down.
 */
final class LiveCounters {

    /** When the operation that is running was started; see {@link Recorder#enter}. */
    static final int STARTED = 0;
    static final int KIND = 1;
    static final int UNITS = 2;
    static final int FAILED_UNITS = 3;
    static final int BYTES = 4;
    static final int LAST_END = 5;
    static final int LATE_FREE = 6;
    /** How many operations of a worker with several in flight are inside; stays 0 for the others. */
    static final int IN_FLIGHT = 7;
    /** Operations that neither ended nor will. */
    static final int CUT_OFF = 8;
    /** Nanoseconds. */
    static final int KEPT_WAITING = 9;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int PADDING = 16;

    private final long[] slots = new long[PADDING + 10 + PADDING];

    long get(int counter) {
        return (long) SLOT.getOpaque(slots, PADDING + counter);
    }

    /** Also makes everything that the reader's writer did before visible to the reader. */
    long getAcquire(int counter) {
        return (long) SLOT.getAcquire(slots, PADDING + counter);
    }

    void set(int counter, long value) {
        SLOT.setOpaque(slots, PADDING + counter, value);
    }

    void setRelease(int counter, long value) {
        SLOT.setRelease(slots, PADDING + counter, value);
    }

    /** Only for the one thread that writes. */
    void add(int counter, long more) {
        set(counter, slots[PADDING + counter] + more);
    }
}
