package dev.tidemark.core.driver.support;

import dev.tidemark.core.driver.AsyncKeyValueSession.Completions;
import dev.tidemark.core.time.Clock;

/**
 * For sessions on clients that push their answers: takes them from the client's threads and tells them to the thread
 * that waits, with the moments at which they came.
 */
public final class PushedCompletions {

    private final Clock clock;
    private final CompletionQueue queue;
    private final int[] sizes;
    private final Exception[] failures;
    private final long[] ends;

    public PushedCompletions(Clock clock, int depth) {
        this.clock = clock;
        queue = new CompletionQueue(clock, depth);
        sizes = new int[depth];
        failures = new Exception[depth];
        ends = new long[depth];
    }

    /** By any thread: the operation in a slot was answered. @param size as {@link Completions#done} */
    public void done(int slot, int size) {
        end(slot, size, null);
    }

    /** By any thread: the operation in a slot failed. */
    public void failed(int slot, Exception why) {
        end(slot, 0, why);
    }

    private void end(int slot, int size, Exception why) {
        sizes[slot] = size;
        failures[slot] = why;
        ends[slot] = clock.nanoTime();
        queue.add(slot);
    }

    /** As {@link dev.tidemark.core.driver.AsyncKeyValueSession#await}. */
    public int await(int min, long timeoutNanos, Completions completions) {
        int completed = complete(completions);
        if (completed >= min || timeoutNanos <= 0) {
            return completed;
        }
        long until = clock.nanoTime() + timeoutNanos;
        while (completed < min && until - clock.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
            queue.awaitUntil(until);
            completed += complete(completions);
        }
        return completed;
    }

    private int complete(Completions completions) {
        int completed = 0;
        for (int slot; (slot = queue.poll()) != CompletionQueue.NONE; completed++) {
            Exception failure = failures[slot];
            failures[slot] = null;
            completions.ended(slot, ends[slot]);
            if (failure == null) {
                completions.done(slot, sizes[slot]);
            } else {
                completions.failed(slot, failure);
            }
        }
        return completed;
    }
}
