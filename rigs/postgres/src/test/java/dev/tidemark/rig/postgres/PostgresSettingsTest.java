package dev.tidemark.rig.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.driver.contract.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server is started with, as PostgreSQL's own program reads it from the configuration that it has. */
@EnabledOnOs(OS.LINUX)
class PostgresSettingsTest {

    private static Map<String, String> settings(SharedServer server, String... names) throws Exception {
        Path home = Path.of(server.server().target().get("password").substring("file:".length())).getParent();
        Path program;
        try (Stream<Path> files = Files.list(home)) {
            program = files.filter(f -> f.getFileName().toString().startsWith("program-")).findFirst().orElseThrow();
        }
        Map<String, String> settings = new TreeMap<>();
        for (String name : names) {
            Process process = new ProcessBuilder(program.resolve("bin/postgres").toString(), "-C", name, "-D",
                    home.resolve("data/cluster-18").toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            settings.put(name, process.inputReader().readLine());
            process.waitFor();
        }
        return settings;
    }

    @Test
    void isDurableUnlessToldNotToBe() throws Exception {
        String[] names = {"fsync", "synchronous_commit", "full_page_writes"};
        assertThat(settings(SharedServer.of("postgres"), names)).isEqualTo(
                Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on"));
        assertThat(settings(SharedServer.of("postgres", "fsync=false", "synchronous-commit=false",
                "full-page-writes=false"), names)).isEqualTo(
                        Map.of("fsync", "off", "synchronous_commit", "off", "full_page_writes", "off"));
    }

    /** In its own units: pages of 8 kB, megabytes and seconds. */
    @Test
    void everySettingArrives() throws Exception {
        SharedServer server = SharedServer.of("postgres", "shared-buffers=16MiB", "max-connections=17",
                "max-wal-size=64MiB", "checkpoint-timeout=90s", "wal-compression=true");
        assertThat(settings(server, "shared_buffers", "max_connections", "max_wal_size", "checkpoint_timeout",
                "wal_compression", "listen_addresses", "unix_socket_directories", "password_encryption")).isEqualTo(
                        Map.of("shared_buffers", "2048", "max_connections", "17", "max_wal_size", "64",
                                "checkpoint_timeout", "90", "wal_compression", "pglz", "listen_addresses", "127.0.0.1",
                                "unix_socket_directories", "", "password_encryption", "scram-sha-256"));
    }
}
