package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.MountedDisk;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Redis that is told to end and cannot save what it has. */
class RedisStopTest {

    private static final RedisRig RIG = new RedisRig();
    private static final String REFUSAL = """
            7:signal-handler (1795788127) Received SIGTERM scheduling shutdown...
            7:M 27 Nov 2026 14:42:07.113 # User requested shutdown...
            7:M 27 Nov 2026 14:42:07.114 # Write error saving DB on disk(rdbSaveRio): No space left on device
            8:M 27 Nov 2026 14:42:07.114 # User requested shutdown...
            7:M 27 Nov 2026 14:42:07.114 # Error trying to save the DB, can't exit.
            7:M 27 Nov 2026 14:42:07.114 # Errors trying to shut down the server. Check the logs for more information.
            """;
    private static final String END = "8:M 27 Nov 2026 14:42:07.115 # Redis is now ready to exit, bye bye...\n";

    @RegisterExtension
    final MountedDisk disk = new MountedDisk();

    private static Values values(String name, String text) {
        return RedisParams.ALL.defaults().with(name, text, SettingOrigin.SET);
    }

    @Test
    void whatIsLostIsSaidWithItsReason() {
        Values kept = values("append-only", "true");
        assertThat(RIG.refusesToEnd(kept, REFUSAL)).contains("it could not save its data (Write error saving DB on "
                + "disk(rdbSaveRio): No space left on device), and what its append-only file did not take is lost");
        assertThat(RIG.refusesToEnd(values("append-only", "false"), REFUSAL)).get().asString()
                .endsWith("and what was written since its last snapshot is lost");
        assertThat(RIG.refusesToEnd(kept, REFUSAL.replace("Error trying", "Trying"))).isEmpty();
    }

    @Test
    void aClusterIsGivenUpOnlyWhenNoneOfItsServersMayStillSave() {
        assertThat(RIG.refusesToEnd(values("nodes", "2"), REFUSAL)).isEmpty();
        assertThat(RIG.refusesToEnd(values("nodes", "2"), REFUSAL + END)).isPresent();
        assertThat(RIG.refusesToEnd(values("nodes", "2"), REFUSAL + REFUSAL)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"server-version, 7.0.15", "server-version, 6.2.11", "nodes, 2"})
    @EnabledOnOs(OS.LINUX)
    void onAFullDiskItIsKilledAtOnceAndStartsAgainWhenThereIsRoom(String name, String text, @TempDir Path folder)
            throws Exception {
        Path small = disk.mount(folder, "tmpfs", "size=24m,mode=0777");
        RigLauncher launcher = new RigLauncher(folder.resolve("rigs"), Clock.system(), new MavenArtifacts());
        Values values = values(name, text).with("directory", small.toString(), SettingOrigin.SET);
        try {
            ProcessHandle server = ProcessHandle.of(launcher.start(RIG, values, RigListener.NONE).server().process())
                    .orElseThrow();
            Path filling = small.resolve("filling");
            fill(filling);
            List<String> noticed = new ArrayList<>();
            assertThat(launcher.stop(RIG, RigListener.noticing(noticed::add))).isTrue();
            assertThat(server.info().command()).isEmpty(); // also where nobody has collected it
            assertThat(noticed).last().asString().startsWith("Rig redis was killed: it could not save its data (")
                    .endsWith("No space left on device), and what its append-only file did not take is lost.");
            Files.delete(filling);
            launcher.start(RIG, values, RigListener.NONE);
            noticed.clear();
            launcher.stop(RIG, RigListener.noticing(noticed::add));
            assertThat(noticed).noneMatch(notice -> notice.contains("was killed"));
        } finally {
            launcher.stop(RIG);
        }
    }

    private static void fill(Path file) {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (byte[] some = new byte[1 << 16];;) {
                out.write(some);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
    }
}
