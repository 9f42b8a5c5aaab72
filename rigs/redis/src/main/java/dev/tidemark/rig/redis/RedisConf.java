package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.rig.TlsFiles;

/** The server's configuration file. It holds the password. */
final class RedisConf {

    private static final String APPEND_ONLY = "appendonly";

    private RedisConf() {}

    /**
     * Writes it in the place of that of the last start, when the server finds what it is to go on with.
     *
     * @param file in the folder of the server's data
     * @param text {@link #text}, and what else there is
     */
    static void write(Path file, Values values, String text) throws IOException {
        boolean with = values.get(RedisParams.APPEND_ONLY);
        if (Files.exists(file) && Files.readAllLines(file).contains(APPEND_ONLY + (with ? " no" : " yes"))) {
            AppendOnlyFile changes = AppendOnlyFile.of(RedisBuild.of(values, Platform.current()));
            if (with) {
                changes.begin(file.getParent());
            } else {
                changes.leave(file.getParent());
            }
        }
        PrivateFile.write(file, text);
    }

    /** @param port where the server listens */
    static String text(Values values, ServerPlace place, Path data, int port) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("bind", ServerPlace.HOST);
        lines.put("port", place.tls().isPresent() ? "0" : String.valueOf(port));
        place.tls().ifPresent(tls -> secure(lines, tls, port));
        lines.put("requirepass", ConfigFile.quoted(place.readPassword()));
        lines.put("dir", ConfigFile.quoted(data.toString()));
        lines.put("daemonize", "no");
        lines.put("set-proc-title", "no"); // so that its command line tells how it was started
        lines.put("logfile", ConfigFile.quoted(""));
        lines.put(APPEND_ONLY, word(values, RedisParams.APPEND_ONLY));
        lines.put("appendfsync", Types.word(values.get(RedisParams.APPEND_FSYNC)));
        lines.put("io-threads", String.valueOf(values.get(RedisParams.IO_THREADS)));
        Optional<Long> memory = values.find(RedisParams.MAX_MEMORY);
        memory.ifPresent(bytes -> lines.put("maxmemory", String.valueOf(bytes)));
        if (!values.get(RedisParams.SNAPSHOTS)) {
            lines.put("save", ConfigFile.quoted(""));
        }
        return ConfigFile.text(lines, " ");
    }

    private static void secure(Map<String, String> lines, TlsFiles tls, int port) {
        lines.put("tls-port", String.valueOf(port));
        lines.put("tls-cert-file", ConfigFile.quoted(tls.certificate().toString()));
        lines.put("tls-key-file", ConfigFile.quoted(tls.key().toString()));
        lines.put("tls-ca-cert-file", ConfigFile.quoted(tls.authority().toString()));
        lines.put("tls-auth-clients", "no");
    }

    private static String word(Values values, Param<Boolean> flag) {
        return values.get(flag) ? "yes" : "no";
    }
}
