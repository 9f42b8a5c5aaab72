package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.cli.Program.Ran;
import dev.tidemark.cli.support.ExitStatus;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests of one's own as a person types them, to a small service. */
@Timeout(600)
@ByTurns(days = 6, heldBy = {"HttpScriptTest", "HttpAnswersTest"})
class HttpCommandTest {

    @TempDir
    private Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Program program;
    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
        program.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            asked.add(request);
            byte[] body = (request.contains("none") ? "{\"message\": \"no such shelf\"}"
                    : "{\"total\": 7, \"books\": [{\"id\": \"a b\"}]}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(request.contains("none") ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private String script(String text) throws IOException {
        return Files.writeString(program.file("shelf.http"), text).toString();
    }

    @Test
    void aUrlIsATargetWhoseRequestsAreTimedEach() throws IOException {
        program.run("script", "--target", url() + "/api", "--label", "shelf", "--hits-at", "/total", "--script", script("""
                GET /books?q=sea
                \\take id /books/0/id
                GET /books/:id
                """), "--workers", "1", "--warm-up", "none", "--operations", "20").ok();
        assertThat(asked.stream().filter(request -> !request.equals("GET /api/"))).hasSize(40);
        assertThat(asked).last().isEqualTo("GET /api/books/a%20b");
        JsonNode report = JsonMapper.shared().readTree(program.run("report", "shelf", "--json").ok().out());
        assertThat(StreamSupport.stream(report.get("scripts").get(0).get("statements").spliterator(), false)
                .map(s -> s.get("line").asInt() + " " + s.get("statement").asString() + " " + s.get("calls").asLong()
                + " "
                        + s.get("rows").asLong())).containsExactly("1 GET /books?q=sea 20 140",
                        "3 GET /books/:id 20 140");
    }

    @Test
    void theDoctorReachesItAndTriesNothing() throws IOException {
        Ran ran = program.run("doctor", "--target", url()).ok();
        assertThat(ran.out()).contains("trial\tconnect\tworks",
                "trial\tstatements\tnot-tried\tthis driver makes nothing on a server");
        String whetherSolr = "GET /solr/admin/info/system?wt=json";
        assertThat(asked).contains("GET /").containsOnly("GET /", whetherSolr);
        ran = program.run("doctor", "--target", url(), "--script", script("GET /none\n")).ok();
        assertThat(ran.out())
                .contains("script shelf.http line 1\tnot-tried\twhether the server takes it shows only when it is "
                + "carried out");
        assertThat(asked).containsOnly("GET /", whetherSolr);
        assertThat(program.run("doctor", "--target", "http://127.0.0.1:1").status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void whatFailsIsToldWithItsPlaceAndTheServersWords() throws IOException {
        Ran ran = program.run("script", "--target", url(), "--label", "none", "--script", script("GET /none\n"),
                "--workers", "1",
                "--warm-up", "none", "--operations", "3");
        assertThat(ran.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(ran.err()).contains("script shelf.http line 1: 404: no such shelf");
    }

    @Test
    void whatCannotBeMeantIsRefusedInOneLine() throws IOException {
        String file = script("GET /a\n\\gset\n");
        assertThat(program.refused("script", "--target", "http://secret@db1", "--script", file))
                .contains("what stands alone before the @").doesNotContain("secret@");
        assertThat(program.refused("script", "--target", url(), "--script", file))
                .contains("shelf.http: line 2: \\gset: an answer has no columns here; write \\take NAME /POINTER");
        assertThat(program.refused("target", "add", "shelf", "--driver", "http", "--address", url()))
                .contains("is no address; write host:port; https is tls: true");
        assertThat(program.refused("ingest", "--target", url())).contains("http");
        assertThat(program.refused("script", "--target", "http", "--script", file, "--on-404", "mis"))
                .startsWith("--on-404: 'mis' is not one of failure, miss");
        program.run("target", "add", "shelf", "--driver", "http", "--address", url().substring("http://".length()),
                "--token",
                "env:NOBODY_SET_IT", "--token-header", "api-key").ok();
        assertThat(program.refused("doctor", "--target", "shelf")).contains("NOBODY_SET_IT is not set");
        assertThat(asked).as("whether it is a kind that ingest knows").containsOnly("GET /",
                "GET /solr/admin/info/system?wt=json");
    }
}
