package dev.tidemark.driver.postgres;

import static dev.tidemark.core.result.Direction.LOWER;
import static dev.tidemark.core.result.Direction.NEITHER;

import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * On what the sessions of a database spend their time, by samples of {@code pg_stat_activity}: each stands for the time since
 * the one before it. A wait that is over within a second is met in proportion to how much of the time there is such a one.
 */
final class WaitProfile {

    /** Counters, seconds of all sessions together. */
    private static final Map<String, Measure> BY_TYPE = Stream.of(
            measure("sessions-running", "Sessions running", "worked or waited for a processor", "", NEITHER),
            measure("wait-io", "Waits for IO", "waited for a file, as for the write-ahead log to be synced", "IO", LOWER),
            measure("wait-lock", "Waits for locks", "waited for a lock of rows, tables or transactions", "Lock", LOWER),
            measure("wait-lwlock", "Waits inside", "waited for a latch inside the server (LWLock)", "LWLock", LOWER),
            measure("wait-client", "Waits for clients", "waited for their client within a statement", "Client", LOWER),
            measure("wait-other", "Other waits", "waited for anything else", "else", LOWER))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    static final MeasureSet MEASURES = MeasureSet.of(Stream.of("", "IO", "Lock", "LWLock", "Client", "else")
            .map(BY_TYPE::get).toArray(Measure[]::new));

    private static final String AT = "at";
    static final String QUESTION = "SELECT extract(epoch FROM clock_timestamp())::float8 AS " + AT + ", "
            + BY_TYPE.entrySet().stream().map(e -> "count(*) FILTER (WHERE COALESCE(wait_event_type, '') "
                    + (e.getKey().equals("else") ? "NOT IN ('', 'IO', 'Lock', 'LWLock', 'Client')" : "= '" + e.getKey() + "'")
                    + ") AS \"" + e.getValue().name() + "\"").collect(Collectors.joining(", "))
            + " FROM pg_catalog.pg_stat_activity WHERE datname = current_database() AND state = 'active' "
            + "AND pid <> pg_backend_pid()";

    private final Map<String, Double> waited = new HashMap<>();
    private double last = Double.NaN;

    private static Map.Entry<String, Measure> measure(String name, String title, String did, String type,
            Direction better) {
        return Map.entry(type, new Measure(name, title, "s", better, 2, "Time that sessions of the database had a statement and "
                + did + ", all together, by a sample each second; of other users' sessions only with the right to see them."));
    }

    /** @param sample the row that {@link #QUESTION} answers @return the counters now */
    Map<String, Double> add(Map<String, Double> sample) {
        double at = sample.getOrDefault(AT, Double.NaN);
        double seconds = Double.isNaN(last) ? 0 : Math.max(0, at - last);
        last = at;
        sample.forEach((name, sessions) -> {
            if (!name.equals(AT)) {
                waited.merge(name, sessions * seconds, Double::sum);
            }
        });
        return Map.copyOf(waited);
    }
}
