package dev.tidemark.core.time;

import module java.base;

/**
 * A queue whose one taker waits in a clock's time, so that a virtual one goes on meanwhile. Anybody may put. The wait
 * is ended by an interrupt, which is cleared before the taker goes on.
 */
public final class Mailbox<T> {

    private static final long NAP = TimeUnit.HOURS.toNanos(1);

    private final Clock clock;
    private final Deque<T> waiting = new ArrayDeque<>();
    /** Who waits and was not woken yet. */
    private Thread taker;

    public Mailbox(Clock clock) {
        this.clock = clock;
    }

    public synchronized void put(T thing) {
        waiting.add(thing);
        if (taker != null) {
            taker.interrupt();
            taker = null;
        }
    }

    /** The first thing; waits for one. @throws InterruptedException when somebody else interrupts the wait */
    public T take() throws InterruptedException {
        while (true) {
            Optional<T> first = take(clock.nanoTime() + NAP);
            if (first.isPresent()) {
                return first.get();
            }
        }
    }

    /** The same; empty where nothing has come when the clock reads {@code until}. */
    public Optional<T> take(long until) throws InterruptedException {
        synchronized (this) {
            if (!waiting.isEmpty()) {
                return Optional.of(waiting.removeFirst());
            }
            taker = Thread.currentThread();
        }
        clock.sleepUntil(until);
        return endWait();
    }

    private synchronized Optional<T> endWait() throws InterruptedException {
        boolean woken = taker == null;
        taker = null;
        if (Thread.interrupted() && !woken) {
            throw new InterruptedException();
        }
        return Optional.ofNullable(waiting.pollFirst());
    }
}
