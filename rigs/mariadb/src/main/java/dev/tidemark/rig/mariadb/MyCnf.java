package dev.tidemark.rig.mariadb;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.rig.TlsFiles;

/** The server's option file. It is the only one that is read. */
final class MyCnf {

    private MyCnf() {}

    /** @param data where the database is */
    static String text(Values values, ServerPlace place, Path data) {
        Map<String, String> lines = new LinkedHashMap<>();
        where(lines, place, data);
        lines.put("innodb_buffer_pool_size", String.valueOf(values.get(MariaDbParams.BUFFER_POOL_SIZE)));
        lines.put("innodb_log_file_size", String.valueOf(values.get(MariaDbParams.LOG_FILE_SIZE)));
        lines.put("innodb_flush_log_at_trx_commit", String.valueOf(values.get(MariaDbParams.FLUSH_LOG_AT_COMMIT)));
        lines.put("innodb_doublewrite", word(values, MariaDbParams.DOUBLEWRITE));
        lines.put("innodb_io_capacity", String.valueOf(values.get(MariaDbParams.IO_CAPACITY)));
        lines.put("max_connections", String.valueOf(values.get(MariaDbParams.MAX_CONNECTIONS)));
        lines.put("max_allowed_packet", "1G"); // as much as there is, since a larger value breaks the connection
        lines.put(values.get(MariaDbParams.BINARY_LOG) ? "log_bin" : "skip_log_bin", "");
        lines.put("sync_binlog", String.valueOf(values.get(MariaDbParams.SYNC_BINARY_LOG)));
        place.tls().ifPresentOrElse(tls -> secure(lines, tls), () -> lines.put("skip_ssl", ""));
        return ConfigFile.HEAD + "[mariadbd]\n" + lines.entrySet().stream()
                .map(line -> line.getKey() + (line.getValue().isEmpty() ? "\n" : " = " + line.getValue() + "\n"))
                .collect(Collectors.joining());
    }

    private static void where(Map<String, String> lines, ServerPlace place, Path data) {
        lines.put("basedir", quoted(place.program()));
        lines.put("datadir", quoted(data));
        lines.put("plugin_dir", quoted(place.program()));
        lines.put("bind_address", ServerPlace.HOST);
        lines.put("port", String.valueOf(place.port()));
        lines.put("socket", "\"\""); // none
        lines.put("skip_name_resolve", "");
        lines.put("character_set_server", "utf8mb4");
        if (ProcessIdentity.isRoot()) {
            lines.put("user", "root"); // it is asked for by name, since few want that
        }
    }

    private static void secure(Map<String, String> lines, TlsFiles tls) {
        lines.put("ssl_cert", quoted(tls.certificate()));
        lines.put("ssl_key", quoted(tls.key()));
        lines.put("ssl_ca", quoted(tls.authority()));
        lines.put("require_secure_transport", "on");
    }

    private static String word(Values values, Param<Boolean> flag) {
        return values.get(flag) ? "on" : "off";
    }

    private static String quoted(Path path) {
        return ConfigFile.quoted(path.toString());
    }
}
