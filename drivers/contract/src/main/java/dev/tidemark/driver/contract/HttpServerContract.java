package dev.tidemark.driver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.rig.Server;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** Of the server of a rig that speaks HTTP: whom it lets in, and how it speaks TLS. */
public abstract class HttpServerContract {

    /** The one who may do everything. */
    protected abstract String user();

    /** Of the bodies that it takes. */
    protected abstract String contentType();

    protected abstract SharedServer plain();

    protected abstract SharedServer encrypted();

    /** Of what only those may see who have the password; the first one is there. */
    protected abstract List<String> paths();

    /** What is in the answer at the first of them. */
    protected abstract String answer();

    private static String password(Server server) throws IOException {
        return Files.readString(Path.of(server.target().get("password").substring("file:".length()))).strip();
    }

    private HttpResponse<String> ask(HttpClient client, Server server, String scheme, String password, String method,
            String path, String body) throws Exception {
        String login = Base64.getEncoder().encodeToString((user() + ":" + password).getBytes(StandardCharsets.UTF_8));
        return client.send(HttpRequest.newBuilder(URI.create(scheme + "://" + server.address() + path))
                .header("Authorization", "Basic " + login).header("Content-Type", contentType())
                .method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    /** Asks the server without TLS. */
    protected final HttpResponse<String> ask(String method, String path, String body) throws Exception {
        return askAs(password(plain().server()), method, path, body);
    }

    /** The same as somebody with another password. */
    protected final HttpResponse<String> askAs(String password, String method, String path, String body)
            throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return ask(client, plain().server(), "http", password, method, path, body);
        }
    }

    @Test
    void letsNobodyInWithoutThePassword() throws Exception {
        for (String path : paths()) {
            assertThat(askAs("wrong", "GET", path, "").statusCode()).as(path).isEqualTo(401);
        }
        assertThat(ask("GET", paths().getFirst(), "").body()).contains(answer());
    }

    @Test
    void speaksTlsThatTheJdkTrustsByItsAuthority() throws Exception {
        Server server = encrypted().server();
        String path = paths().getFirst();
        Optional<Path> authority = Optional.of(Path.of(server.target().get("tls-authority")));
        SSLContext trusting = new TlsSettings(authority, false).context();
        try (HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
                HttpClient stranger = HttpClient.newHttpClient()) {
            assertThat(ask(client, server, "https", password(server), "GET", path, "").body()).contains(answer());
            assertThat(ask(client, server, "https", "wrong", "GET", path, "").statusCode()).isEqualTo(401);
            assertThatThrownBy(() -> ask(stranger, server, "https", password(server), "GET", path, ""))
                    .isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(() -> ask(client, server, "http", password(server), "GET", path, ""))
                    .isInstanceOf(IOException.class);
        }
    }
}
