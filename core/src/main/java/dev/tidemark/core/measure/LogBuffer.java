package dev.tidemark.core.measure;

import dev.tidemark.core.result.Outcome;
import java.util.Arrays;

/**
 * Operations that one worker logged one by one. Owned by one thread at a time, like an {@link IntervalBuffer}; its room
 * is made once.
 */
final class LogBuffer {

    /** Of all workers of a stage together, about. */
    private static final int ROWS_OF_ALL = 1 << 16;
    private static final int MOST_ROWS = 1 << 10;
    private static final int FEWEST_ROWS = 1 << 5;

    private static final int N = 0;
    private static final int ITEM = 1;
    private static final int DUE = 2;
    private static final int START = 3;
    private static final int END = 4;
    private static final int ENGINE = 5;
    private static final int HITS = 6;
    /** Lane, kind and outcome in one. */
    private static final int WHAT = 7;
    private static final int WIDTH = 8;
    private static final int KIND_BITS = 20;
    private static final int OUTCOME_BITS = 4;

    private static final Outcome[] OUTCOMES = Outcome.values();

    private final long[] rows;
    private final String[] reasons;
    private boolean reasoned;
    private int size;
    /** Links the buffers that were handed over; see {@link Recorder}. */
    LogBuffer next;

    LogBuffer(int capacity) {
        rows = new long[capacity * WIDTH];
        reasons = new String[capacity];
    }

    /** How much room each of so many workers needs. */
    static int capacity(int workers) {
        return Math.clamp(ROWS_OF_ALL / Math.max(1, workers), FEWEST_ROWS, MOST_ROWS);
    }

    boolean isFull() {
        return size == reasons.length;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        if (reasoned) {
            Arrays.fill(reasons, null);
            reasoned = false;
        }
    }

    /** Times count from the phase's start. @param reason may be null */
    void add(int kind, Outcome outcome, String reason, int lane, long n, long item, long due, long start, long end,
            long engine, long hits) {
        int row = size * WIDTH;
        rows[row + N] = n;
        rows[row + ITEM] = item;
        rows[row + DUE] = due;
        rows[row + START] = start;
        rows[row + END] = end;
        rows[row + ENGINE] = engine;
        rows[row + HITS] = hits;
        rows[row + WHAT] = ((long) lane << KIND_BITS | kind) << OUTCOME_BITS | outcome.ordinal();
        if (reason != null) { // storing a reference costs the collector's barrier
            reasons[size] = reason;
            reasoned = true;
        }
        size++;
    }

    long n(int row) {
        return rows[row * WIDTH + N];
    }

    long item(int row) {
        return rows[row * WIDTH + ITEM];
    }

    long due(int row) {
        return rows[row * WIDTH + DUE];
    }

    long start(int row) {
        return rows[row * WIDTH + START];
    }

    long end(int row) {
        return rows[row * WIDTH + END];
    }

    long engine(int row) {
        return rows[row * WIDTH + ENGINE];
    }

    long hits(int row) {
        return rows[row * WIDTH + HITS];
    }

    int lane(int row) {
        return (int) (rows[row * WIDTH + WHAT] >>> KIND_BITS + OUTCOME_BITS);
    }

    int kind(int row) {
        return (int) (rows[row * WIDTH + WHAT] >>> OUTCOME_BITS & (1 << KIND_BITS) - 1);
    }

    Outcome outcome(int row) {
        return OUTCOMES[(int) (rows[row * WIDTH + WHAT] & (1 << OUTCOME_BITS) - 1)];
    }

    /** Null for none. */
    String reason(int row) {
        return reasons[row];
    }
}
