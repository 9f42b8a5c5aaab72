package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.LoggedOperation.Why;
import dev.tidemark.core.result.Outcome;

/**
 * The operations of one worker that are remembered by themselves: the {@value #SLOWEST} slowest of each kind, and the
 * first {@value #FAILED} that failed. For nearly all operations that costs one comparison; nothing is allocated but the
 * room for a kind, when its first operation has ended. Only for the worker's thread, until it is done.
 */
public final class OperationLog {

    /** Of each kind. */
    public static final int SLOWEST = 100;
    /** Of all kinds together. */
    public static final int FAILED = 20;

    /** What an operation of a worker was about. */
    @FunctionalInterface
    public interface Namer {
        /** @return empty where that is not known */
        String name(int lane, long n);
    }

    /** What the slowest of a kind must exceed; below any time while there is room. */
    private final long[] threshold;
    private final Heap[] slowest;
    private final LoggedOperation[] failed = new LoggedOperation[FAILED];
    private int failures;
    private List<LoggedOperation> done = List.of();

    OperationLog(int kinds) {
        threshold = new long[kinds];
        slowest = new Heap[kinds];
        for (int kind = 0; kind < kinds; kind++) {
            threshold[kind] = -1;
        }
    }

    /** The slowest operations of a kind, the least slow of them first: a binary heap in fixed arrays. */
    private static final class Heap {
        private static final int WIDTH = 5;

        private final long[] rows = new long[SLOWEST * WIDTH];
        private final Outcome[] outcomes = new Outcome[SLOWEST];
        private int size;

        /** Takes the place of the least slow one where there is no room. @return the new threshold */
        long add(Outcome outcome, int lane, long n, long due, long start, long end) {
            int at = size < SLOWEST ? size++ : sinkHole();
            while (at > 0 && end - due < took((at - 1) / 2)) {
                move((at - 1) / 2, at);
                at = (at - 1) / 2;
            }
            int row = at * WIDTH;
            rows[row] = lane;
            rows[row + 1] = n;
            rows[row + 2] = due;
            rows[row + 3] = start;
            rows[row + 4] = end;
            outcomes[at] = outcome;
            return size < SLOWEST ? -1 : took(0);
        }

        /** Takes the first one out. @return the leaf that is free then */
        private int sinkHole() {
            int at = 0;
            for (int child; (child = 2 * at + 1) < SLOWEST; at = child) {
                if (child + 1 < SLOWEST && took(child + 1) < took(child)) {
                    child++;
                }
                move(child, at);
            }
            return at;
        }

        private long took(int at) {
            return rows[at * WIDTH + 4] - rows[at * WIDTH + 2];
        }

        private void move(int from, int to) {
            System.arraycopy(rows, from * WIDTH, rows, to * WIDTH, WIDTH);
            outcomes[to] = outcomes[from];
        }

        LoggedOperation get(int kind, int at, Namer namer) {
            int row = at * WIDTH;
            return logged(Why.SLOW, kind, outcomes[at], "", (int) rows[row], rows[row + 1],
                    namer.name((int) rows[row], rows[row + 1]), rows[row + 2], rows[row + 3], rows[row + 4]);
        }
    }

    /** An operation ended. @param lost units of it that failed; @param reason may be null */
    void add(int kind, Outcome outcome, String reason, long lost, int lane, long n, long due, long start, long end) {
        if (end - due > threshold[kind]) {
            keep(kind, outcome, lane, n, due, start, end);
        }
        if (lost != 0 && failures < FAILED) {
            failed[failures++] = logged(Why.FAILED, kind, outcome, reason == null ? "" : reason, lane, n, "", due,
                    start, end);
        }
    }

    private void keep(int kind, Outcome outcome, int lane, long n, long due, long start, long end) {
        Heap heap = slowest[kind];
        if (heap == null) {
            heap = slowest[kind] = new Heap();
        }
        threshold[kind] = heap.add(outcome, lane, n, due, start, end);
    }

    /** The kind is told by its number until it is known what that is called. */
    private static LoggedOperation logged(Why why, int kind, Outcome outcome, String reason, int lane, long n,
            String name, long due, long start, long end) {
        return new LoggedOperation(0, why, String.valueOf(kind), outcome, reason, lane, n, name, due, start, end);
    }

    /** No operation follows: finds out what they were about. */
    void finish(Namer namer) {
        List<LoggedOperation> all = new ArrayList<>();
        for (int kind = 0; kind < slowest.length; kind++) {
            for (int i = 0; slowest[kind] != null && i < slowest[kind].size; i++) {
                all.add(slowest[kind].get(kind, i, namer));
            }
        }
        for (int i = 0; i < failures; i++) {
            LoggedOperation f = failed[i];
            all.add(new LoggedOperation(0, f.why(), f.kind(), f.outcome(), f.reason(), f.lane(), f.n(),
                    namer.name(f.lane(), f.n()), f.due(), f.start(), f.end()));
        }
        done = all;
    }

    /** Times are readings of the worker's clock, kinds their numbers; nothing before {@link #finish}. */
    List<LoggedOperation> all() {
        return done;
    }
}
