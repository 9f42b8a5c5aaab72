package dev.tidemark.driver.postgres;

import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.param.Setting;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Settings of the server that matter to what is measured, read back from it and never changed. */
final class ServerFacts {

    private static final List<String> SETTINGS = List.of("shared_buffers", "effective_cache_size", "work_mem",
            "maintenance_work_mem", "max_connections", "fsync", "full_page_writes", "synchronous_commit",
            "wal_sync_method", "wal_compression", "wal_buffers", "wal_level", "max_wal_size", "min_wal_size",
            "checkpoint_timeout", "checkpoint_completion_target", "data_checksums", "block_size", "autovacuum",
            "default_transaction_isolation", "default_toast_compression", "huge_pages", "io_method", "jit");
    /** Before a server's own name. */
    private static final String LEAD = "server-";

    private ServerFacts() {}

    /** Those that this version has and this user may see. */
    static List<Setting> of(JdbcConnection connection) throws SQLException {
        String names = SETTINGS.stream().collect(Collectors.joining("', '", "'", "'"));
        return connection.texts("SELECT name || '=' || current_setting(name) FROM pg_catalog.pg_settings "
                + "WHERE name IN (" + names + ") ORDER BY name").stream().map(ServerFacts::fact).toList();
    }

    private static Setting fact(String pair) {
        String[] parts = pair.split("=", 2);
        return Setting.detected(LEAD + parts[0].replace('_', '-'), parts[1].isEmpty() ? "none" : parts[1]);
    }
}
