package dev.tidemark.rig.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.HttpServerContract;
import dev.tidemark.driver.contract.SharedServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server lets in, keeps and is set to, as it tells itself. */
@HeavyServer
@EnabledOnOs(OS.LINUX)
class SolrServerTest extends HttpServerContract {

    private static final String STATUS = "/solr/admin/collections?action=CLUSTERSTATUS&wt=json";

    @Override
    protected String user() {
        return "tidemark";
    }

    @Override
    protected String contentType() {
        return "application/json";
    }

    @Override
    protected SharedServer plain() {
        return SharedServer.of("solr", "nodes=2", "heap=256MiB");
    }

    @Override
    protected SharedServer encrypted() {
        return SharedServer.of("solr", "nodes=2", "heap=256MiB", "tls=true");
    }

    /** {@inheritDoc} The first one asks all nodes, which speak TLS with one another, too. */
    @Override
    protected List<String> paths() {
        return List.of("/solr/admin/info/system?nodes=all&wt=json", STATUS, "/solr/admin/configs?action=LIST");
    }

    @Override
    protected String answer() {
        return "\"solr-spec-version\"";
    }

    @Test
    void showsTheClusterToWhoeverHasThePassword() throws Exception {
        for (String path : paths()) {
            assertThat(ask("GET", path, "").statusCode()).as(path).isEqualTo(200);
        }
    }

    /** Whoever reaches ZooKeeper could let himself in otherwise. */
    @Test
    void zooKeeperShowsNothingToOthers() throws Exception {
        plain();
        Properties settings = new Properties();
        try (Stream<Path> files = Files.walk(Path.of("target"))) {
            Path file = files.filter(p -> p.endsWith("cluster-of-2/cluster.properties")).findFirst().orElseThrow();
            settings.load(new StringReader(Files.readString(file)));
        }
        String port = settings.getProperty("ports").split(",")[2];
        CountDownLatch connected = new CountDownLatch(1);
        try (ZooKeeper stranger = new ZooKeeper("127.0.0.1:" + port, 20_000, _ -> connected.countDown())) {
            connected.await();
            for (String path : List.of("/security.json", "/clusterprops.json")) {
                assertThatThrownBy(() -> stranger.getData(path, false, null)).as(path)
                        .isInstanceOf(KeeperException.NoAuthException.class);
            }
            assertThatThrownBy(() -> stranger.getChildren("/", false))
                    .isInstanceOf(KeeperException.NoAuthException.class);
            assertThatThrownBy(() -> stranger.create("/mine", new byte[0], Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT)).isInstanceOf(KeeperException.NoAuthException.class);
        }
    }

    @Test
    void eachNodeIsAJvmWithItsHeap() throws Exception {
        Server server = plain().server();
        List<ProcessHandle> nodes = ProcessHandle.of(server.process()).orElseThrow().children().toList();
        assertThat(nodes).hasSize(2);
        assertThat(ask("GET", STATUS, "").body()).contains("\"127.0.0.1:" + server.address().split(":")[1] + "_solr\"");
        assertThat(ask("GET", "/solr/admin/metrics?group=jvm&prefix=memory.heap.max&wt=json", "").body())
                .contains("\"memory.heap.max\":" + (256 << 20));
    }

    @Test
    void comesBackAfterACrashWithoutWaitingForTheDead() throws Exception {
        SharedServer shared = plain();
        List<ProcessHandle> nodes = ProcessHandle.of(shared.server().process()).orElseThrow().children().toList();
        shared.kill();
        shared.start();
        assertThat(nodes).noneMatch(node -> node.info().command().isPresent()); // also where not collected
        assertThat(ask("GET", STATUS, "").statusCode()).isEqualTo(200);
    }
}
