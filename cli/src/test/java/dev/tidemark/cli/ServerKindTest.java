package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.core.driver.remote.ServerKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What servers tell of themselves, as their documentation and a real one of each have it. */
@Timeout(60)
class ServerKindTest {

    private static final String OPENSEARCH = "{\"name\":\"n\",\"cluster_name\":\"c\",\"version\":{\"distribution\":"
            + "\"opensearch\",\"number\":\"3.3.0\",\"lucene_version\":\"10.3.1\"},\"tagline\":\"…\"}";
    private static final String SOLR = "{\"responseHeader\":{\"status\":0},\"mode\":\"solrcloud\",\"lucene\":"
            + "{\"solr-spec-version\":\"9.9.0\",\"lucene-spec-version\":\"9.12.2\"}}";

    private HttpServer server;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private String realm;
    private String login;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            login = exchange.getRequestHeaders().getFirst("Authorization");
            String answer = answers.get(exchange.getRequestURI().getPath());
            if (realm != null) {
                exchange.getResponseHeaders().add("WWW-Authenticate", realm);
            }
            byte[] body = answer == null ? new byte[0] : answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(realm != null ? 401 : answer == null ? 404 : 200, body.length == 0 ? -1
                    : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String at() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private Optional<String> asked(String path) throws InterruptedException {
        return ServerKind.detect("http://" + path, Optional.empty());
    }

    @Test
    void aServerIsKnownByWhatItTells() throws Exception {
        answers.put("/", OPENSEARCH);
        assertThat(asked(at() + "/books")).contains("opensearch://" + at() + "/books");
        answers.clear();
        answers.put("/solr/admin/info/system", SOLR);
        assertThat(asked(at() + "/solr/books")).contains("solr://" + at() + "/solr/books");
        answers.put("/", "<html>Solr Admin</html>");
        assertThat(asked(at())).contains("solr://" + at());
        answers.clear();
        answers.put("/", "{\"hello\": 1}");
        assertThat(asked(at() + "/books")).isEmpty();
        assertThat(asked("127.0.0.1:1/books")).isEmpty();
    }

    @Test
    void aServerThatWantsALoginIsKnownByIt() throws Exception {
        realm = "Basic realm=\"OpenSearch Security\"";
        assertThat(asked(at())).contains("opensearch://" + at());
        realm = "Basic realm=\"solr\"";
        assertThat(asked(at())).contains("solr://" + at());
        realm = null;
        answers.put("/", OPENSEARCH);
        assertThat(ServerKind.detect("http://ada:***@" + at() + "/books", Optional.of("pä@ss")))
                .contains("opensearch://ada:***@" + at() + "/books");
        assertThat(login).isEqualTo("Basic " + Base64.getEncoder().encodeToString("ada:pä@ss".getBytes(
                StandardCharsets.UTF_8)));
    }

    /** A redirect would tell another server the password, and be answered by it. */
    @Test
    void nobodyElseIsAsked() throws Exception {
        answers.put("/", OPENSEARCH);
        HttpServer first = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        first.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Location", "http://" + at() + "/");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        first.start();
        try {
            assertThat(ServerKind.detect("http://ada:***@127.0.0.1:" + first.getAddress().getPort(), Optional.of("pw")))
                    .isEmpty();
            assertThat(login).isNull();
        } finally {
            first.stop(0);
        }
    }

    @Test
    void anAnswerWithoutAnEndIsNotWaitedFor() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        HttpServer endless = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endless.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        endless.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(OPENSEARCH.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        endless.start();
        try {
            assertThat(ServerKind.detect("http://127.0.0.1:" + endless.getAddress().getPort(), Optional.empty(),
                    Duration.ofMillis(300))).isEmpty();
        } finally {
            over.countDown();
            endless.stop(0);
        }
    }

    @Test
    void whatIsNoUrlOfHttpIsNotAsked() throws Exception {
        assertThat(ServerKind.detect("rocksdb", Optional.empty())).isEmpty();
        assertThat(ServerKind.detect("redis://" + at(), Optional.empty())).isEmpty();
        assertThat(login).isNull();
    }
}
