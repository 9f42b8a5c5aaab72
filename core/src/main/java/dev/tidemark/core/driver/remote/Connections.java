package dev.tidemark.core.driver.remote;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OverloadedException;

/**
 * The connections of an open target. One that broke is closed; another takes its place when it is next needed, which is
 * counted. Thread-safe.
 *
 * @param <C> a connection
 */
public final class Connections<C> implements AutoCloseable {

    /** Something done over a connection. */
    @FunctionalInterface
    public interface Call<C, T> {
        T on(C connection) throws Exception;
    }

    /** The server is there and made no connection: too many others, another password, a certificate. */
    private static final class NotAdmittedException extends DriverException {
        NotAdmittedException(String message, Throwable cause) {
            super(message, cause);
        }

        @Override
        public boolean refusesConnection() {
            return true;
        }
    }

    private final Connector<C> connector;
    private final ConnectionSettings settings;
    /** As many as may be in use at a time. */
    private final Semaphore room;
    private final boolean pooled;
    private final Deque<C> idle = new ArrayDeque<>();
    private final Set<C> all = new HashSet<>();
    /** Who has one to themselves; the others are anybody's who asks for nothing that lasts on them. */
    private final Map<C, Object> users = new IdentityHashMap<>();
    /** Those that lay idle when another one broke: whatever broke that may have broken them, too. */
    private final Set<C> doubtful = Collections.newSetFromMap(new IdentityHashMap<>());
    private final AtomicLong broken = new AtomicLong();
    private final AtomicLong reconnects = new AtomicLong();
    private boolean closed;

    /** As the settings say: one for each that is in use, or so many shared out among all who ask. */
    public Connections(Connector<C> connector, ConnectionSettings settings) {
        this.connector = connector;
        this.settings = settings;
        pooled = settings.connections().isPresent();
        room = new Semaphore(settings.connections().orElse(Integer.MAX_VALUE), true);
    }

    public ConnectionSettings settings() {
        return settings;
    }

    /** Connections that were opened in the place of broken ones. */
    public long reconnects() {
        return reconnects.get();
    }

    /** Whether each call takes any that is free. */
    boolean pooled() {
        return pooled;
    }

    /**
     * Does something over a connection that is free, or a new one.
     *
     * @throws DriverException     in one line, when the server refuses, or the connection breaks or cannot be made
     * @throws OverloadedException when the server is too busy
     * @throws TimeoutException    when it was not done in time, no answer came, or no connection became free
     */
    public <T> T call(Call<C, T> call) throws Exception {
        return over(acquire(), call);
    }

    /**
     * The same for what is seldom done: a connection that lay idle may have been closed meanwhile by the server or by
     * what stands before it. It is asked first, and another one is taken in its place.
     */
    public <T> T callSeldom(Call<C, T> call) throws Exception {
        return over(acquire(null, true), call);
    }

    private <T> T over(C connection, Call<C, T> call) throws Exception {
        T answer;
        try {
            answer = call.on(connection);
        } catch (Exception e) {
            throw failed(connection, e);
        }
        release(connection);
        return answer;
    }

    /**
     * Takes a connection for as long as somebody likes, who must {@link #release} or {@link #discard} it.
     *
     * @throws DriverException  in one line, when none can be made
     * @throws TimeoutException when none became free in time
     */
    public C acquire() throws DriverException, TimeoutException {
        return acquire(null, false);
    }

    /**
     * The same among those that some have to themselves.
     *
     * @param whose  null for nobody's
     * @param tested whether one that lay idle is asked whether it works, as it is in any case when another one broke
     */
    C acquire(Object whose, boolean tested) throws DriverException, TimeoutException {
        try {
            if (!room.tryAcquire(settings.operationTimeout().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException("no connection to " + connector.place(settings) + " became free");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("the wait for a connection to " + connector.place(settings)
                    + " was interrupted", e);
        }
        try {
            C free = takeIdle(whose);
            while (free != null && (isDoubtful(free) | tested) && !connector.isAlive(free)) {
                broken.incrementAndGet();
                forget(free);
                free = takeIdle(whose);
            }
            if (free == null) {
                closeUnwanted(whose);
            }
            return free != null ? free : open();
        } catch (DriverException | RuntimeException e) {
            room.release();
            throw e;
        }
    }

    /** The one of theirs that was used last, else one that is anybody's. */
    private synchronized C takeIdle(Object whose) throws DriverException {
        refuseClosed();
        C found = firstIdle(whose);
        if (found == null && whose != null) {
            found = firstIdle(null);
        }
        if (found != null) {
            idle.remove(found);
        }
        return found;
    }

    /** Whether it was until now: it is asked once. */
    private synchronized boolean isDoubtful(C connection) {
        return doubtful.remove(connection);
    }

    /** One that others have to themselves, when there are as many as there may be or when these have gone. */
    private void closeUnwanted(Object whose) {
        C unwanted;
        synchronized (this) {
            boolean inTheWay = pooled ? idle.size() > room.availablePermits() : whose != null;
            unwanted = inTheWay ? idle.pollLast() : null;
        }
        if (unwanted != null) {
            forget(unwanted);
        }
    }

    private C firstIdle(Object whose) {
        for (C connection : idle) {
            if (users.get(connection) == whose) {
                return connection;
            }
        }
        return null;
    }

    private void remove(C connection) {
        all.remove(connection);
        users.remove(connection);
        doubtful.remove(connection);
    }

    /** Gives some a connection to themselves that they have acquired. */
    synchronized void claim(C connection, Object whose) {
        users.put(connection, whose);
    }

    /** Whether some have it to themselves. */
    synchronized boolean isOf(C connection, Object whose) {
        return users.get(connection) == whose;
    }

    private void forget(C connection) {
        synchronized (this) {
            remove(connection);
        }
        closeQuietly(connection);
    }

    private void refuseClosed() throws DriverException {
        if (closed) {
            throw new DriverException("the connections to " + connector.place(settings) + " were closed");
        }
    }

    private C open() throws DriverException {
        C opened;
        try {
            opened = connector.connect();
        } catch (Exception e) {
            String message = "no connection to " + connector.place(settings) + ": " + reason(e);
            Failure failure = connector.failure(e);
            boolean late = failure == Failure.TIMED_OUT || failure == Failure.GIVEN_UP;
            throw failure.leavesConnection() && !late || isDistrust(e) ? new NotAdmittedException(message, e)
                    : new UnreachableException(message, e, !late);
        }
        if (broken.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            reconnects.incrementAndGet();
        }
        keep(opened);
        return opened;
    }

    /** Whether server and client did not agree on how to encrypt, or on whether the server is who it should be. */
    private static boolean isDistrust(Throwable e) {
        return e != null && (e instanceof SSLException || isDistrust(e.getCause()));
    }

    /** Of clients that connect when they are asked something. The kernel's patience ends with the same exception. */
    private static boolean isRefusal(Throwable e) {
        return e != null && (e instanceof ConnectException && !String.valueOf(e.getMessage()).contains("timed out")
                || isRefusal(e.getCause()));
    }

    private synchronized void keep(C opened) throws DriverException {
        if (closed) {
            closeQuietly(opened);
        }
        refuseClosed();
        all.add(opened);
    }

    /** Gives one back that is as good as before. */
    public void release(C connection) {
        synchronized (this) {
            idle.addFirst(connection);
        }
        room.release();
    }

    /** Gives one back over which something failed. @return what is to be thrown */
    private Exception failed(C connection, Exception e) {
        if (isUsable(e)) {
            release(connection);
        } else {
            discard(connection, e);
        }
        return translate(e);
    }

    /** Whether the connection over which something failed can be used again. */
    boolean isUsable(Exception e) {
        return connector.failure(e).leavesConnection();
    }

    /** An exception of the client as what it means for the operation, in one line. */
    public Exception translate(Exception e) {
        return switch (connector.failure(e)) {
            case OVERLOADED -> new OverloadedException(reason(e));
            case GIVEN_UP -> late(": " + reason(e));
            case TIMED_OUT -> late(Failure.of(e) == Failure.TIMED_OUT ? "" : ": " + reason(e));
            case BROKEN -> new UnreachableException("the connection to " + connector.place(settings) + " broke: "
                    + reason(e), e, isRefusal(e));
            case REFUSED -> new DriverException(reason(e), e);
        };
    }

    private TimeoutException late(String why) {
        return new TimeoutException("no answer from " + connector.place(settings) + " in time" + why);
    }

    private String reason(Exception e) {
        String kind = e.getClass().getSimpleName();
        String message = connector.message(e);
        return Failure.isMisread(e) ? connector.place(settings) + " answers what no such server does (" + kind + ")"
                : settings.oneLine(message == null ? kind : message) + connector.hint(e);
    }

    /**
     * Gives one up that is as good as before, and opens another one in its place; that is not counted.
     *
     * @throws DriverException in one line, when none can be made
     */
    public C replace(C connection) throws DriverException {
        forget(connection);
        try {
            return open();
        } catch (DriverException | RuntimeException e) {
            room.release();
            throw e;
        }
    }

    /** Gives one back over which something failed so that it cannot be used again. */
    public void discard(C connection, Exception why) {
        if (connector.failure(why) == Failure.BROKEN) {
            synchronized (this) {
                doubtful.addAll(idle);
            }
        }
        broken.incrementAndGet();
        retire(connection);
    }

    /** Gives one back that nobody shall use again, though nothing failed: another one in its place is not counted. */
    public void retire(C connection) {
        synchronized (this) {
            remove(connection);
        }
        room.release();
        closeQuietly(connection);
    }

    private void closeQuietly(C connection) {
        try {
            connector.close(connection);
        } catch (Exception e) {
            // it is given up in any case
        }
    }

    /** Closes all, even those in use: what waits for an answer fails. */
    @Override
    public void close() {
        Set<C> left;
        synchronized (this) {
            closed = true;
            left = Set.copyOf(all);
            all.clear();
            idle.clear();
            users.clear();
            doubtful.clear();
        }
        left.forEach(this::closeQuietly);
        connector.close();
    }
}
