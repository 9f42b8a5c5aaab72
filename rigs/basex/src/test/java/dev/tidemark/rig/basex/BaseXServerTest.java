package dev.tidemark.rig.basex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server lets in, keeps and is set to, as it tells itself. */
@EnabledOnOs(OS.LINUX)
class BaseXServerTest {

    /** Fields of a line of the kernel's table of sockets. */
    private static final int ADDRESS = 1;
    private static final int LISTENS = 3;
    private static final int SOCKET = 9;

    private static SharedServer small() {
        return SharedServer.of("basex", "heap=128MiB", "parallel-readers=3", "request-log=false");
    }

    private static String password(Server server) throws IOException {
        return Files.readString(Path.of(server.target().get("password").substring("file:".length()))).strip();
    }

    private static HttpResponse<String> ask(HttpClient client, Server server, String scheme, String password,
            String method, String path, String body) throws Exception {
        String login = Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8));
        return client.send(HttpRequest.newBuilder(URI.create(scheme + "://" + server.address() + path))
                .header("Authorization", "Basic " + login).header("Content-Type", "application/xml")
                .method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> ask(Server server, String method, String path, String body) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return ask(client, server, "http", password(server), method, path, body);
        }
    }

    /** Nor shows it files, or anything else that BaseX has over HTTP. */
    @Test
    void letsNobodyInWithoutThePassword() throws Exception {
        Server server = small().server();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : List.of("/rest", "/rest?query=1", "/rest/none")) {
                assertThat(ask(client, server, "http", "wrong", "GET", path, "").statusCode()).as(path).isEqualTo(401);
            }
            assertThat(ask(client, server, "http", "wrong", "PUT", "/rest/mine", "<a/>").statusCode()).isEqualTo(401);
        }
        assertThat(ask(server, "GET", "/rest?query=1", "").body()).isEqualTo("1");
        for (String path : List.of("/", "/webdav", "/WEB-INF/jetty.xml", "/static/")) {
            assertThat(ask(server, "GET", path, "").statusCode()).as(path).isIn(403, 404);
        }
    }

    @Test
    void listensOnThisMachineOnlyAndOnTwoPorts() throws Exception {
        Server server = small().server();
        assertThat(listening(server)).containsExactlyInAnyOrder(address(server.address().split(":")[1]),
                address(server.target().get("client-port")));
    }

    /** An address of 127.0.0.1 as the kernel lists it. */
    private static String address(String port) {
        return "0100007F:%04X".formatted(Integer.parseInt(port));
    }

    /** The addresses at which the server's process listens, as the kernel lists them. */
    private static List<String> listening(Server server) throws IOException {
        Path process = Path.of("/proc", String.valueOf(server.process()));
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            List<String> open = descriptors.map(BaseXServerTest::opened).toList();
            List<String> all = new ArrayList<>(Files.readAllLines(process.resolve("net/tcp")));
            all.addAll(Files.readAllLines(process.resolve("net/tcp6")));
            return all.stream().map(line -> line.strip().split("\\s+")).filter(f -> f[LISTENS].equals("0A")
                    && open.contains("socket:[" + f[SOCKET] + "]")).map(f -> f[ADDRESS]).toList();
        }
    }

    private static String opened(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // it was closed meanwhile
        }
    }

    @Test
    void everySettingArrives() throws Exception {
        String told = ask(small().server(), "POST", "/rest", """
                <query xmlns="http://basex.org/rest"><text>
                  db:system()//parallel, db:system()//log, db:system()//stopport,
                  Q{java:java.lang.Runtime}maxMemory(Q{java:java.lang.Runtime}getRuntime())
                </text></query>""").body();
        assertThat(told.lines().map(String::strip)).containsExactly("<parallel>3</parallel>", "<log/>",
                "<stopport>0</stopport>", String.valueOf(128 << 20));
    }

    @Test
    void whatItHasAcknowledgedOutlivesItsProcess() throws Exception {
        SharedServer shared = small();
        assertThat(ask(shared.server(), "PUT", "/rest/kept", "<word>tide</word>").statusCode()).isEqualTo(201);
        shared.kill();
        shared.start();
        assertThat(ask(shared.server(), "GET", "/rest/kept?query=string(.)", "").body()).isEqualTo("tide");
        ask(shared.server(), "DELETE", "/rest/kept", "");
    }

    /** The client protocol, which has none, is not there then. */
    @Test
    void speaksTlsThatTheJdkTrustsByItsAuthority() throws Exception {
        Server server = SharedServer.of("basex", "heap=128MiB", "tls=true").server();
        assertThat(server.target()).doesNotContainKey("client-port");
        Optional<Path> authority = Optional.of(Path.of(server.target().get("tls-authority")));
        SSLContext trusting = new TlsSettings(authority, false).context();
        try (HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
                HttpClient stranger = HttpClient.newHttpClient()) {
            assertThat(ask(client, server, "https", password(server), "GET", "/rest?query=1", "").body())
                    .isEqualTo("1");
            assertThat(ask(client, server, "https", "wrong", "GET", "/rest", "").statusCode()).isEqualTo(401);
            assertThatThrownBy(() -> ask(stranger, server, "https", password(server), "GET", "/rest", ""))
                    .isInstanceOf(SSLHandshakeException.class);
        }
        assertThat(listening(server)).containsExactly(address(server.address().split(":")[1]));
    }
}
