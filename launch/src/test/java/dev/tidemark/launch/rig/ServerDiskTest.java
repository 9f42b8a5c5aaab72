package dev.tidemark.launch.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.Rig;
import dev.tidemark.core.rig.RigDisk;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.RigRecord;
import dev.tidemark.core.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The file system of a server's own, and what a fault does to it. */
@EnabledOnOs(OS.LINUX)
class ServerDiskTest {

    private static final Rig RIG = new RigStopTest.Stubborn("exit 0");

    @TempDir
    private Path folder;

    private RigLauncher launcher;
    private Path home;
    private Path data;

    private RigDisk started() throws Exception {
        launcher = new RigLauncher(folder, Clock.system(), (_, _) -> Path.of("/dev/null"));
        home = folder.resolve("stubborn");
        data = home.resolve("data-disk");
        assumeTrue(ProcessIdentity.isRoot(), "skipped: only for root nothing can be mounted in its way");
        try {
            launcher.start(RIG, values("64MiB"), RigListener.NONE);
        } catch (RigException e) {
            assumeTrue(!e.getMessage().startsWith("mount: "), "skipped: /dev/loop: " + e.getMessage());
            throw e;
        }
        return disk().orElseThrow();
    }

    private static Values values(String disk) {
        return RIG.params().defaults().with(RigParams.DISK.name(), disk, SettingOrigin.SET);
    }

    private Optional<RigDisk> disk() throws IOException {
        return RigDisk.of(new RigRecord(home));
    }

    @AfterEach
    void stop() throws Exception {
        launcher.stop(RIG);
    }

    @Test
    void itIsThereWhileTheServerRunsAndKeepsWhatIsStored() throws Exception {
        started();
        Files.writeString(data.resolve("stored"), "here");
        assertThat(launcher.stop(RIG)).isTrue();
        assertThat(disk()).isEmpty();
        assertThat(RigDisk.isMounted(data)).isFalse();
        assertThat(data.resolve("stored")).doesNotExist();
        assertThat(launcher.lastTarget(RIG)).as("though what it follows from is not there now").containsEntry("ready", "true");

        assertThatThrownBy(() -> launcher.start(RIG, values("65MiB"), RigListener.NONE))
                .isInstanceOf(InvalidInputException.class).hasMessage("disk: that of the rig has 64MiB; remove "
                        + data + ".ext4 for another, and with it what is stored there");
        started();
        assertThat(data.resolve("stored")).hasContent("here");
        assertThat(RigDisk.of(new RigRecord(Files.createDirectory(folder.resolve("none"))))).isEmpty();
    }

    @Test
    void whatIsFilledTakesNothingMoreUntilItIsEmptied() throws Exception {
        RigDisk disk = started();
        byte[] much = new byte[8 << 20];
        Files.write(data.resolve("before"), much);
        assertThat(disk.fill()).isBetween(16L << 20, 60L << 20);
        assertThatThrownBy(() -> Files.write(data.resolve("more"), much)).isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");
        Files.delete(data.resolve("before"));
        disk.fill();
        assertThatThrownBy(() -> Files.write(data.resolve("more"), much)).as("what became free is taken, too")
                .isInstanceOf(IOException.class);
        disk.empty();
        Files.write(data.resolve("more"), much);
    }

    /** Whoever writes waits, and cannot even be killed: so the end of the rig has to let it go on first. */
    @Test
    void whatIsFrozenWaitsAndTheEndOfTheRigLetsItGoOn() throws Exception {
        RigDisk disk = started();
        disk.fill();
        disk.freeze();
        ProcessBuilder left = new ProcessBuilder("sh", "-c", "> \"$0\"; sleep 1000", data.resolve("late").toString());
        left.environment().put(RigRecord.MARK, RigRecord.key(home)); // as what the server has started has it
        Process writer = left.start();
        try {
            while (!state(writer).equals("D")) {
                assertThat(writer.isAlive()).isTrue();
                Thread.onSpinWait();
            }
            assertThat(launcher.stop(RIG)).isTrue();
            writer.waitFor();
            assertThat(RigDisk.isMounted(data)).isFalse();
        } finally {
            Optional<RigDisk> still = disk();
            if (still.isPresent()) {
                still.get().thaw();
            }
        }
        disk = started();
        assertThat(Files.getFileStore(data).getUsableSpace()).as("nothing is left of what filled it")
                .isGreaterThan(32L << 20);
        disk.thaw();
    }

    /** The third field, behind the name in brackets; see proc_pid_stat(5). */
    private static String state(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[0];
    }
}
