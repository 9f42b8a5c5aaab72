package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.core.result.MetricSnapshot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeExporterTest {

    private final AtomicReference<String> asked = new AtomicReference<>();
    private volatile int status = 200;
    private volatile byte[] page;
    private HttpServer server;
    private String url;

    @BeforeEach
    void serve() throws IOException {
        try (InputStream sample = NodeExporterTest.class.getResourceAsStream("node-exporter.txt")) {
            page = sample.readAllBytes();
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.set(exchange.getRequestURI().toString());
            exchange.sendResponseHeaders(status, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private List<MetricSnapshot> read(String url) throws IOException {
        return read(url, Duration.ofMinutes(1));
    }

    private static List<MetricSnapshot> read(String url, Duration patience) throws IOException {
        NodeExporter exporter = new NodeExporter(url, patience);
        try {
            return exporter.read();
        } finally {
            exporter.close();
        }
    }

    @Test
    void itsFamiliesGetTheNamesOfThisMachine() throws IOException {
        List<MetricSnapshot> readings = read(url);

        assertThat(readings).extracting(MetricSnapshot::node).containsExactly("host", "device:nvme0n1");
        MetricSnapshot host = readings.getFirst();
        assertThat(host.counters().get("cpu-user")).isEqualTo(1731.61 + 3.59 + 1805.63 + 2.75, within(1e-6));
        assertThat(host.counters().get("cpu-system")).isEqualTo(252.02 + 0.5 + 0.61 + 271.47 + 5.83, within(1e-6));
        assertThat(host.counters().get("cpu-steal")).isEqualTo(10.01, within(1e-6));
        assertThat(host.gauges()).containsEntry("cores", 2.0).containsEntry("memory", 25276502016.0)
                .containsEntry("memory-used", 25276502016.0 - 23587250176.0)
                .containsEntry("page-cache", 853688320.0 + 15028224.0).doesNotContainKey("dirty");
        assertThat(readings.get(1).counters()).contains(entry("reads", 361918.0), entry("writes", 137186.0),
                entry("read-bytes", 7725323264.0), entry("write-bytes", 21251633152.0), entry("read-time", 337.707),
                entry("write-time", 87.654), entry("io-time", 65.572), entry("queue-time", 439.88));
    }

    @Test
    void onlyWhatIsNeededIsAskedForUnlessTheUrlSaysMore() throws IOException {
        read(url);
        assertThat(asked.get()).isEqualTo("/metrics?collect%5B%5D=cpu&collect%5B%5D=meminfo&collect%5B%5D=diskstats"
                + "&collect%5B%5D=stat&collect%5B%5D=netdev");
        read(url + "/proxied/db1");
        assertThat(asked.get()).isEqualTo("/proxied/db1");
    }

    @Test
    void volumesCountWhereNothingElseDoes() throws IOException {
        page = ("node_disk_reads_completed_total{device=\"dm-0\"} 4\n"
                + "node_disk_writes_completed_total{device=\"dm-0\"} 2\n").getBytes();

        assertThat(read(url)).extracting(MetricSnapshot::node).containsExactly("host", "device:dm-0");
    }

    /** A 27th disk, whose partitions exporters do not leave out; two paths to one NVMe device; what lies on others. */
    @Test
    void whatGoesThroughOtherDevicesDoesNotCountOnceMore() throws IOException {
        page = Stream.of("sdaa", "sdaa1", "sdaa12", "nvme0n1", "nvme0n1p2", "nvme0c0n1", "nvme0c1n1", "mmcblk0", "mmcblk0p1",
                "bcache0", "drbd0", "zd16", "dm-1", "dm-12", "xvda1").map(name -> "node_disk_reads_completed_total{device=\"" + name
                + "\"} 4\n").collect(Collectors.joining()).getBytes();

        assertThat(read(url)).extracting(MetricSnapshot::node).containsExactly("host", "device:mmcblk0", "device:nvme0n1",
                "device:sdaa", "device:xvda1");
    }

    @Test
    void switchesAndTheNetworksBytesAreThereWhereTheyAreTold() throws IOException {
        page = """
                node_context_switches_total 4.5e+06
                node_network_receive_bytes_total{device="eth0"} 1000
                node_network_transmit_bytes_total{device="eth0"} 20000
                node_network_receive_bytes_total{device="lo"} 7
                node_network_transmit_bytes_total{device="veth1a"} 9
                node_network_receive_bytes_total{device="bond0"} 1000
                node_network_transmit_bytes_total{device="bond0"} 20000
                node_network_transmit_bytes_total{device="eth0.100"} 20000
                """.getBytes();
        assertThat(read(url).getFirst().counters()).containsOnly(entry("context-switches", 4.5e6),
                entry("network-bytes", 21000.0));
    }

    /** Of an adapter, the function and what is before it have one address; so have a bond and its members. */
    @Test
    void bytesOfAnAdapterBehindAnInterfaceCountOnceAndThoseOfABondsMembersEach() throws IOException {
        byte[] bytes = """
                node_network_receive_bytes_total{device="eth0"} 1000
                node_network_receive_bytes_total{device="enP1s2"} 990
                node_network_receive_bytes_total{device="eth1"} 500
                node_network_receive_bytes_total{device="ens1"} 40
                node_network_receive_bytes_total{device="ens2"} 60
                node_network_receive_bytes_total{device="bond0"} 100
                node_network_receive_bytes_total{device="ib0"} 3
                node_network_receive_bytes_total{device="ib1"} 4
                """.getBytes();
        byte[] adapters = """
                node_network_info{address="00:0d:3a:01:02:03",device="eth0",operstate="up"} 1
                node_network_info{address="00:0d:3a:01:02:03",device="enP1s2",operstate="up"} 1
                node_network_info{address="00:0d:3a:01:02:04",device="eth1",operstate="up"} 1
                node_network_info{address="00:0d:3a:01:02:05",device="ens1",operstate="up"} 1
                node_network_info{address="00:0d:3a:01:02:05",device="ens2",operstate="up"} 1
                node_network_info{address="00:0d:3a:01:02:05",device="bond0",operstate="up"} 1
                node_network_info{address="00:00:00:00:00:00",device="ib0",operstate="up"} 1
                node_network_info{address="00:00:00:00:00:00",device="ib1",operstate="up"} 1
                """.getBytes();
        List<String> requests = new CopyOnWriteArrayList<>();
        server.removeContext("/");
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI().toString());
            byte[] answer = requests.getLast().endsWith("=netclass") ? adapters : bytes;
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        NodeExporter exporter = new NodeExporter(url, Duration.ofMinutes(1));
        try {
            for (int time = 0; time < 2; time++) {
                assertThat(exporter.read().getFirst().counters()).containsOnly(entry("network-bytes", 1607.0));
            }
        } finally {
            exporter.close();
        }
        assertThat(requests).as("of which adapter they are is asked once").hasSize(3);
        page = bytes;
        server.removeContext("/");
        server.createContext("/", exchange -> {
            boolean off = exchange.getRequestURI().toString().endsWith("=netclass");
            exchange.sendResponseHeaders(off ? 400 : 200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        assertThat(read(url).getFirst().counters()).as("where nobody tells").containsOnly(entry("network-bytes", 2597.0));
    }

    @Test
    void failuresAreToldInWords() {
        status = 400;
        assertThatThrownBy(() -> read(url)).isInstanceOf(IOException.class).hasMessage(url + " answered with status "
                + "400, as where one of the collectors cpu, meminfo, diskstats, stat, netdev is off; " + url
                + "/metrics asks for all that are on");
        status = 503;
        assertThatThrownBy(() -> read(url)).isInstanceOf(IOException.class).hasMessage(url
                + " answered with status 503");
        status = 200;
        page = "<html>Not metrics</html>".getBytes();
        assertThatThrownBy(() -> read(url)).hasMessage(url + " has no metrics of a node_exporter");
        server.stop(0);
        assertThatThrownBy(() -> read(url)).isInstanceOf(IOException.class).hasMessageStartingWith(url
                + " can't be read: ");
    }

    @Test
    void pageWithoutEndIsGivenUpAtItsLimit() {
        page = new byte[NodeExporter.MOST_BYTES + 1];
        assertThatThrownBy(() -> read(url)).isInstanceOf(IOException.class).hasMessageStartingWith(url
                + " can't be read: ");
    }

    /** The head comes, the body never ends: it, too, is waited for no longer than the whole may take. */
    @Test
    void bodyThatDoesNotEndIsNotWaitedFor() throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        server.createContext("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("node_load1 ".getBytes());
            exchange.getResponseBody().flush();
            awaitQuietly(over);
            exchange.close();
        });
        try {
            assertThatThrownBy(() -> read(url + "/slow", Duration.ofSeconds(1)))
                    .isInstanceOf(IOException.class).hasMessage(url + "/slow did not answer within 1 s");
        } finally {
            over.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
