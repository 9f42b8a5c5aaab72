package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import module java.sql;
import java.time.Duration;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;

/**
 * The connections of a target, by what they are for.
 *
 * @param work    those of the workers, and of what is made and dropped
 * @param patient as many as are wanted, for what may take as long as it likes and is no operation: walks, counts,
 *                maintenance
 * @param watch   for reading counters, which must take no longer than a second
 * @param reads   of workers, where what they read comes from another server than the one that they write to
 */
public record JdbcPools(Connections<JdbcConnection> work, Connections<JdbcConnection> patient,
        Connections<JdbcConnection> watch, Optional<Connections<JdbcConnection>> reads) {

    /** The client library. */
    @FunctionalInterface
    public interface Opener {

        /** Logs in, within the settings' time for that. */
        Connection open(ConnectionSettings settings) throws SQLException;
    }

    /** As good as none; servers and clients count milliseconds in 31 bits. */
    static final Duration LONGEST = Duration.ofDays(20);
    private static final Duration SECOND = Duration.ofSeconds(1);

    public static JdbcPools of(Opener opener, SqlDialect dialect, ConnectionSettings settings) {
        return new JdbcPools(pool(opener, dialect, settings),
                pool(opener, dialect, settings.unshared(settings.connectTimeout(), LONGEST)),
                pool(opener, dialect, settings.within(SECOND)), Optional.empty());
    }

    /** The same with other connections for what workers read. */
    public JdbcPools readingBy(Opener opener, SqlDialect dialect, ConnectionSettings settings) {
        return new JdbcPools(work, patient, watch, Optional.of(pool(opener, dialect, settings)));
    }

    /** As many as are wanted, each for whoever opens it. */
    public static Connections<JdbcConnection> unshared(Opener opener, SqlDialect dialect, ConnectionSettings settings) {
        return pool(opener, dialect, settings.unshared(settings.connectTimeout(), settings.operationTimeout()));
    }

    private static Connections<JdbcConnection> pool(Opener opener, SqlDialect dialect,
            ConnectionSettings settings) {
        return new Connections<>(new JdbcConnector(opener, dialect, settings), settings);
    }

    /** Closes those that no worker uses. */
    void closeOthers() {
        patient.close();
        watch.close();
        reads.ifPresent(Connections::close);
    }
}
