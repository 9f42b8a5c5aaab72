package dev.tidemark.store.live;

import module java.base;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.ShellCommand;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.store.results.Iterations;
import org.jdbi.v3.core.Handle;

/** Who works on which batch, and what they are asked to do. */
public final class Leases {

    /** A heartbeat older than this counts as dead where the process itself cannot be looked at (another machine). */
    public static final Duration EXPIRY = Duration.ofMinutes(1);
    /** By so much a clock of another machine may be ahead. */
    public static final Duration MOST_AHEAD = Duration.ofHours(1);

    public static final String INTERRUPTED = "the process that ran it went away";

    private record Lease(long batch, String label, LeaseHolder holder, long heartbeat) {
        boolean live(Instant now) {
            return Leases.live(holder, heartbeat, now);
        }
    }

    private Leases() {}

    /**
     * Whether a process lives, as far as it can be told from here. A heartbeat further in the future than clocks of
     * machines differ is of before the clock was set back.
     *
     * @param heartbeat its last one, in milliseconds since 1970
     */
    public static boolean live(LeaseHolder holder, long heartbeat, Instant now) {
        Duration age = Duration.ofMillis(now.toEpochMilli() - heartbeat);
        return holder.alive().orElseGet(() -> age.compareTo(EXPIRY) < 0 && age.negated().compareTo(MOST_AHEAD) < 0);
    }

    /**
     * Takes a batch for this process; what an earlier process left running is marked interrupted.
     *
     * @throws ConflictException when a living process has it
     */
    public static void take(Handle handle, long batch, Instant now) {
        all(handle).stream().filter(l -> l.batch() == batch && l.live(now)).findFirst().ifPresent(lease -> {
            throw new ConflictException("label " + lease.label() + " is being run by process " + lease.holder().pid()
                    + lease.holder().elsewhere().map(machine -> " on " + machine).orElse("")
                    + "; stop it first with: " + ShellCommand.of("stop", lease.label())
                    + (lease.holder().alive().isEmpty() ? ", or wait a minute if it is gone" : ""));
        });
        release(handle, batch);
        hold(handle, batch, now);
    }

    /** @return whether nobody else holds it */
    private static boolean hold(Handle handle, long batch, Instant now) {
        LeaseHolder own = LeaseHolder.own();
        return handle.execute("""
                INSERT INTO lease (batch_id, host, pid, pid_start_ms, heartbeat_ms, taken_ms)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (batch_id) DO UPDATE SET heartbeat_ms = excluded.heartbeat_ms
                    WHERE pid = excluded.pid AND host = excluded.host""",
                batch, own.host(), own.pid(), own.start(), now.toEpochMilli(), now.toEpochMilli()) > 0;
    }

    /** Whether another process has taken a batch, as this one seemed to be gone. */
    public static boolean heldByAnother(Handle handle, long batch) {
        LeaseHolder own = LeaseHolder.own();
        return all(handle).stream().anyMatch(l -> l.batch() == batch
                && !(l.holder().pid() == own.pid() && l.holder().host().equals(own.host())));
    }

    private static List<Lease> all(Handle handle) {
        return handle.createQuery("""
                SELECT l.batch_id, b.label, l.host, l.pid, l.pid_start_ms, l.heartbeat_ms
                FROM lease l JOIN batch b ON b.id = l.batch_id""")
                .map((r, c) -> {
                    long start = r.getLong(5);
                    boolean unknown = r.wasNull();
                    return new Lease(r.getLong(1), r.getString(2), new LeaseHolder(r.getString(3), r.getLong(4),
                            unknown ? null : start), r.getLong(6));
                }).list();
    }

    /**
     * Gives a batch free; an iteration that is still marked as running is none any more, and says why where nobody did.
     */
    public static void release(Handle handle, long batch) {
        handle.execute("DELETE FROM lease WHERE batch_id = ?", batch);
        handle.execute("DELETE FROM live WHERE iteration_id IN (SELECT id FROM iteration WHERE batch_id = ?)", batch);
        Iterations.running(handle, batch).forEach(i -> Iterations.update(handle, i,
                "UPDATE iteration SET state = ?, verdict = CASE verdict WHEN '' THEN ? ELSE verdict END WHERE id = ?",
                IterationState.INTERRUPTED.name(), INTERRUPTED, i));
    }

    /** Batches whose process is gone. */
    public static List<Long> dead(Handle handle, Instant now) {
        return all(handle).stream().filter(l -> !l.live(now)).map(Lease::batch).toList();
    }

    /** Batches that a living process works on. */
    public static List<Long> live(Handle handle, Instant now) {
        return all(handle).stream().filter(l -> l.live(now)).map(Lease::batch).toList();
    }

    public static boolean running(Handle handle, String label, Instant now) {
        return all(handle).stream().anyMatch(l -> l.label().equals(label) && l.live(now));
    }

    /**
     * Shows that this process still works on the batch; a lease that was taken for left behind is had again.
     *
     * @return what it is asked to do, if anything
     * @throws ConflictException when another process has taken the batch meanwhile
     */
    public static Optional<BatchCommand> heartbeat(Handle handle, long batch, Instant now) {
        if (!hold(handle, batch, now)) {
            throw new ConflictException("another process has taken the run over, as this one seemed to be gone");
        }
        return handle.createQuery("SELECT verb FROM command WHERE batch_id = ?").bind(0, batch).mapTo(String.class)
                .list().stream().map(BatchCommand::valueOf).max(BatchCommand::compareTo);
    }

    /** Asks a batch, if it is being run. */
    public static void ask(Handle handle, long batch, BatchCommand batchCommand) {
        handle.execute("""
                INSERT INTO command (batch_id, verb) SELECT batch_id, ? FROM lease WHERE batch_id = ?
                ON CONFLICT DO NOTHING""", batchCommand.name(), batch);
    }

    /** Asks the running batches of a label, or of all labels when it is null. @return how many were asked */
    public static int ask(Handle handle, String label, BatchCommand batchCommand, Instant now) {
        List<Lease> stopping = all(handle).stream()
                .filter(l -> (label == null || l.label().equals(label)) && l.live(now)).toList();
        stopping.forEach(l -> handle.execute(
                "INSERT INTO command (batch_id, verb) VALUES (?, ?) ON CONFLICT DO NOTHING",
                l.batch(), batchCommand.name()));
        return stopping.size();
    }
}
