package dev.tidemark.rig.redis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.launch.rig.MavenArtifacts;
import dev.tidemark.launch.rig.RigLauncher;
import dev.tidemark.launch.rig.RigListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Redis that is started without its append-only file for a while. */
class AppendOnlyFileTest {

    private static final RedisRig RIG = new RedisRig();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"7.0.15", "6.2.11"})
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void whatWasStoredWithoutItIsThereWithItAgain(String version) throws Exception {
        assertThat(said(version, "true", "SET a before")).isEmpty();
        assertThat(said(version, "false", "GET a")).containsExactly("before");
        assertThat(said(version, "false", "SET a without")).isEmpty();
        assertThat(said(version, "true", "GET a")).containsExactly("without");
        assertThat(said(version, "true", "SET a again")).isEmpty();
        assertThat(said(version, "true", "GET a")).containsExactly("again");
    }

    /** By a server that is stopped then. */
    private List<String> said(String version, String appendOnly, String command) throws Exception {
        Values values = RedisParams.ALL.defaults().with("server-version", version, SettingOrigin.SET)
                .with("append-only", appendOnly, SettingOrigin.SET);
        RigLauncher launcher = new RigLauncher(folder, Clock.system(), new MavenArtifacts());
        try {
            String address = launcher.start(RIG, values, RigListener.NONE).server().address();
            return RedisClusterRigTest.ask(folder, address, command);
        } finally {
            launcher.stop(RIG);
        }
    }

    /** The server has saved no snapshot without it, and what was stored with it is not to be lost for that. */
    @Test
    void whatWasWrittenAfterTheSnapshotStays() throws Exception {
        Path file = Files.writeString(folder.resolve("appendonly.aof"), "changes");
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(file).hasContent("changes");
        Path snapshot = Files.writeString(folder.resolve("dump.rdb"), "snapshot");
        Files.setLastModifiedTime(file, FileTime.fromMillis(2000));
        Files.setLastModifiedTime(snapshot, FileTime.fromMillis(1000));
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(file).hasContent("changes");
        Files.setLastModifiedTime(snapshot, FileTime.fromMillis(3000));
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(file).hasContent("snapshot");
        assertThat(folder.resolve("appendonly.aof.given-up-1")).doesNotExist();
    }

    /** As of a server that was killed, began without it from an older snapshot, and saved a new one. */
    @Test
    void whatNoSnapshotHasIsPutAside() throws Exception {
        Path file = Files.writeString(folder.resolve("appendonly.aof"), "changes");
        AppendOnlyFile.SINGLE.leave(folder);
        Path snapshot = Files.writeString(folder.resolve("dump.rdb"), "snapshot");
        Files.setLastModifiedTime(file, FileTime.fromMillis(2000));
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(file).hasContent("snapshot");
        assertThat(folder.resolve("appendonly.aof.given-up-1")).hasContent("changes");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1000));
        AppendOnlyFile.SINGLE.leave(folder);
        Files.writeString(snapshot, "newer");
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(file).hasContent("newer");
        assertThat(folder.resolve("appendonly.aof.given-up-2")).as("a snapshot had it").doesNotExist();
        Files.setLastModifiedTime(snapshot, FileTime.fromMillis(1000));
        AppendOnlyFile.SINGLE.leave(folder);
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(file).as("what was not saved was not lost").hasContent("newer");
        Files.setLastModifiedTime(file, FileTime.fromMillis(500));
        AppendOnlyFile.SINGLE.leave(folder);
        AppendOnlyFile.SINGLE.begin(folder);
        assertThat(folder.resolve("appendonly.aof.given-up-2")).as("a snapshot has had it since").doesNotExist();
    }

    /** As a start that was killed has left it. */
    @Test
    void whatIsHalfBegunIsBegunAnew() throws Exception {
        Files.writeString(folder.resolve("dump.rdb"), "snapshot");
        Path begun = Files.createDirectory(folder.resolve("appendonlydir.new"));
        Files.writeString(begun.resolve("appendonly.aof.1.base.rdb"), "snap");
        Files.createDirectory(folder.resolve("appendonlydir"));
        AppendOnlyFile.FOLDER.begin(folder);
        assertThat(folder.resolve("appendonlydir/appendonly.aof.1.base.rdb")).hasContent("snapshot");
        assertThat(folder.resolve("appendonlydir/appendonly.aof.manifest"))
                .hasContent("file appendonly.aof.1.base.rdb seq 1 type b\n");
        assertThat(begun).doesNotExist();
    }
}
