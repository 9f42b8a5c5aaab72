package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

    @TempDir
    Path folder;

    @Test
    void thisMachineHasTheFactsThatEveryMachineHas() {
        EnvironmentFacts environmentFacts = Environment.detect(List.of(folder));
        assertThat(Fixture.texts(environmentFacts)).containsKeys("os", "cores", "memory", "jdk", "architecture",
                "file-system",
                "file-system-size", "free-space");
        assertThat(environmentFacts.settings()).extracting(Setting::name).doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)*"));
        assertThat(environmentFacts.settings()).extracting(Setting::text).noneMatch(String::isBlank);
        assertThat(environmentFacts.warnings()).allMatch(warning -> warning.endsWith("."));
    }

    @Test
    void directoriesOnOneFileSystemHaveItsFactsOnce() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThat(Fixture.texts(Environment.detect(List.of(folder, other, folder.resolve("not/yet/there"))))).hasSize(
                Fixture.texts(Environment.detect(List.of(folder))).size()).doesNotContainKey("file-system-2");
    }

    @Test
    void directoriesOnOneFileSystemShareTheirDevice() {
        assertThat(Environment.sameDevice(folder, folder.resolve("not/yet/there"))).isTrue();
    }

    @Test
    void everyFurtherFileSystemHasItsOwnFactsAndWarnings() throws Exception {
        Environment machine = machine();
        EnvironmentFacts environmentFacts =
                machine.facts(List.of(folder.resolve("a"), folder.resolve("b"), folder.resolve("c")));
        assertThat(Fixture.texts(environmentFacts))
                .containsAllEntriesOf(Map.of("file-system", "ext4", "device", "sda1 on sda",
                "file-system-2", "xfs", "device-2", "sda2 on sda", "file-system-3", "tmpfs", "mount-options-3",
                "rw,noexec"))
                .containsEntry("disk-model", "DISK").containsEntry("disk-model-2", "DISK")
                .doesNotContainKey("device-3");
        assertThat(environmentFacts.warnings()).contains(folder.resolve("c")
                + " lies in memory (tmpfs): no disk is measured.");
    }

    @Test
    void twoPartitionsOfADiskShareItAndMemorySharesNone() throws Exception {
        Environment machine = machine();
        assertThat(machine.shareDevice(folder.resolve("a"), folder.resolve("b/new"))).isTrue();
        assertThat(machine.shareDevice(folder.resolve("a"), folder.resolve("c"))).isFalse();
    }

    @Test
    void fromAFolderThatIsMountedNoexecNoLibraryIsLoaded() throws Exception {
        Environment machine = machine();
        assertThat(machine.isNoexec(folder.resolve("c/not/yet/there"))).isTrue();
        assertThat(machine.isNoexec(folder.resolve("a"))).isFalse();
    }

    /** A machine whose mounts are real folders, so that paths below them exist. */
    private Environment machine() throws Exception {
        assumeThat(File.separatorChar).isEqualTo('/');
        StringBuilder mounts = new StringBuilder();
        String[] lines = {"a rw - ext4 /dev/sda1 rw", "b rw - xfs /dev/sda2 rw", "c rw,noexec - tmpfs tmpfs rw"};
        String[] numbers = {"8:1", "8:2", "0:9"};
        Path real = folder.toRealPath();
        for (int i = 0; i < lines.length; i++) {
            Files.createDirectory(folder.resolve(lines[i].substring(0, 1)));
            mounts.append("1 1 %s / %s/%s%n".formatted(numbers[i], real, lines[i]));
        }
        Fixture fixture = new Fixture(folder.resolve("root")).file("proc/self/mountinfo", mounts.toString())
                .file("sys/devices/sda/device/model", "DISK")
                .file("sys/devices/sda/sda1/partition", "1").link("sys/dev/block/8:1", "sys/devices/sda/sda1")
                .file("sys/devices/sda/sda2/partition", "2").link("sys/dev/block/8:2", "sys/devices/sda/sda2");
        return new Environment(fixture.pseudo(), true);
    }
}
