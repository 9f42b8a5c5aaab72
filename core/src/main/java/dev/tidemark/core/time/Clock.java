package dev.tidemark.core.time;

import module java.base;

/**
 * The one source of time. Monotonic readings are nanoseconds on an arbitrary origin, as {@link System#nanoTime()}.
 */
public interface Clock {

    /** Monotonic time in nanoseconds; only differences mean anything. */
    long nanoTime();

    /** The time of day. Never subtract two of these to get a duration: the wall clock may be set. */
    Instant wallTime();

    /**
     * Nanoseconds since the machine was started, with those during which it was suspended, which {@link #nanoTime} may
     * leave out; empty where the system does not tell.
     */
    default OptionalLong bootTime() {
        return OptionalLong.empty();
    }

    /** Processor time that this process has used so far, in nanoseconds; 0 where the system does not tell. */
    default long processorTime() {
        return 0;
    }

    /**
     * Gives up the processor until about {@code nanoTime}. May return late by the kernel's timer slack, and returns
     * early when the thread is interrupted (the interrupt status stays set). Returns at once if the moment has passed.
     */
    void sleepUntil(long nanoTime);

    /**
     * As {@link #sleepUntil}, but returns early, too, when somebody {@link #unpark}s the thread or has done so since it
     * last waited here; perhaps also for no reason. A clock without a way to be told looks often.
     */
    default void parkUntil(long nanoTime) {
        long look = nanoTime() + 100_000;
        sleepUntil(nanoTime - look < 0 ? nanoTime : look);
    }

    /** Ends the {@link #parkUntil} of a thread that this clock started, or the next one if it is not in any. */
    default void unpark(Thread thread) {
        // it looks by itself
    }

    /** Keeps the processor and returns as soon as {@code nanoTime} has come. Meant for the last few microseconds. */
    void spinUntil(long nanoTime);

    /**
     * Starts a thread that lives in this clock's time. A virtual clock only advances when every thread it started
     * waits in {@link #sleepUntil} or {@link #spinUntil}, or has ended.
     */
    Thread start(String name, Runnable task);

    /** The same for one of very many threads, which wait most of the time: a virtual one, where that is possible. */
    default Thread startVirtual(String name, Runnable task) {
        return start(name, task);
    }

    /**
     * Waits until a thread has ended. A thread that lives in a virtual clock's time must join another one in this way,
     * so that time goes on meanwhile.
     */
    default void join(Thread thread) throws InterruptedException {
        thread.join();
    }

    /** The same, whatever comes: an interrupt does not end the wait, and is set afterwards. */
    default void joinThrough(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                join(thread);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The machine's clock. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
