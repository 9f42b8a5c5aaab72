package dev.tidemark.rig.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.Rigs;
import dev.tidemark.driver.contract.SharedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void extensionsMayLieInAFolderOfTheUsers(@TempDir Path folder) throws Exception {
        Path more = folder.resolve("user's");
        assertThatThrownBy(() -> artifact("18.6.0", more)).hasMessageContaining("has no folder share/extension");
        Files.createDirectories(more.resolve("share/extension"));
        assertThatThrownBy(() -> artifact("17.5.0", more)).isInstanceOf(InvalidInputException.class)
                .hasMessage("extensions: PostgreSQL 17.5.0 takes no extensions from other folders; 18 and later do");
        artifact("18.6.0", more);
        SharedServer server = SharedServer.of("postgres", "extensions=" + more, "shared-buffers=16MiB");
        assertThat(settings(server, "extension_control_path", "dynamic_library_path")).isEqualTo(Map.of(
                "extension_control_path", "$system:" + more + "/share:" + more + "/share/postgresql", "dynamic_library_path",
                "$libdir:" + more + "/lib:" + more + "/lib/postgresql"));
        server.stop();
    }

    private static void artifact(String version, Path extensions) {
        Rig rig = Rigs.named("postgres");
        rig.artifact(rig.params().defaults().with("server-version", version, SettingOrigin.SET)
                .with("extensions", extensions.toString(), SettingOrigin.SET), new Platform("linux", "amd64"));
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
