package dev.tidemark.driver.mariadb;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.param.Setting;

/**
 * Settings of the server, read back from it and never changed: some that matter to what is measured, the time zone of
 * connections, and all others that are not at their defaults.
 */
final class MariaDbServerVariables {

    private static final List<String> ALWAYS = List.of("innodb_buffer_pool_size", "innodb_log_file_size",
            "innodb_redo_log_capacity", "innodb_flush_log_at_trx_commit", "innodb_flush_method", "innodb_doublewrite",
            "innodb_io_capacity", "innodb_page_size", "innodb_file_per_table", "innodb_adaptive_hash_index",
            "innodb_rollback_on_timeout", "sync_binlog", "log_bin", "binlog_format", "max_connections",
            "max_allowed_packet", "query_cache_type", "thread_handling", "transaction_isolation", "tx_isolation",
            "sql_mode", "system_time_zone");
    private static final String ISOLATION = "transaction_isolation";
    /** As it was called first, and still is by some versions. */
    private static final String OLD_ISOLATION = "tx_isolation";
    private static final String TIME_ZONE = "time_zone";
    /** Where and under which name the server is, and what changes by itself. */
    private static final Pattern NEVER = Pattern.compile("port|extra_port|socket|pid_file|hostname|bind_address|"
            + "server_id|server_uid|server_uuid|basedir|datadir|.*_dir|tmpdir|.*_basename|.*_log_file|log_error|"
            + ".*_index|report_.*|gtid_.*|timestamp|wsrep_node_.*|admin_.*|mysqlx_.*|character_set_client|time_zone");
    private static final String OF_MARIADB = "SELECT variable_name, global_value "
            + "FROM information_schema.system_variables WHERE global_value IS NOT NULL "
            + "AND global_value_origin NOT IN ('COMPILE-TIME', 'AUTO') AND NOT global_value <=> default_value";
    private static final String OF_MYSQL = "SELECT v.variable_name, g.variable_value "
            + "FROM performance_schema.variables_info v JOIN performance_schema.global_variables g "
            + "ON g.variable_name = v.variable_name WHERE v.variable_source <> 'COMPILED'";
    /** A table is not there, or not for this user. */
    private static final String NOT_ACCESSIBLE = "42";

    private MariaDbServerVariables() {}

    /** Those that this version has. */
    static List<Setting> of(JdbcConnection connection) throws SQLException {
        Map<String, String> variables = ServerCounters.pairs(connection, "SHOW GLOBAL VARIABLES", ALWAYS);
        String isolation = variables.remove(OLD_ISOLATION);
        if (isolation != null) {
            variables.putIfAbsent(ISOLATION, isolation);
        }
        variables.put(TIME_ZONE, connection.texts("SELECT @@session.time_zone").getFirst());
        boolean complete = addOthers(connection, variables);
        List<Setting> all = new ArrayList<>(NonDefaultSettings.facts(variables));
        if (complete) {
            all.add(NonDefaultSettings.COMPLETE);
        }
        return all;
    }

    /** Whether the server tells which are not at their defaults. */
    private static boolean addOthers(JdbcConnection connection, Map<String, String> variables) throws SQLException {
        String ask = connection.texts("SELECT VERSION()").getFirst().contains("MariaDB") ? OF_MARIADB : OF_MYSQL;
        try (ResultSet rows = connection.prepared(ask).executeQuery()) {
            while (rows.next()) {
                String name = rows.getString(1).toLowerCase(Locale.ROOT);
                if (!NEVER.matcher(name).matches() && !name.equals(OLD_ISOLATION)) {
                    variables.putIfAbsent(name, Objects.toString(rows.getString(2), ""));
                }
            }
            return true;
        } catch (SQLException e) {
            if (!String.valueOf(e.getSQLState()).startsWith(NOT_ACCESSIBLE)) {
                throw e;
            }
            return false;
        }
    }

    /** Of this connection. */
    static MariaDbParams.Isolation isolation(JdbcConnection connection) throws SQLException {
        Map<String, String> variables = ServerCounters.pairs(connection, "SHOW SESSION VARIABLES",
                List.of(ISOLATION, OLD_ISOLATION));
        return MariaDbParams.Isolation.of(variables.getOrDefault(ISOLATION, variables.get(OLD_ISOLATION)));
    }
}
