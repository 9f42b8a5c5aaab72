package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void aFileSystemWithItsOwnNumberIsFoundByWhatIsMounted() {
        assertThat(device("0:40", "/dev/sda1").orElseThrow().description()).isEqualTo("sda1 on sda");
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
