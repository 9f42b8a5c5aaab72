package dev.tidemark.rig.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ServerPlace;
import dev.tidemark.core.rig.TlsFiles;
import org.junit.jupiter.api.Test;

/** What a server is started with. That it takes it, and starts, is for the contract; an unknown word would end it. */
class MariaDbSettingsTest {

    private static final Path FOLDER = Path.of("/data/of \"me\"");

    private static List<String> lines(Optional<TlsFiles> tls, String... settings) {
        Values values = MariaDbParams.ALL.defaults();
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        ServerPlace place = new ServerPlace(FOLDER.resolve("program"), FOLDER, FOLDER.resolve("password"), 4000, tls);
        return MyCnf.text(values, place, FOLDER.resolve("db")).lines().toList();
    }

    @Test
    void isDurableUnlessToldNotToBe() {
        assertThat(lines(Optional.empty())).contains("innodb_flush_log_at_trx_commit = 1", "innodb_doublewrite = on",
                "skip_log_bin", "skip_ssl", "bind_address = 127.0.0.1", "port = 4000",
                "datadir = \"/data/of \\\"me\\\"/db\"");
        assertThat(lines(Optional.empty(), "flush-log-at-commit", "0", "doublewrite", "false")).contains(
                "innodb_flush_log_at_trx_commit = 0", "innodb_doublewrite = off");
    }

    @Test
    void everySettingArrives() {
        assertThat(lines(Optional.empty(), "buffer-pool-size", "64MiB", "log-file-size", "8MiB", "max-connections",
                "20", "io-capacity", "400", "binary-log", "true", "sync-binary-log", "1")).contains(
                        "innodb_buffer_pool_size = 67108864", "innodb_log_file_size = 8388608",
                        "max_connections = 20", "innodb_io_capacity = 400", "log_bin", "sync_binlog = 1");
    }

    @Test
    void takesNothingButTlsWhereItIsAskedFor() {
        TlsFiles files = new TlsFiles(Path.of("/a.pem"), Path.of("/c.pem"), Path.of("/k.pem"));
        assertThat(lines(Optional.of(files))).contains("require_secure_transport = on", "ssl_cert = \"/c.pem\"",
                "ssl_key = \"/k.pem\"").doesNotContain("skip_ssl");
    }
}
