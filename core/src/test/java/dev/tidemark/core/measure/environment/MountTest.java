package dev.tidemark.core.measure.environment;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

class MountTest {

    private static final List<Mount> MOUNTS = Mount.parse("""
            22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw,errors=remount-ro
            30 22 0:40 / /data\\040one rw,noatime shared:2 master:3 - btrfs /dev/sdb1 rw,ssd,subvol=/home
            31 22 0:41 / /tmp rw - tmpfs tmpfs rw,size=1024k
            32 22 8:33 / /tmp rw - xfs /dev/sdc1 rw
            33 22 0:42 / /net rw - cifs //server/share rw,vers=3.0,username=alice,addr=10.0.0.1
            34 22 0:43 / /box rw - overlay overlay rw,lowerdir=/a:/b,upperdir=/c,workdir=/d,index=off
            broken line
            35 22 0:44 / /short rw - ext4
            """.lines().toList());

    @Test
    void linesAreReadAndBrokenOnesPassedOver() {
        assertThat(MOUNTS).hasSize(6);
        assertThat(MOUNTS.getFirst()).isEqualTo(new Mount("259:2", Path.of("/"), "ext4", "/dev/nvme0n1p2",
                "rw,relatime,errors=remount-ro"));
        assertThat(MOUNTS.get(1).point()).isEqualTo(Path.of("/data one"));
    }

    @Test
    void aPathLiesOnTheDeepestMountAndTheLastOfSeveral() {
        assertThat(type("/var/lib")).isEqualTo("ext4");
        assertThat(type("/data one/x")).isEqualTo("btrfs");
        assertThat(type("/data one2")).isEqualTo("ext4");
        assertThat(type("/tmp/x")).isEqualTo("xfs");
        assertThat(Mount.of(Path.of("/x"), List.of())).isEmpty();
    }

    @Test
    void optionsNameNoPathsUsersOrAddresses() {
        assertThat(options("/net/x")).isEqualTo("rw,vers=3.0");
        assertThat(options("/box")).isEqualTo("rw,index=off");
        assertThat(options("/data one")).isEqualTo("rw,noatime,ssd");
    }

    @Test
    void whatIsNoDiskOfThisMachineIsKnown() {
        assertThat(MOUNTS).filteredOn(Mount::isNetwork).extracting(Mount::type).containsExactly("cifs");
        assertThat(MOUNTS).filteredOn(Mount::isMemory).extracting(Mount::type).containsExactly("tmpfs");
        assertThat(MOUNTS).filteredOn(Mount::isOverlay).extracting(Mount::type).containsExactly("overlay");
    }

    private static String type(String path) {
        return Mount.of(Path.of(path), MOUNTS).orElseThrow().type();
    }

    private static String options(String path) {
        return Mount.of(Path.of(path), MOUNTS).orElseThrow().options();
    }
}
