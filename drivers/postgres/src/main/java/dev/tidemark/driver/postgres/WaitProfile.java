package dev.tidemark.driver.postgres;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;

/**
 * On what the sessions of a database spend their time, by samples of {@code pg_stat_activity}: each stands for the time since
 * the one before it, unless that is too long for it to say anything. A wait that is over within a second is met in
 * proportion to how much of the time there is such a one.
 */
final class WaitProfile {

    /** Seconds that a sample stands for. */
    private static final int LONGEST = 15;

    /** What a session does that has a statement, by the types that the server tells of waits. */
    private enum SessionState {
        RUNNING("sessions-running", "Sessions running", "worked or waited for a processor", NEITHER, "= ''"),
        IO("wait-io", "Waits for IO", "waited for a file, as for the write-ahead log to be synced", LOWER, "= 'IO'"),
        LOCK("wait-lock", "Waits for locks", "waited for a lock of rows, tables or transactions", LOWER, "= 'Lock'"),
        LATCH("wait-lwlock", "Waits inside", "waited for a latch inside the server (LWLock)", LOWER, "= 'LWLock'"),
        CLIENT("wait-client", "Waits for clients", "waited for their client within a statement", LOWER, "= 'Client'"),
        OTHER("wait-other", "Other waits", "waited for anything else", LOWER,
                "NOT IN ('', 'IO', 'Lock', 'LWLock', 'Client')");

        /** A counter, seconds of all sessions together. */
        private final Measure measure;
        private final String condition;

        SessionState(String name, String title, String did, Direction better, String condition) {
            measure = new Measure(name, title, "s", better, 2, "Time that sessions of the database had a statement and " + did
                    + ", all together, by a sample each second, after a quarter of an hour every ten, without times of more than " + LONGEST
                    + " s in which none could be taken; of other users' sessions only with the right to see them.");
            this.condition = "count(*) FILTER (WHERE COALESCE(wait_event_type, '') " + condition + ") AS \"" + name
                    + "\"";
        }
    }

    static final MeasureSet MEASURES = MeasureSet.of(Stream.of(SessionState.values()).map(doing -> doing.measure)
            .toArray(Measure[]::new));

    private static final String AT = "at";
    static final String QUESTION = "SELECT extract(epoch FROM clock_timestamp())::float8 AS " + AT + ", "
            + Stream.of(SessionState.values()).map(doing -> doing.condition).collect(Collectors.joining(", "))
            + " FROM pg_catalog.pg_stat_activity WHERE datname = current_database() AND state = 'active' "
            + "AND backend_type IN ('client backend', 'parallel worker') AND pid <> pg_backend_pid()";

    private final Map<String, Double> waited = new HashMap<>();
    private double last = Double.NaN;

    /** @param sample the row that {@link #QUESTION} answers @return the counters now */
    Map<String, Double> add(Map<String, Double> sample) {
        double at = sample.getOrDefault(AT, Double.NaN);
        double seconds = at - last >= 0 && at - last <= LONGEST ? at - last : 0; // not before the first
        last = at;
        sample.forEach((name, sessions) -> {
            if (!name.equals(AT)) {
                waited.merge(name, sessions * seconds, Double::sum);
            }
        });
        return Map.copyOf(waited);
    }
}
