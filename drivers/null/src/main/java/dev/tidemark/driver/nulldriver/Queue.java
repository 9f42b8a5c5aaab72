package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * Decides when an operation that arrives now is done. It takes the server that is free first; so operations are served
 * in the order of their arrival. Thread-safe.
 */
final class Queue {

    private final Clock clock;
    private final Stalls stalls;
    private final ReentrantLock lock = new ReentrantLock();
    /** When each server is free; null when there are more servers than operations, however many come. */
    private final PriorityQueue<Long> servers;
    private long origin;
    private boolean begun;

    /** @param servers 0 for unlimited */
    Queue(Clock clock, int servers, Stalls stalls) {
        this.clock = clock;
        this.stalls = stalls;
        this.servers = servers == 0 ? null : new PriorityQueue<>(servers);
        for (int i = 0; i < servers; i++) {
            this.servers.add(Long.MIN_VALUE);
        }
    }

    /** The clock reading at which an operation that arrives now and takes {@code service} nanoseconds is done. */
    long admit(long service) {
        lock.lock();
        try {
            long now = clock.nanoTime();
            if (!begun) {
                begun = true;
                origin = now;
            }
            long begin = servers == null ? now : Math.max(now, servers.poll());
            long done = origin + stalls.completion(begin - origin, service);
            if (servers != null) {
                servers.add(done);
            }
            return done;
        } finally {
            lock.unlock();
        }
    }
}
