package dev.tidemark.core.driver.trial;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.OpenTarget;
import java.time.Duration;

/** Aborts a target that does not come to an end in time, or when the user has lost patience. */
final class Watch implements AutoCloseable, Runnable {

    private static final long LOOK = 50_000_000L;

    private final Context context;
    private final OpenTarget target;
    private final long end;
    private final Thread thread;
    private volatile boolean over;
    private volatile boolean late;
    private volatile boolean cancelled;

    Watch(Context context, OpenTarget target, Duration limit) {
        this.context = context;
        this.target = target;
        end = context.clock().nanoTime() + limit.toNanos();
        thread = context.clock().start("tidemark-trial-limit", this);
    }

    @Override
    public void run() {
        while (!over && !late && !cancelled) {
            context.clock().sleepUntil(context.clock().nanoTime() + LOOK);
            cancelled = !over && context.cancelled().getAsBoolean();
            late = !over && !cancelled && context.clock().nanoTime() - end > 0;
        }
        if (late || cancelled) {
            target.abort();
        }
    }

    /** Whether it did not come to an end in time. */
    boolean isLate() {
        return late;
    }

    /** Whether it was told to end early. */
    boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void close() {
        over = true;
        thread.interrupt();
        context.clock().joinThrough(thread);
    }
}
