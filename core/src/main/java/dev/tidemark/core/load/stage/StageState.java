package dev.tidemark.core.load.stage;

import module java.base;
import dev.tidemark.core.time.Clock;

/**
 * What the workers of a stage and its collector tell each other. Written a few times per stage, so that the workers'
 * reading it after each operation costs nothing.
 */
final class StageState {

    /** Far beyond any phase, and still safe to add to a clock reading. */
    private static final long NO_LIMIT = Long.MAX_VALUE / 4;

    private final Clock clock;
    private final BooleanSupplier cancelled;
    private final InterruptibleWait collector;
    private final long timeLimit;
    private final long backlogLimit;
    private final AtomicInteger createdWorkers = new AtomicInteger();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicReference<String> broken = new AtomicReference<>();
    private volatile String unreached;
    private final AtomicReference<Long> overSince = new AtomicReference<>();
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private final Set<Integer> groupsOver = ConcurrentHashMap.newKeySet();
    private final int workerGroups;
    private volatile boolean stopping;
    private volatile long stoppedAt;
    private volatile boolean started;
    private volatile long startAt;

    /**
     * @param cancelled    whether the stage is to end early; it says so before anything that workers wait for is closed
     * @param timeLimit    null for none
     * @param backlogLimit how long after it slots that were due before it are still started
     * @param workerGroups how many there are, without background ones
     */
    StageState(Clock clock, BooleanSupplier cancelled, InterruptibleWait collector, Duration timeLimit,
            Duration backlogLimit, int workerGroups) {
        this.workerGroups = workerGroups;
        this.clock = clock;
        this.cancelled = cancelled;
        this.collector = collector;
        this.timeLimit = timeLimit == null ? NO_LIMIT : timeLimit.toNanos();
        this.backlogLimit = backlogLimit.toNanos();
    }

    /** A worker's thread has made its worker and recorder. */
    void workerCreated() {
        createdWorkers.incrementAndGet();
        collector.wake();
    }

    int createdWorkers() {
        return createdWorkers.get();
    }

    /** A worker has its actor, or has failed to get one. */
    void arrive() {
        arrived.incrementAndGet();
        collector.wake();
    }

    int arrived() {
        return arrived.get();
    }

    /** Sets the moment at which all workers begin. */
    void startAt(long nanoTime) {
        startAt = nanoTime;
        started = true;
    }

    boolean started() {
        return started;
    }

    long startAt() {
        return startAt;
    }

    /** Whether time ends the stage at the latest. */
    boolean timed() {
        return timeLimit != NO_LIMIT;
    }

    /** The clock reading from which on no slot is due, and no operation is started but those of slots due before. */
    long deadline() {
        return startAt + timeLimit;
    }

    /** The clock reading from which on no operation is started at all. */
    long lastStart() {
        return deadline() + backlogLimit;
    }

    /** Makes all workers stop after the operation that they are in. */
    synchronized void stop() {
        if (!stopping) {
            finish();
            stoppedAt = clock.nanoTime();
            stopping = true;
        }
        collector.wake();
    }

    boolean stopping() {
        return stopping;
    }

    /** The same, where it may have been cancelled without anybody having looked yet. Not for every operation. */
    boolean cancelled() {
        if (!stopping && cancelled.getAsBoolean()) {
            stop();
        }
        return stopping;
    }

    /** Whether workers start nothing more. @param background whether their group is one that ends with the load */
    boolean leaving(boolean background) {
        return stopping || background && isOver();
    }

    /** Only when it is {@link #stopping}. */
    long stoppedAt() {
        return stoppedAt;
    }

    /** There is nothing left to start. The first call counts. */
    void finish() {
        overSince.compareAndSet(null, clock.nanoTime());
    }

    /** There is nothing left for one group to start; told once or twice by each of its workers. */
    void finish(int workerGroup) {
        groupsOver.add(workerGroup);
        if (groupsOver.size() == workerGroups) {
            finish();
        }
    }

    boolean isOver() {
        return overSince.get() != null;
    }

    /** When that was; only when it {@link #isOver}. */
    long overSince() {
        return overSince.get();
    }

    /** The stage cannot go on. The first reason counts. */
    void breakWith(String reason) {
        broken.compareAndSet(null, reason);
        stop();
    }

    String broken() {
        return broken.get();
    }

    /** The stage cannot go on, since no connection to the target can be had. */
    void breakUnreached(String sentence, String reason) {
        if (broken.compareAndSet(null, sentence)) {
            unreached = reason;
        }
        stop();
    }

    /** Why no connection can be had, where that is why it is broken. */
    Optional<String> unreached() {
        return Optional.ofNullable(unreached);
    }

    /** Has the collector look soon. */
    void wake() {
        collector.wake();
    }

    void end() {
        ended.incrementAndGet();
        collector.wake();
    }

    int ended() {
        return ended.get();
    }

    /** Tells the user something; the collector passes it on. */
    void warn(String sentence) {
        warnings.add(sentence);
    }

    Queue<String> warnings() {
        return warnings;
    }
}
