package dev.tidemark.core.measure;

import java.util.Arrays;

/**
 * What the parts of an operation took of which its actor keeps the time itself, as the statements of a script: in the
 * order in which they ended, those of every try. It grows to the most that an operation had, and allocates nothing from
 * then on. Not thread-safe.
 */
public final class PartTimes {

    private static final long FAILED = -1;

    private int count;
    private int[] steps = {};
    private long[] nanos = {};
    /** What each answered or stored; {@link #FAILED} where it was not answered. */
    private long[] rows = {};

    /** A part was answered. @param step its kind, by its number among the stage's kinds of steps */
    public void answered(int step, long nanos, long rows) {
        add(step, nanos, rows);
    }

    /** A part was not answered; it was waited for so long. */
    public void failed(int step, long nanos) {
        add(step, nanos, FAILED);
    }

    private void add(int step, long took, long of) {
        if (count == steps.length) {
            int more = Math.max(8, 2 * count);
            steps = Arrays.copyOf(steps, more);
            nanos = Arrays.copyOf(nanos, more);
            rows = Arrays.copyOf(rows, more);
        }
        steps[count] = step;
        nanos[count] = took;
        rows[count++] = of;
    }

    public int count() {
        return count;
    }

    public int step(int i) {
        return steps[i];
    }

    public long nanos(int i) {
        return nanos[i];
    }

    public boolean isAnswered(int i) {
        return rows[i] != FAILED;
    }

    public long rows(int i) {
        return rows[i];
    }

    public void clear() {
        count = 0;
    }

    /** Takes over what another one holds. */
    public void set(PartTimes other) {
        clear();
        for (int i = 0; i < other.count; i++) {
            add(other.steps[i], other.nanos[i], other.rows[i]);
        }
    }
}
