package dev.tidemark.rig.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.driver.remote.TlsSettings;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.HeavyServer;
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
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a server lets in, keeps and is set to, as it tells itself. */
@HeavyServer
@EnabledOnOs(OS.LINUX)
class OpenSearchServerTest {

    private static SharedServer small() {
        return SharedServer.of("opensearch", "heap=512MiB", "request-cache-size=7MiB", "query-cache-size=11MiB");
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
        Server server = small().server();
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (String path : List.of("/", "/_cluster/health", "/_nodes", "/_search", "/_cat/indices")) {
                assertThat(ask(client, server, "http", "wrong", "GET", path, "").statusCode()).as(path).isEqualTo(401);
            }
            assertThat(ask(client, server, "http", "wrong", "PUT", "/mine", "{}").statusCode()).isEqualTo(401);
            assertThat(ask(server, "GET", "/mine", "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void everySettingArrives() throws Exception {
        String nodes = ask(small().server(), "GET", "/_nodes?flat_settings=true", "").body();
        assertThat(nodes).contains("\"indices.requests.cache.size\":\"7340032b\"",
                "\"indices.queries.cache.size\":\"11534336b\"", "\"heap_max_in_bytes\":536870912",
                "\"transport_address\":\"127.0.0.1:",
                "\"classname\":\"org.opensearch.knn.plugin.KNNPlugin\"").doesNotContain("password");
    }

    @Test
    void whatItHasAcknowledgedOutlivesACrash() throws Exception {
        SharedServer shared = small();
        assertThat(ask(shared.server(), "PUT", "/kept/_doc/1", "{\"word\":\"tide\"}").statusCode()).isEqualTo(201);
        shared.kill();
        shared.start();
        assertThat(ask(shared.server(), "GET", "/kept/_doc/1", "").body()).contains("\"word\":\"tide\"");
        ask(shared.server(), "DELETE", "/kept", "");
    }

    @Test
    void speaksTlsThatTheJdkTrustsByItsAuthority() throws Exception {
        Server server = SharedServer.of("opensearch", "heap=512MiB", "tls=true").server();
        Optional<Path> authority = Optional.of(Path.of(server.target().get("tls-authority")));
        try (HttpClient client = HttpClient.newBuilder().sslContext(new TlsSettings(authority, false).context()).build();
                HttpClient stranger = HttpClient.newHttpClient()) {
            assertThat(ask(client, server, "https", password(server), "GET", "/", "").body())
                    .contains("\"cluster_name\" : \"tidemark\"");
            assertThat(ask(client, server, "https", "wrong", "GET", "/", "").statusCode()).isEqualTo(401);
            assertThatThrownBy(() -> ask(stranger, server, "https", password(server), "GET", "/", ""))
                    .isInstanceOf(SSLHandshakeException.class);
            assertThatThrownBy(() -> ask(client, server, "http", password(server), "GET", "/", ""))
                    .isInstanceOf(IOException.class);
        }
    }
}
