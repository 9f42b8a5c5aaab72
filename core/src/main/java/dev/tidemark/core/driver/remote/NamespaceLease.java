package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;

/**
 * Keeps two processes from working in one namespace, by a text in it that says who does. Nothing is written while nobody
 * else comes: who does come asks, by writing behind the text, and the holder, who looks from time to time, writes it
 * anew. One who has not answered within {@link #PATIENCE} is gone, and what it left is anybody's. So no two machines'
 * clocks are compared, and none is trusted but for how long a wait of its own lasts. Thread-safe.
 *
 * <p>Two that come in the same instant may both believe that they have it; the one whose text is not there finds out
 * when it looks.
 *
 * @param <C> a connection
 */
final class NamespaceLease<C> {

    /** How often the holder looks whether somebody asks. */
    static final Duration LOOK = Duration.ofSeconds(2);
    /** How long somebody who asks waits for an answer. */
    static final Duration PATIENCE = Duration.ofSeconds(10);
    /** The name of the text. */
    static final String TEXT = "held-by";

    private static final Duration LISTEN = Duration.ofMillis(200);
    private static final String ASKED = " asked-by ";

    /** How something is done over a connection that no worker uses. */
    interface Caller<C> {
        <T> T with(Connections.Call<C, T> call) throws DriverException;
    }

    private final Namespace<C> namespace;
    private final Caller<C> separate;
    private final Supplier<String> place;
    private final Context context;
    private final Function<Instant, NamespaceHolder> self;
    /** What this process has written; null while it holds nothing. */
    private NamespaceHolder holder;
    private Thread looking;
    private volatile DriverException loss;

    /** @param place as people are told where the namespace is */
    NamespaceLease(Namespace<C> namespace, Caller<C> aside, Supplier<String> place, Context context) {
        this(namespace, aside, place, context, NamespaceHolder::own);
    }

    /** @param self who this process is, from a moment on */
    NamespaceLease(Namespace<C> namespace, Caller<C> aside, Supplier<String> place, Context context,
            Function<Instant, NamespaceHolder> self) {
        this.namespace = namespace;
        this.separate = aside;
        this.place = place;
        this.context = context;
        this.self = self;
    }

    /**
     * Must precede what changes or drops a namespace that is there. Where another process holds it, it is waited for
     * whether that still lives.
     *
     * @return whether it has been waited
     * @throws DriverException when it does
     */
    boolean requireFree(C connection) throws Exception {
        Optional<String> text = namespace.takesTexts() ? namespace.text(connection, TEXT) : Optional.empty();
        if (text.isEmpty() || isAnybodys(text.get())) {
            return false;
        }
        String request = text.get().split(ASKED, 2)[0] + ASKED + UUID.randomUUID();
        namespace.put(connection, TEXT, request);
        context.note().accept(place.get() + " was left by " + describe(request)
                + "; finding out whether that still uses it takes up to "
                + PATIENCE.toSeconds() + " s");
        long end = context.clock().nanoTime() + PATIENCE.toNanos();
        while (context.clock().nanoTime() - end < 0) {
            context.clock().sleepUntil(context.clock().nanoTime() + LISTEN.toNanos());
            if (context.cancelled().getAsBoolean()) {
                throw new DriverException("stopped while waiting to see whether " + describe(request) + " still uses "
                        + place.get());
            }
            Optional<String> now = namespace.text(connection, TEXT);
            if (now.isEmpty()) {
                return true; // it was released
            }
            if (!now.get().contains(ASKED)) { // else nobody has answered; another may ask, too
                throw new DriverException(place.get() + " is used by " + describe(now.get())
                        + "; wait for its end, or set "
                        + ConnectionParams.NAMESPACE.name() + " to a name that nothing else has");
            }
        }
        return true;
    }

    private boolean isAnybodys(String text) {
        return NamespaceHolder.of(text.split(ASKED, 2)[0]).filter(holder -> isSelf(holder) || holder.isGone())
                .isPresent();
    }

    private boolean isSelf(NamespaceHolder holder) {
        return holder.id().equals(self.apply(holder.since()).id());
    }

    private static String describe(String text) {
        String holder = text.split(ASKED, 2)[0];
        return NamespaceHolder.of(holder).map(NamespaceHolder::describe).orElse("'" + holder + "'");
    }

    /** From now on this process holds the namespace, which it has just made. */
    synchronized void take(C connection) throws Exception {
        if (!namespace.takesTexts()) {
            return;
        }
        NamespaceHolder own = self.apply(context.clock().wallTime());
        namespace.put(connection, TEXT, own.toString());
        holder = own;
        loss = null;
        looking = context.clock().start("tidemark-namespace", () -> look(own));
    }

    private void look(NamespaceHolder own) {
        do {
            long next = context.clock().nanoTime() + LOOK.toNanos();
            while (isHeld(own) && context.clock().nanoTime() - next < 0) {
                context.clock().parkUntil(next);
            }
        } while (answer(own));
    }

    private synchronized boolean isHeld(NamespaceHolder own) {
        return holder == own;
    }

    /** @return whether there is anything left to look for */
    private synchronized boolean answer(NamespaceHolder own) {
        if (holder != own) {
            return false;
        }
        try {
            separate.with(connection -> {
                answer(connection, own);
                return null;
            });
        } catch (DriverException | RuntimeException e) {
            // while the server cannot be asked nobody else can ask it either
        }
        return holder == own;
    }

    /** A text that is gone is not put back: what it was in may be gone with it. */
    private void answer(C connection, NamespaceHolder own) throws Exception {
        Optional<String> text = namespace.text(connection, TEXT);
        String whose = text.map(t -> t.split(ASKED, 2)[0]).orElseGet(own::toString);
        if (!whose.equals(own.toString())) {
            holder = null;
            loss = new DriverException(place.get() + " was taken over by " + describe(whose)
                    + ", as this process had not answered for " + PATIENCE.toSeconds() + " s");
        } else if (text.isPresent() && !text.get().equals(whose)) {
            namespace.put(connection, TEXT, whose);
        }
    }

    /** By whom what this process made was taken over; empty where it was not. */
    Optional<DriverException> loss() {
        return Optional.ofNullable(loss);
    }

    /** The namespace is about to go, or not to be used any more. @return whether it was held until now */
    synchronized boolean end() {
        boolean was = holder != null;
        holder = null;
        if (looking != null) {
            context.clock().unpark(looking);
        }
        return was;
    }
}
