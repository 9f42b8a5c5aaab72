package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import module java.base;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxHostTest {

    @TempDir
    Path root;

    private void file(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    private List<MetricSnapshot> read(String... devices) {
        return new LinuxHost(new ProcFs(root), List.of(devices)).read();
    }

    @BeforeEach
    void machine() throws IOException {
        file("proc/stat", """
                cpu  353724 634 52349 612071 2627 10 644 1001 5 0
                cpu0 173161 359 25202 311597 481 0 61 517 0 0
                cpu1 180563 275 27147 300474 2145 0 583 484 0 0
                intr 6624130 0 0
                ctxt 12
                """);
        file("proc/meminfo", """
                MemTotal:       24684084 kB
                MemFree:        22315668 kB
                MemAvailable:   23034424 kB
                Buffers:           14676 kB
                Cached:           833680 kB
                HugePages_Total:       0
                Dirty:               100 kB
                Writeback:            28 kB
                """);
        file("proc/diskstats", """
                   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
                 254       0 vda 361918 40205 15088522 337707 137186 66846 41507096 87654 3 65572 439880 58736 61 36 11085 29607 3432
                 254       1 vda1 9 9 9 9 9 9 9 9 9 9 9
                 254      16 vdb 10 0 80 20 30 0 160 40 0 50 60
                """);
    }

    @Test
    void processorsAreCountedInSecondsByKind() {
        MetricSnapshot host = read().getFirst();

        assertThat(host.node()).isEqualTo("host");
        assertThat(host.counters()).containsOnly(entry("cpu-user", 3543.58), entry("cpu-system", 530.03),
                entry("cpu-idle", 6120.71), entry("cpu-iowait", 26.27), entry("cpu-steal", 10.01),
                entry("cpu-busy:0", 1993.0), entry("cpu-busy:1", 2090.52), entry("context-switches", 12.0));
        assertThat(host.gauges()).containsEntry("cores", 2.0);
    }

    /** As where a control group or taskset leaves the generator's process a few of them. */
    @Test
    void theGeneratorsShareIsOfAllProcessorsOfItsMachine() throws IOException {
        file("proc/stat", "cpu  0 0 0 0\n" + IntStream.range(0, 777).mapToObj(n -> "cpu" + n + " 0 0 0 0\n")
                .collect(Collectors.joining()));

        assertThat(new GeneratorProcess(new ProcFs(root)).read().getFirst().gauges()).containsEntry("cores", 777.0);
    }

    /** What a bridge has goes through a device, too; what a machine sends itself is both sent and received. */
    @Test
    void eachByteOfTheNetworkCountsOnce() throws IOException {
        file("proc/net/dev", """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                    lo:  500000     100    0    0    0     0          0         0   500000     100    0    0    0     0       0          0
                  eth0:1000 10 0 0 0 0 0 0 20000 20 0 0 0 0 0 0
                 br-1a:   300000     10    0    0    0     0          0         0   300000     20    0    0    0     0       0          0
                """);
        assertThat(network()).as("as in a container").isEqualTo(1_121_000);
        file("sys/class/net/eth0/device/vendor", "0x1af4");
        assertThat(network()).isEqualTo(521_000);
        file("sys/class/net/br-1a/device/vendor", "0x15b3");
        assertThat(network()).as("two of the machine").isEqualTo(1_121_000);
        file("sys/class/net/br-1a/master/device/vendor", "0x1af4");
        assertThat(network()).as("one behind the other").isEqualTo(521_000);
    }

    private double network() {
        return read().getFirst().counters().get(HostCounters.NETWORK_BYTES);
    }

    @Test
    void memoryIsInBytes() {
        assertThat(read().getFirst().gauges()).containsEntry("memory", 24684084 * 1024.0)
                .containsEntry("memory-used", (24684084 - 23034424) * 1024.0)
                .containsEntry("page-cache", (833680 + 14676) * 1024.0)
                .containsEntry("dirty", 128 * 1024.0);
    }

    @Test
    void onlyTheDevicesBeneathTheDataAreCounted() {
        List<MetricSnapshot> readings = read("vda", "vdb");

        assertThat(readings).extracting(MetricSnapshot::node).containsExactly("host", "device:vda", "device:vdb");
        assertThat(readings.get(1).counters()).containsOnly(entry("reads", 361918.0), entry("writes", 137186.0),
                entry("read-bytes", 15088522 * 512.0), entry("write-bytes", 41507096 * 512.0),
                entry("read-time", 337.707), entry("write-time", 87.654), entry("io-time", 65.572),
                entry("queue-time", 439.88));
        assertThat(read("sdz")).hasSize(1);
    }

    @Test
    void whereTheKernelDoesNotCountWhatOneDeviceDoesNoneAreTold() throws IOException {
        file("sys/block/vda/queue/iostats", "1\n");
        file("sys/block/vdb/queue/iostats", "0\n");
        assertThat(read("vda")).extracting(MetricSnapshot::node).containsExactly("host", "device:vda");
        assertThat(read("vdb")).extracting(MetricSnapshot::node).containsExactly("host");
        assertThat(read("vda", "vdb")).extracting(MetricSnapshot::node).as("one would pass for both").containsExactly("host");
    }

    @Test
    void whatTheKernelDoesNotShowIsAbsent() throws IOException {
        Files.delete(root.resolve("proc/stat"));
        Files.delete(root.resolve("proc/meminfo"));
        Files.delete(root.resolve("proc/diskstats"));

        assertThat(read("vda")).containsExactly(new MetricSnapshot("host", java.util.Map.of(), java.util.Map.of()));
    }
}
