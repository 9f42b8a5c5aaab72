package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockDeviceTest {

    @TempDir
    Path root;

    private Fixture fixture;

    @BeforeEach
    void makeDisks() {
        assumeThat(File.separatorChar).isEqualTo('/');
        fixture = new Fixture(root)
                .file("sys/devices/pci/block/sda/device/model", "FASTDISK 9000   ")
                .file("sys/devices/pci/block/sda/queue/rotational", "0")
                .file("sys/devices/pci/block/sda/queue/scheduler", "none [mq-deadline] kyber")
                .file("sys/devices/pci/block/sda/sda1/partition", "1")
                .file("sys/devices/pci/block/sdb/device/model", "OLDDISK")
                .file("sys/devices/pci/block/sdb/queue/rotational", "1")
                .file("sys/devices/pci/block/sdb/queue/scheduler", "[mq-deadline]")
                .link("sys/dev/block/8:1", "sys/devices/pci/block/sda/sda1")
                .link("sys/dev/block/8:16", "sys/devices/pci/block/sdb")
                .link("sys/dev/block/253:0", "sys/devices/virtual/block/dm-0")
                .link("sys/devices/virtual/block/dm-0/slaves/sda1", "sys/devices/pci/block/sda/sda1")
                .link("sys/devices/virtual/block/dm-0/slaves/sdb", "sys/devices/pci/block/sdb")
                .link("sys/class/block/sda1", "sys/devices/pci/block/sda/sda1");
    }

    @Test
    void aPartitionHasTheFactsOfItsDisk() {
        BlockDevice device = device("8:1", "/dev/sda1").orElseThrow();
        assertThat(device.description()).isEqualTo("sda1 on sda");
        assertThat(device.model()).contains("FASTDISK 9000");
        assertThat(device.kind()).contains("solid-state");
        assertThat(device.scheduler()).contains("mq-deadline");
    }

    @Test
    void aWholeDiskIsItself() {
        BlockDevice device = device("8:16", "/dev/sdb").orElseThrow();
        assertThat(device.description()).isEqualTo("sdb");
        assertThat(device.kind()).contains("rotational");
    }

    @Test
    void aVolumeHasThoseOfAllDisksBeneath() {
        BlockDevice device = device("253:0", "/dev/mapper/data").orElseThrow();
        assertThat(device.description()).isEqualTo("dm-0 on sda, sdb");
        assertThat(device.model()).contains("FASTDISK 9000, OLDDISK");
        assertThat(device.kind()).contains("mixed");
    }

    /**
     * What a made-up disk says of its turning is made up, too: virtio says that it turns unless it is told otherwise.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "pci0000:00/0000:00:02.0/virtio1/block/vda        | ''                           | virtual",
        "vbd-51712/block/xvda                             | ''                           | virtual",
        "virtual/block/loop0                              | ''                           | virtual",
        "pci0000:00/ata1/host0/target0/0:0:0:0/block/sda  | QEMU HARDDISK                | virtual",
        "pci0000:00/host2/target2/2:0:0:0/block/sdb       | Virtual disk                 | virtual",
        "pci0000:00/host2/target2/2:0:1:0/block/sdb       | VBOX HARDDISK                | virtual",
        "pci0000:00/host0/target0/0:0:1:0/block/sda       | PersistentDisk               | virtual",
        "pci0000:00/nvme/nvme0/nvme0n1                    | Amazon Elastic Block Store   | virtual",
        "pci0000:00/nvme/nvme1/nvme1n1                    | Amazon EC2 NVMe Instance Storage | rotational",
        "virtual/nvme-subsystem/nvme-subsys0/nvme0n1      | SAMSUNG MZVL2512HCJQ         | rotational"})
    void aDiskThatIsMadeUpIsVirtual(String folder, String model, String kind) {
        fixture.file("sys/devices/" + folder + "/queue/rotational", "1")
                .file("sys/devices/" + folder + "/device/model", model)
                .link("sys/dev/block/259:0", "sys/devices/" + folder);
        assertThat(device("259:0", "/dev/made-up").orElseThrow().kind()).contains(kind);
    }

    @Test
    void aVolumeOverAMadeUpDiskIsVirtual() {
        fixture.file("sys/devices/pci/virtio0/block/vda/queue/rotational", "1")
                .link("sys/dev/block/253:1", "sys/devices/virtual/block/dm-1")
                .link("sys/devices/virtual/block/dm-1/slaves/vda", "sys/devices/pci/virtio0/block/vda");
        assertThat(device("253:1", "/dev/mapper/data").orElseThrow().kind()).contains("virtual");
    }

    @Test
    void aFileSystemWithItsOwnNumberIsFoundByWhatIsMounted() {
        assertThat(device("0:40", "/dev/sda1").orElseThrow().description()).isEqualTo("sda1 on sda");
    }

    @Test
    void aFileSystemOverSeveralDisksHasThemAll() {
        fixture.link("sys/fs/btrfs/0b5a/devices/sda1", "sys/devices/pci/block/sda/sda1")
                .link("sys/fs/btrfs/0b5a/devices/sdb", "sys/devices/pci/block/sdb");
        assertThat(device("0:40", "/dev/sda1").orElseThrow().description()).isEqualTo("sda1 on sda, sdb");
    }

    @Test
    void aPartitionOfAnArrayIsOnTheDisksOfTheArray() {
        fixture.file("sys/devices/virtual/block/md0/md0p1/partition", "1")
                .link("sys/devices/virtual/block/md0/slaves/sda1", "sys/devices/pci/block/sda/sda1")
                .link("sys/devices/virtual/block/md0/slaves/sdb", "sys/devices/pci/block/sdb")
                .link("sys/dev/block/259:7", "sys/devices/virtual/block/md0/md0p1");
        BlockDevice device = device("259:7", "/dev/md0p1").orElseThrow();
        assertThat(device.description()).isEqualTo("md0p1 on sda, sdb");
        assertThat(device.kind()).contains("mixed");
    }

    @Test
    void memoryAndNetworkHaveNoDevice() {
        assertThat(device("0:41", "tmpfs")).isEmpty();
        assertThat(device("0:42", "//server/share")).isEmpty();
        assertThat(device("0:43", "/dev/nowhere")).isEmpty();
    }

    private Optional<BlockDevice> device(String number, String source) {
        return BlockDevice.of(new Mount(number, Path.of("/"), "ext4", source, "rw"), fixture.pseudo());
    }
}
