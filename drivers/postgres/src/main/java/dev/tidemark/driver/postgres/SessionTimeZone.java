package dev.tidemark.driver.postgres;

import module java.base;
import module java.sql;

/**
 * The time zone of a target's connections. pgJDBC gives each the zone of its own process, over which the server's own
 * is forgotten there; so it is looked for and set again. It is what holds for the user or the database, else what the
 * server was started with or has in its files, where the user may see that, else the zone of its log, which initdb and
 * most installations make the same. A server that refuses one of these questions is asked the next one.
 */
final class SessionTimeZone {

    /** What is set for a user outweighs what is set for a database. */
    private static final String OF_USER_OR_DATABASE = "SELECT substring(c FROM position('=' IN c) + 1) "
            + "FROM pg_catalog.pg_db_role_setting s, unnest(s.setconfig) AS c WHERE c ILIKE 'timezone=%' "
            + "AND s.setrole IN (0, (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = session_user)) "
            + "AND s.setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())) "
            + "ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1";
    private static final String MAY_SEE_FILES = "SELECT 1 WHERE current_setting('is_superuser') = 'on'";
    private static final String OF_COMMAND_LINE = "SELECT substring(pg_read_file('postmaster.opts') "
            + "FROM '(?i)\"(?:--)?timezone=([^\"]*)\"')";
    private static final String OF_FILES = "SELECT setting FROM pg_catalog.pg_file_settings "
            + "WHERE lower(name) = 'timezone' AND applied";
    private static final String OF_LOG = "SELECT current_setting('log_timezone')";

    /** Classes of SQLSTATE: not there or not allowed, not offered, a file that cannot be read. */
    private static final Set<String> REFUSALS = Set.of("42", "0A", "58", "22");

    private final Optional<String> requested;
    private volatile Optional<String> found;

    /** @param asked the zone to be used in place of the server's */
    SessionTimeZone(Optional<String> requested) {
        this.requested = requested;
    }

    /** Sets it for a connection, which is closed where that fails. */
    Connection set(Connection connection) throws SQLException {
        try (Statement set = connection.createStatement()) {
            Optional<String> zone = requested.isPresent() ? requested : servers(connection);
            if (zone.isPresent()) {
                set.execute("SET TimeZone = '" + zone.get().replace("'", "''") + "'");
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Empty where it tells none: then the connection keeps what its client gave it. */
    private Optional<String> servers(Connection connection) throws SQLException {
        if (found == null) {
            List<String> places = text(connection, MAY_SEE_FILES).isEmpty() ? List.of(OF_USER_OR_DATABASE, OF_LOG)
                    : List.of(OF_USER_OR_DATABASE, OF_COMMAND_LINE, OF_FILES, OF_LOG);
            Optional<String> zone = Optional.empty();
            for (int i = 0; i < places.size() && zone.isEmpty(); i++) {
                zone = text(connection, places.get(i));
            }
            found = zone;
        }
        return found;
    }

    /** Whether the server has answered that it does not do that. */
    static boolean isRefusal(SQLException e) {
        return REFUSALS.contains(String.valueOf(e.getSQLState()).substring(0, 2));
    }

    /**
     * Empty, too, where the server does not answer that: it is another one that speaks as PostgreSQL does, or forbids
     * it.
     */
    static Optional<String> text(Connection connection, String sql) throws SQLException {
        try (Statement ask = connection.createStatement(); ResultSet row = ask.executeQuery(sql)) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            if (isRefusal(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
