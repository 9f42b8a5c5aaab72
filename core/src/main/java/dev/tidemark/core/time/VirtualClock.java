package dev.tidemark.core.time;

import module java.base;

/**
 * Time that only passes when nobody has anything left to do: discrete-event simulation with real threads, so that
 * schedules, queues and whole plans run in no time and always the same way.
 *
 * <p>The threads started through {@link #start} take part. Exactly one of them runs at a time; when it waits, ends or
 * joins another, time advances to the thread that waits for the earliest moment (the one that began to wait first, if
 * several wait for the same), and that one runs. A started thread takes its first turn when its starter gives up its
 * own. A thread that takes part must therefore never block on another one except through this clock.
 *
 * <p>Other threads, such as a test's, may read the time, start threads and join them, but not wait. The threads they
 * start run at once; where several must start together, start one and let it start the others.
 */
public final class VirtualClock implements Clock {

    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Participant> queue = new PriorityQueue<>(
            Comparator.comparingLong((Participant p) -> p.wakeAt).thenComparingLong(p -> p.order));
    private volatile Instant wallAtStart;
    private long orders;
    private Participant running;
    private volatile long now;
    private volatile long suspended;

    /** Starts at 0 ns and at noon of 1 January 2026. */
    public VirtualClock() {
        this(Instant.parse("2026-01-01T12:00:00Z"));
    }

    /** Starts at 0 ns and at the given time of day. */
    public VirtualClock(Instant wallAtStart) {
        this.wallAtStart = wallAtStart;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Instant wallTime() {
        return wallAtStart.plusNanos(now);
    }

    @Override
    public OptionalLong bootTime() {
        return OptionalLong.of(now + suspended);
    }

    /**
     * The time of day goes on from another one, as when somebody sets the machine's clock.
     * @param by below 0 for back
     */
    public void setWall(Duration by) {
        wallAtStart = wallAtStart.plus(by);
    }

    /**
     * Nothing runs for a while and nobody notices but by what {@link #bootTime} and {@link #wallTime} say afterwards.
     */
    public void suspend(Duration length) {
        suspended += length.toNanos();
        setWall(length);
    }

    /**
     * Time goes on and nothing runs, as when the process is stopped: whoever waits wakes late. By the thread whose turn
     * it is.
     */
    public void freeze(Duration length) {
        self();
        now += length.toNanos();
    }

    @Override
    public void sleepUntil(long nanoTime) {
        Participant me = self();
        if (nanoTime > now && !me.isInterrupted()) {
            me.waitUntil(nanoTime, true);
        }
    }

    @Override
    public void parkUntil(long nanoTime) {
        Participant me = self();
        if (nanoTime > now && !me.isInterrupted()) {
            me.waitUntil(nanoTime, true, true);
        }
    }

    @Override
    public void unpark(Thread thread) {
        ((Participant) thread).unpark();
    }

    @Override
    public void spinUntil(long nanoTime) {
        Participant me = self();
        if (nanoTime > now) {
            me.waitUntil(nanoTime, false);
        }
    }

    @Override
    public Thread start(String name, Runnable task) {
        Participant thread = new Participant(name, task);
        thread.setDaemon(true);
        lock.lock();
        try {
            thread.start();
            enqueue(thread, now);
            if (running == null) {
                giveTurn();
            }
        } finally {
            lock.unlock();
        }
        return thread;
    }

    @Override
    public void join(Thread thread) throws InterruptedException {
        if (Thread.currentThread() instanceof Participant me && me.clock() == this
                && thread instanceof Participant other && other.clock() == this) {
            me.waitFor(other);
        } else {
            thread.join();
        }
    }

    private Participant self() {
        if (Thread.currentThread() instanceof Participant me && me.clock() == this) {
            return me;
        }
        throw new IllegalStateException("only a thread that a virtual clock started can wait in its time");
    }

    private void enqueue(Participant thread, long wakeAt) {
        thread.wakeAt = wakeAt;
        thread.order = orders++;
        queue.add(thread);
    }

    /** Lets the next thread run, if there is one; the lock is held. */
    private void giveTurn() {
        running = queue.poll();
        if (running != null) {
            now = Math.max(now, running.wakeAt);
            running.turn = true;
            running.parked = false;
            LockSupport.unpark(running);
        }
    }

    private final class Participant extends Thread {
        private final Runnable task;
        private final List<Participant> joiners = new ArrayList<>();
        private volatile boolean turn;
        private boolean interruptible;
        private boolean parked;
        private boolean permitted;
        private boolean ended;
        private Participant joining;
        private long wakeAt;
        private long order;

        Participant(String name, Runnable task) {
            super(name);
            this.task = task;
        }

        VirtualClock clock() {
            return VirtualClock.this;
        }

        @Override
        public void run() {
            awaitTurn();
            try {
                task.run();
            } finally {
                end();
            }
        }

        private void end() {
            lock.lock();
            try {
                ended = true;
                joiners.forEach(joiner -> {
                    joiner.joining = null;
                    enqueue(joiner, now);
                });
                giveTurn();
            } finally {
                lock.unlock();
            }
        }

        void waitUntil(long nanoTime, boolean endedByInterrupt) {
            waitUntil(nanoTime, endedByInterrupt, false);
        }

        /** @param park whether an {@link #unpark} ends it, too */
        void waitUntil(long nanoTime, boolean endedByInterrupt, boolean park) {
            lock.lock();
            try {
                if (park && permitted) {
                    permitted = false;
                    return;
                }
                parked = park;
                turn = false;
                interruptible = endedByInterrupt;
                enqueue(this, nanoTime);
                if (interruptible && isInterrupted()) {
                    comeEarly();
                }
                giveTurn();
            } finally {
                lock.unlock();
            }
            awaitTurn();
        }

        void unpark() {
            lock.lock();
            try {
                if (parked) {
                    parked = false;
                    comeEarly();
                } else {
                    permitted = true;
                }
                if (running == null) {
                    giveTurn();
                }
            } finally {
                lock.unlock();
            }
        }

        void waitFor(Participant other) throws InterruptedException {
            lock.lock();
            try {
                if (other.ended) {
                    return;
                }
                turn = false;
                interruptible = true;
                joining = other;
                other.joiners.add(this);
                if (isInterrupted()) {
                    comeEarly();
                }
                giveTurn();
            } finally {
                lock.unlock();
            }
            awaitTurn();
            if (!other.ended && Thread.interrupted()) {
                throw new InterruptedException();
            }
        }

        /** Parking returns at once while the interrupt status is set, so the status is put aside until the turn. */
        private void awaitTurn() {
            boolean interrupted = false;
            while (!turn) {
                LockSupport.park(VirtualClock.this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                super.interrupt();
            }
        }

        @Override
        public void interrupt() {
            super.interrupt();
            lock.lock();
            try {
                comeEarly();
                if (running == null) {
                    giveTurn();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Ends this thread's wait now, if it waits and an interrupt may end that; the lock is held. */
        private void comeEarly() {
            if (!interruptible || turn) {
                return;
            }
            if (joining != null) {
                joining.joiners.remove(this);
                joining = null;
                enqueue(this, now);
            } else if (queue.remove(this)) {
                enqueue(this, now);
            }
        }
    }
}
