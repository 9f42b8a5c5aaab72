package dev.tidemark.web.status;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.RequestContext;

/** Server-sent events: what changes is told once a second, to all who watch. */
public final class EventStream implements AutoCloseable {

    /** How many may be told at a time; others ask. */
    private static final int MOST_WATCHERS = 64;
    /** And for one user, or one token: nobody takes the places of all. */
    static final int MOST_OF_ONE = 8;
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    /** Something is sent at least so often, so that whoever went away is noticed. */
    private static final int QUIET = 10;
    /** After that whoever watches comes again by itself. */
    private static final int MOST_LOOKS = 300;

    private final Clock clock;
    private final Map<String, Integer> watchers = new HashMap<>();
    private volatile boolean closing;

    public EventStream(Clock clock) {
        this.clock = clock;
    }

    /**
     * Tells until whoever watches goes, may watch no more, or should come again.
     *
     * @param instead what to ask for when too many watch
     * @param message what is to be told now; sent when it is not what was sent last
     */
    public void stream(RequestContext requestContext, String instead, Supplier<String> message) {
        String who = requestContext.author();
        begin(who, requestContext.isLoopback(), instead);
        try {
            stream(requestContext.events(), requestContext::isStillAllowed, message);
        } catch (IOException e) {
            // Whoever watched has gone.
        } finally {
            end(who);
        }
    }

    /** @param alone whether nobody else can ask, so that one may have all */
    private synchronized void begin(String who, boolean alone, String instead) {
        if (!alone && watchers.getOrDefault(who, 0) >= MOST_OF_ONE) {
            throw new HttpException(429, "you watch " + MOST_OF_ONE
                    + " streams of events already, the most for one user; end one, or ask for " + instead + " instead");
        }
        if (watchers.values().stream().mapToInt(Integer::intValue).sum() >= MOST_WATCHERS) {
            throw new HttpException(503, "too many are watching by events; ask for " + instead + " instead");
        }
        watchers.merge(who, 1, Integer::sum);
    }

    private synchronized void end(String who) {
        watchers.computeIfPresent(who, (name, count) -> count == 1 ? null : count - 1);
    }

    private void stream(OutputStream out, BooleanSupplier isStillAllowed, Supplier<String> message) throws IOException {
        String last = "";
        int quiet = 0;
        for (int looks = 0; looks < MOST_LOOKS && !closing; looks++) {
            try {
                if (looks > 0 && !isStillAllowed.getAsBoolean()) {
                    return;
                }
                String now = message.get();
                quiet = now.equals(last) ? quiet + 1 : 0;
                if (quiet == 0 || quiet >= QUIET) {
                    send(out, "data: " + now);
                    quiet = 0;
                }
                last = now;
            } catch (StoreException e) {
                send(out, ": the store cannot be read now");
            }
            clock.sleepUntil(clock.nanoTime() + EVERY);
        }
    }

    private static void send(OutputStream out, String line) throws IOException {
        out.write((line + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Lets those who watch go. */
    @Override
    public void close() {
        closing = true;
    }
}
