package dev.tidemark.core.load.stage;

import dev.tidemark.core.driver.support.CompletionQueue;
import dev.tidemark.core.load.Actor;
import dev.tidemark.core.load.ActorFactory;
import dev.tidemark.core.load.AsyncActor;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import java.util.Arrays;

/**
 * Many actors as one that has several operations in progress: each slot is an actor, with its session, on a virtual
 * thread of its own, which reads the clock around what it does.
 */
final class VirtualThreadActor implements AsyncActor {

    /** Threads without work look after so long whether they missed any. */
    private static final long IDLE = 60_000_000_000L;

    private final Clock clock;
    private final boolean recordsSteps;
    private final CompletionQueue ended;
    private final Slot[] slots;

    private enum State {
        IDLE, BUSY, CLOSING
    }

    private VirtualThreadActor(Clock clock, ActorFactory from, int limit, boolean recordsSteps) {
        this.clock = clock;
        this.recordsSteps = recordsSteps;
        ended = new CompletionQueue(clock, limit);
        slots = new Slot[limit];
        Arrays.setAll(slots, number -> new Slot(number, from));
    }

    /**
     * Makes all actors, at the same time.
     *
     * @param limit how many
     * @throws Exception what the first that could not be made failed with; none is left then
     */
    static VirtualThreadActor open(Clock clock, ActorFactory from, int limit, boolean recordsSteps) throws Exception {
        VirtualThreadActor all = new VirtualThreadActor(clock, from, limit, recordsSteps);
        for (Slot slot : all.slots) {
            slot.thread = clock.startVirtual("slot-" + slot.number, slot);
        }
        for (int made = 0; made < limit;) {
            all.ended.awaitUntil(clock.nanoTime() + IDLE);
            while (all.ended.poll() != CompletionQueue.NONE) {
                made++;
            }
        }
        for (Slot slot : all.slots) {
            if (slot.failure != null) {
                all.close();
                throw slot.failure;
            }
        }
        return all;
    }

    @Override
    public int prepare(int slot, int lane, long n) throws Exception {
        return slots[slot].actor.prepare(lane, n);
    }

    @Override
    public void submit(int slot) {
        slots[slot].begin(State.BUSY);
    }

    @Override
    public void await(int min, long timeoutNanos, Completions completions) {
        int completed = complete(completions);
        long until = clock.nanoTime() + timeoutNanos;
        while (completed < min && until - clock.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
            ended.awaitUntil(until);
            completed += complete(completions);
        }
    }

    private int complete(Completions completions) {
        int completed = 0;
        for (int number; (number = ended.poll()) != CompletionQueue.NONE; completed++) {
            slots[number].complete(completions);
        }
        return completed;
    }

    @Override
    public String name(int lane, long n) {
        return slots[0].actor.name(lane, n);
    }

    /** Those that are still inside the target are interrupted, and not waited for. */
    @Override
    public void close() throws Exception {
        Exception first = null;
        for (Slot slot : slots) {
            slot.end();
        }
        for (Slot slot : slots) {
            if (!slot.stuck) {
                clock.joinThrough(slot.thread);
                first = first == null ? slot.closing : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private final class Slot implements Runnable {
        private final int number;
        private final ActorFactory from;
        private final Tally tally = new Tally();
        private Thread thread;
        private Actor actor;
        /** Why there is no actor. */
        private Exception failure;
        /** What went wrong when it was closed. */
        private Exception closing;
        private boolean stuck;
        private volatile State state = State.IDLE;
        private Outcome outcome;
        private long start;
        private long end;
        private int steps;
        private int[] stepKinds = new int[1];
        private long[] stepNanos = new long[1];

        Slot(int number, ActorFactory from) {
            this.number = number;
            this.from = from;
        }

        void begin(State next) {
            state = next;
            clock.unpark(thread);
        }

        void end() {
            if (state == State.BUSY) {
                stuck = true;
                thread.interrupt();
            } else {
                begin(State.CLOSING);
            }
        }

        @Override
        public void run() {
            try {
                actor = from.actor(number);
            } catch (Exception | LinkageError e) {
                failure = e instanceof Exception exception ? exception : new IllegalStateException(e.toString(), e);
            }
            ended.add(number);
            while (actor != null && awaitWork()) {
                perform();
                state = State.IDLE;
                ended.add(number);
            }
            closeActor();
        }

        /** @return whether there is any */
        private boolean awaitWork() {
            State now;
            while ((now = state) == State.IDLE && !Thread.currentThread().isInterrupted()) {
                clock.parkUntil(clock.nanoTime() + IDLE);
            }
            return now == State.BUSY;
        }

        private void closeActor() {
            if (actor != null) {
                try {
                    actor.close();
                } catch (Exception e) {
                    closing = e;
                }
            }
        }

        private void perform() {
            tally.clear();
            Outcome worst = Outcome.OK;
            start = clock.nanoTime();
            long since = start;
            int count = actor.steps();
            steps = 0;
            for (int i = 0; i < count && worst.continues(); i++) {
                Outcome done = step(i);
                long to = clock.nanoTime();
                if (recordsSteps && done.answered()) {
                    recordStep(actor.stepKind(i), actor.stepNanos(i, to - since));
                }
                worst = done.compareTo(worst) > 0 ? done : worst;
                since = to;
            }
            outcome = worst;
            end = since;
        }

        private Outcome step(int i) {
            try {
                return actor.step(i, tally);
            } catch (Exception e) {
                return Worker.failed(e, tally);
            }
        }

        private void recordStep(int kind, long nanos) {
            if (nanos < 0) {
                return;
            }
            if (steps == stepKinds.length) {
                stepKinds = Arrays.copyOf(stepKinds, 2 * steps);
                stepNanos = Arrays.copyOf(stepNanos, 2 * steps);
            }
            stepKinds[steps] = kind;
            stepNanos[steps++] = nanos;
        }

        void complete(Completions completions) {
            completions.tally(number).set(tally);
            completions.times(number, start, end);
            for (int i = 0; i < steps; i++) {
                completions.step(number, stepKinds[i], stepNanos[i]);
            }
            completions.done(number, outcome);
        }
    }
}
