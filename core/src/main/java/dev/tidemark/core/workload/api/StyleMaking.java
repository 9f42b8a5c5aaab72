package dev.tidemark.core.workload.api;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.time.Clock;

/** Makes the place of a style and a session in it, on a thread of its own: whoever wants them waits a while at most. */
final class StyleMaking implements Runnable {

    /** How long is waited; so long a connection may take by default. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** What was made. */
    record Made(StylePlace place, ApiActor actor) {

        void close() throws Exception {
            try (place) {
                actor.close();
            }
        }
    }

    private final StyleTarget target;
    private final StyleRequests requests;
    private final String name;
    private final Clock clock;
    private final Thread waiting = Thread.currentThread();
    private Made made;
    private boolean ended;
    private boolean givenUp;

    private StyleMaking(StyleTarget target, StyleRequests requests, String name, Clock clock) {
        this.target = target;
        this.requests = requests;
        this.name = name;
        this.clock = clock;
    }

    /** Empty where it could not be made, or not soon: then it is removed as soon as it is there. */
    static Optional<Made> make(StyleTarget target, StyleRequests requests, String name, Clock clock) {
        StyleMaking making = new StyleMaking(target, requests, name, clock);
        clock.start("style-" + name, making);
        return making.await(clock.nanoTime() + PATIENCE.toNanos());
    }

    private Optional<Made> await(long deadline) {
        while (!hasEnded() && deadline - clock.nanoTime() > 0 && !waiting.isInterrupted()) {
            clock.parkUntil(deadline);
        }
        return taken();
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    private synchronized Optional<Made> taken() {
        givenUp = !ended;
        return Optional.ofNullable(made);
    }

    @Override
    public void run() {
        Made done = done();
        if (handOver(done)) {
            clock.unpark(waiting);
        } else if (done != null) {
            closeQuietly(done);
        }
    }

    /** Null where it cannot be made, as its own iteration will say. */
    private Made done() {
        try {
            StylePlace place = target.place(requests.style(), name);
            return new Made(place, actor(place));
        } catch (DriverException | RuntimeException e) {
            return null;
        }
    }

    private ApiActor actor(StylePlace place) throws DriverException {
        try {
            return new ApiActor(place.session(0), requests);
        } catch (DriverException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    /** @return whether somebody still waits for it */
    private synchronized boolean handOver(Made done) {
        made = givenUp ? null : done;
        ended = true;
        return !givenUp;
    }

    private static void closeQuietly(Made late) {
        try {
            late.close();
        } catch (Exception e) {
            // nobody needs it, and what it lies in is removed with the target
        }
    }
}
