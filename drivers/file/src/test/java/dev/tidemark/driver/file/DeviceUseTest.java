package dev.tidemark.driver.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine made of files: disk 8:0 with partitions 8:1 (mounted), 8:2 (in a RAID) and 8:3 (nothing). */
class DeviceUseTest {

    @TempDir
    Path directory;
    private DeviceUse use;

    @BeforeEach
    void machine() throws Exception {
        write("proc/self/mountinfo", """
                22 27 0:21 / /proc rw,relatime - proc proc rw
                29 1 8:1 / /srv/my\\040data rw,noatime shared:1 master:2 - ext4 /dev/sda1 rw
                30 1 0:40 /@home /home rw - btrfs %s rw
                """.formatted(directory.resolve("sdb")));
        write("proc/swaps",
                "Filename Type Size Used Priority\n%s partition 1 0 -2\n".formatted(directory.resolve("sdc")));
        for (int part = 1; part <= 3; part++) {
            write("sys/dev/block/8:0/sda" + part + "/partition", part + "\n");
            write("sys/dev/block/8:0/sda" + part + "/dev", "8:" + part + "\n");
            write("sys/dev/block/8:" + part + "/partition", part + "\n");
        }
        write("sys/dev/block/8:2/holders/md0/dev", "9:0\n");
        Files.createDirectories(directory.resolve("sys/dev/block/8:3/holders"));
        for (String name : new String[] {"sda", "sda1", "sda2", "sda3", "sdb", "sdc"}) {
            write(name, "");
        }
        use = new DeviceUse(directory.resolve("proc"), directory.resolve("sys"));
    }

    private void write(String name, String content) throws Exception {
        Path path = directory.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private void assertRefused(String name, String number, String why) {
        Path device = directory.resolve(name);
        Fixture.assertOneLine(() -> use.refuse(device, number), "destroy-data: " + device + " " + why);
    }

    @Test
    void mountedPartitionsAndTheDisksTheyLieOnAreInUse() {
        assertRefused("sda1", "8:1", "is mounted at /srv/my data; unmount it first");
        assertRefused("sda", "8:0", "has a partition that is mounted at /srv/my data");
    }

    @Test
    void fileSystemsWithNumbersOfTheirOwnAreFoundByTheirSource() {
        assertRefused("sdb", "8:16", "is mounted at /home");
    }

    @Test
    void partsOfOtherDevicesAndSwapAreInUse() {
        assertRefused("sda2", "8:2", "is part of md0");
        assertRefused("sdc", "8:32", "is in use as swap");
    }

    @Test
    void whatNobodyUsesIsFree() {
        assertThatCode(() -> use.refuse(directory.resolve("sda3"), "8:3")).doesNotThrowAnyException();
    }

    private void open(String process, String command, String name) throws Exception {
        Path descriptors = Files.createDirectories(directory.resolve("proc/" + process + "/fd"));
        write("proc/" + process + "/comm", command + "\n");
        Files.createSymbolicLink(descriptors.resolve("7"), directory.resolve(name));
    }

    @Test
    void aDeviceThatAnotherProcessHasOpenIsInUse() throws Exception {
        Path device = directory.resolve("sda3");
        open("self", "java", "sda3");
        open("41", "(udev-worker)", "sda3");
        open("42", "dd", "sdb");
        assertThatCode(() -> use.refuseOpen(device, "8:3")).doesNotThrowAnyException();
        open("43", "dd", "sda3");
        Fixture.assertOneLine(() -> use.refuseOpen(device, "8:3"), "destroy-data: " + device
                + " is held open by process 43 (dd); end it first");
    }

    @Test
    void thisMachinesMountsCanBeRead() throws Exception {
        assertThat(Files.readAllLines(Path.of("/proc/self/mountinfo")).stream().map(DeviceUse.Mount::parse))
                .isNotEmpty().allMatch(m -> m.number().matches("\\d+:\\d+") && m.point().startsWith("/"));
    }

    @Test
    void devicesHaveTheNumbersThatTheKernelGivesThem() throws Exception {
        assertThat(DeviceUse.number(Path.of("/dev/null"))).isEqualTo("1:3");
    }
}
