package dev.tidemark.rig.solr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.HeavyServer;
import dev.tidemark.driver.contract.SharedServer;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
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
class SolrServerTest {

    private static final String STATUS = "/solr/admin/collections?action=CLUSTERSTATUS&wt=json";

    private static SharedServer two() {
        return SharedServer.of("solr", "nodes=2", "heap=256MiB");
    }

    private static String password(Server server) throws IOException {
        return Files.readString(Path.of(server.target().get("password").substring("file:".length()))).strip();
    }

    private static HttpResponse<String> ask(HttpClient client, Server server, String scheme, String password,
            String method, String path, String body) throws Exception {
        String login = Base64.getEncoder().encodeToString(("tidemark:" + password).getBytes(StandardCharsets.UTF_8));
        return client.send(HttpRequest.newBuilder(URI.create(scheme + "://" + server.address() + path))
                .header("Authorization", "Basic " + login).header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> ask(Server server, String method, String path, String body) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return ask(client, server, "http", password(server), method, path, body);
        }
    }

    @Test
    void letsNobodyInWithoutThePassword() throws Exception {
        Server server = two().server();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : List.of("/solr/admin/info/system", STATUS, "/solr/admin/configs?action=LIST")) {
                assertThat(ask(client, server, "http", "wrong", "GET", path, "").statusCode()).as(path).isEqualTo(401);
                assertThat(ask(server, "GET", path, "").statusCode()).as(path).isEqualTo(200);
            }
        }
    }

    /** Whoever reaches ZooKeeper could let himself in otherwise. */
    @Test
    void zooKeeperShowsNothingToOthers() throws Exception {
        two();
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
        Server server = two().server();
        List<ProcessHandle> nodes = ProcessHandle.of(server.process()).orElseThrow().children().toList();
        assertThat(nodes).hasSize(2);
        assertThat(ask(server, "GET", STATUS, "").body()).contains("\"127.0.0.1:" + server.address().split(":")[1] + "_solr\"");
        assertThat(ask(server, "GET", "/solr/admin/metrics?group=jvm&prefix=memory.heap.max&wt=json", "").body())
                .contains("\"memory.heap.max\":" + (256 << 20));
    }

    @Test
    void comesBackAfterACrashWithoutWaitingForTheDead() throws Exception {
        SharedServer shared = two();
        List<ProcessHandle> nodes = ProcessHandle.of(shared.server().process()).orElseThrow().children().toList();
        shared.kill();
        shared.start();
        assertThat(nodes).noneMatch(ProcessHandle::isAlive);
        assertThat(ask(shared.server(), "GET", STATUS, "").statusCode()).isEqualTo(200);
    }

    /** Between its nodes, too. */
    @Test
    void speaksTlsThatTheJdkTrustsByItsAuthority() throws Exception {
        Server server = SharedServer.of("solr", "nodes=2", "heap=256MiB", "tls=true").server();
        Optional<Path> authority = Optional.of(Path.of(server.target().get("tls-authority")));
        try (HttpClient client = HttpClient.newBuilder().sslContext(new TlsSettings(authority, false).context()).build();
                HttpClient stranger = HttpClient.newHttpClient()) {
            assertThat(ask(client, server, "https", password(server), "GET",
                    "/solr/admin/info/system?nodes=all&wt=json", "").body()).contains("\"solr-spec-version\"");
            assertThat(ask(client, server, "https", "wrong", "GET", STATUS, "").statusCode()).isEqualTo(401);
            assertThatThrownBy(() -> ask(stranger, server, "https", password(server), "GET", STATUS, ""))
                    .isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(() -> ask(client, server, "http", password(server), "GET", STATUS, ""))
                    .isInstanceOf(IOException.class);
        }
    }
}
