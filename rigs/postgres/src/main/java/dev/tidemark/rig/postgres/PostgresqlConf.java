package dev.tidemark.rig.postgres;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.rig.TlsFiles;

/** The server's configuration files. What is changed by {@code ALTER SYSTEM} lies in another file and comes first. */
final class PostgresqlConf {

    private PostgresqlConf() {}

    /** {@code postgresql.conf}. */
    static String settings(Values values, ServerPlace place) {
        return settings(values, place, Map.of());
    }

    /** The same of one of a pair. @param more what only it has */
    static String settings(Values values, ServerPlace place, Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("listen_addresses", quoted(ServerPlace.HOST));
        settings.put("port", String.valueOf(place.port()));
        settings.put("unix_socket_directories", quoted(""));
        settings.put("max_connections", String.valueOf(values.get(PostgresParams.MAX_CONNECTIONS)));
        settings.put("shared_buffers", kilobytes(values.get(PostgresParams.SHARED_BUFFERS)));
        settings.put("max_wal_size", quoted((values.get(PostgresParams.MAX_WAL_SIZE) >> 20) + "MB"));
        settings.put("checkpoint_timeout", quoted(values.get(PostgresParams.CHECKPOINT_TIMEOUT).toSeconds() + "s"));
        settings.put("wal_compression", word(values, PostgresParams.WAL_COMPRESSION));
        settings.put("synchronous_commit", word(values, PostgresParams.SYNCHRONOUS_COMMIT));
        settings.put("full_page_writes", word(values, PostgresParams.FULL_PAGE_WRITES));
        settings.put("fsync", word(values, PostgresParams.FSYNC));
        settings.put("password_encryption", quoted("scram-sha-256"));
        settings.put("lc_messages", quoted("C"));
        settings.put("log_timezone", quoted("UTC"));
        settings.put("timezone", quoted("UTC"));
        values.find(PostgresParams.EXTENSIONS).ifPresent(folder ->
                extend(settings, folder.toAbsolutePath().normalize()));
        place.tls().ifPresent(tls -> secure(settings, tls));
        settings.putAll(more);
        return ConfigFile.text(settings, " = ");
    }

    /** The server looks for the folder {@code extension} in the first of these. */
    private static void extend(Map<String, String> settings, Path folder) {
        settings.put("extension_control_path", quoted("$system:" + either(folder.resolve("share"))));
        settings.put("dynamic_library_path", quoted("$libdir:" + either(folder.resolve("lib"))));
    }

    /** A folder, and the one within it that PostgreSQL's own {@code make install prefix=} takes. */
    private static String either(Path folder) {
        return folder + ":" + folder.resolve("postgresql");
    }

    private static void secure(Map<String, String> settings, TlsFiles tls) {
        settings.put("ssl", "on");
        settings.put("ssl_cert_file", path(tls.certificate()));
        settings.put("ssl_key_file", path(tls.key()));
    }

    /** {@code pg_hba.conf}: from this machine only, and by password only. */
    static String access(ServerPlace place) {
        String kind = place.tls().isPresent() ? "hostssl" : "host";
        return ConfigFile.HEAD + kind + " all all " + ServerPlace.HOST + "/32 scram-sha-256\n"
                + kind + " replication all " + ServerPlace.HOST + "/32 scram-sha-256\n";
    }

    private static String kilobytes(long bytes) {
        return quoted((bytes >> 10) + "kB");
    }

    private static String word(Values values, Param<Boolean> flag) {
        return values.get(flag) ? "on" : "off";
    }

    private static String path(Path path) {
        return quoted(path.toString());
    }

    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
