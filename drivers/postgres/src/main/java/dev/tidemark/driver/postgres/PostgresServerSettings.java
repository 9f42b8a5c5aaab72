package dev.tidemark.driver.postgres;

import module java.base;
import dev.tidemark.core.driver.remote.NonDefaultSettings;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.param.Setting;
import java.sql.SQLException;

/**
 * Settings of the server, read back from it and never changed: some that matter to what is measured, those that answers
 * depend on, and all others that are not at their defaults.
 */
final class PostgresServerSettings {

    /** Told whatever they are. Buffers of the write-ahead log follow from shared buffers unless somebody sets them. */
    private static final List<String> ALWAYS = List.of("shared_buffers", "effective_cache_size", "work_mem",
            "maintenance_work_mem", "max_connections", "fsync", "full_page_writes", "synchronous_commit",
            "wal_sync_method", "wal_compression", "wal_level", "max_wal_size", "min_wal_size",
            "checkpoint_timeout", "checkpoint_completion_target", "data_checksums", "block_size", "autovacuum",
            "default_transaction_isolation", "default_toast_compression", "huge_pages", "io_method", "jit", "TimeZone",
            "DateStyle", "IntervalStyle");
    /** Where and under which name the server is, and what Tidemark's own connections set. */
    private static final List<String> NEVER = List.of("data_directory", "config_file", "hba_file", "ident_file",
            "external_pid_file", "stats_temp_directory", "port", "listen_addresses", "unix_socket_directories",
            "cluster_name", "application_name", "client_encoding", "statement_timeout", "search_path");
    private static final String SETTINGS = "SELECT name || '=' || current_setting(name) FROM pg_catalog.pg_settings "
            + "WHERE name IN (" + quoted(ALWAYS) + ") OR source NOT IN ('default', 'override', 'session') "
            + "AND setting IS DISTINCT FROM boot_val AND name NOT IN (" + quoted(NEVER) + ")";
    /**
     * A connection may look elsewhere for what it works on; the locale is the database's, in whichever column it is.
     */
    private static final String DATABASE = "SELECT 'search_path=' || reset_val FROM pg_catalog.pg_settings "
            + "WHERE name = 'search_path' UNION ALL SELECT f.name || '=' || f.told "
            + "FROM (SELECT to_jsonb(d) AS d, pg_encoding_to_char(d.encoding) AS encoding "
            + "FROM pg_catalog.pg_database d WHERE datname = current_database()) AS here, LATERAL (VALUES "
            + "('encoding', encoding::text), ('lc_collate', d ->> 'datcollate'), ('lc_ctype', d ->> 'datctype'), "
            + "('locale_provider', d ->> 'datlocprovider'), "
            + "('locale', COALESCE(d ->> 'datlocale', d ->> 'daticulocale'))) AS f (name, told) WHERE told IS NOT NULL";

    private static final String ROLE = "SELECT CASE WHEN pg_is_in_recovery() THEN 'a replica' ELSE 'the primary' END";

    private PostgresServerSettings() {}

    /** Where a connection leads. */
    static Setting role(JdbcConnection connection) throws SQLException {
        return Setting.detected("server-read-from", connection.texts(ROLE).getFirst());
    }

    private static String quoted(Collection<String> names) {
        return names.stream().collect(Collectors.joining("', '", "'", "'"));
    }

    /** Those that this version has and this user may see. */
    static List<Setting> of(JdbcConnection connection) throws SQLException {
        List<String> pairs = new ArrayList<>(connection.texts(SETTINGS));
        pairs.addAll(connection.texts(DATABASE));
        Map<String, String> settings = new TreeMap<>();
        pairs.forEach(pair -> settings.put(pair.substring(0, pair.indexOf('=')),
                pair.substring(pair.indexOf('=') + 1)));
        List<Setting> facts = new ArrayList<>(NonDefaultSettings.facts(settings));
        facts.add(NonDefaultSettings.COMPLETE);
        return facts;
    }
}
