package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.param.Setting;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings of the server that matter to what is measured, read back from it and never changed. */
final class ServerFacts {

    private static final List<String> SETTINGS = List.of("innodb_buffer_pool_size", "innodb_log_file_size",
            "innodb_redo_log_capacity", "innodb_flush_log_at_trx_commit", "innodb_flush_method", "innodb_doublewrite",
            "innodb_io_capacity", "innodb_page_size", "innodb_file_per_table", "innodb_adaptive_hash_index",
            "innodb_rollback_on_timeout", "sync_binlog", "log_bin", "binlog_format", "max_connections",
            "max_allowed_packet", "query_cache_type", "thread_handling", "transaction_isolation", "tx_isolation");
    private static final String ISOLATION = "transaction_isolation";
    /** As it was called first, and still is by some versions. */
    private static final String OLD_ISOLATION = "tx_isolation";
    /** Before a server's own name. */
    private static final String LEAD = "server-";

    private ServerFacts() {}

    /** Those that this version has. */
    static List<Setting> of(JdbcConnection connection) throws SQLException {
        Map<String, String> told = ServerCounters.pairs(connection, "SHOW GLOBAL VARIABLES", SETTINGS);
        String isolation = told.remove(OLD_ISOLATION);
        if (isolation != null) {
            told.putIfAbsent(ISOLATION, isolation);
        }
        List<Setting> all = new ArrayList<>();
        new TreeMap<>(told).forEach((name, value) -> all.add(
                Setting.detected(LEAD + name.replace('_', '-'), value.isEmpty() ? "none" : value)));
        return all;
    }

    /** Of this connection. */
    static MariaDbParams.Isolation isolation(JdbcConnection connection) throws SQLException {
        Map<String, String> told = ServerCounters.pairs(connection, "SHOW SESSION VARIABLES",
                List.of(ISOLATION, OLD_ISOLATION));
        return MariaDbParams.Isolation.of(told.getOrDefault(ISOLATION, told.get(OLD_ISOLATION)));
    }
}
