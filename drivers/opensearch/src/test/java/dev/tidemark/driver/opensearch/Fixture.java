package dev.tidemark.driver.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The server that all tests of the module share. */
final class Fixture {

    private Fixture() {}

    static SharedServer server() {
        return SharedServer.of("opensearch", "heap=512MiB");
    }

    /** Settings that reach it: name, value, name, value … */
    static List<String> settings() {
        Server server = server().server();
        List<String> settings = new ArrayList<>();
        server.target().forEach((name, value) -> settings.addAll(List.of(name, value)));
        settings.addAll(List.of("namespace", "bench"));
        return settings;
    }

    /** As its administrator. @return the body of the answer */
    static String ask(String method, String path, String body) throws Exception {
        Server server = server().server();
        String password = Files.readString(Path.of(server.target().get("password").substring("file:".length()))).strip();
        String login = Base64.getEncoder().encodeToString(("tidemark:" + password).getBytes(StandardCharsets.UTF_8));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create("http://" + server.address()
                    + path)).header("Authorization", "Basic " + login).header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
            return answer.body();
        }
    }
}
