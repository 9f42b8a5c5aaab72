package dev.tidemark.driver.solr;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.rig.Server;
import dev.tidemark.driver.contract.SharedServer;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The server that all tests of the module share. */
final class Fixture {

    static final String COLLECTIONS = "/solr/admin/collections?wt=json&action=";
    static final String CONFIGS = "/solr/admin/configs?wt=json&action=";

    private Fixture() {}

    static SharedServer server() {
        return SharedServer.of("solr", "nodes=2", "heap=256MiB");
    }

    /** Settings that reach it: name, value, name, value … */
    static List<String> settings() {
        Server server = server().server();
        List<String> settings = new ArrayList<>();
        server.target().forEach((name, value) -> settings.addAll(List.of(name, value)));
        settings.addAll(List.of("namespace", "bench"));
        return settings;
    }

    /** As its administrator; a node that passes a request on fails over that for another version. @return the answer */
    static String ask(String method, String path, String body) throws Exception {
        return send(method, path, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with a body of that type. */
    static String send(String method, String path, String type, byte[] body) throws Exception {
        Server server = server().server();
        String password = Files.readString(Path.of(server.target().get("password").substring("file:".length())))
                .strip();
        String login = Base64.getEncoder().encodeToString(("tidemark:" + password).getBytes(StandardCharsets.UTF_8));
        try (HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build()) {
            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create("http://" + server.address()
                    + path)).header("Authorization", "Basic " + login).header("Content-Type", type)
                    .method(method, BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
            return answer.body();
        }
    }

    /** A configuration as its users upload it. @param schema makes another of the one that is there */
    static byte[] library(UnaryOperator<String> schema) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String file : List.of("managed-schema.xml", "solrconfig.xml")) {
                zip.putNextEntry(new ZipEntry(file));
                try (InputStream in = Fixture.class.getResourceAsStream("/library/" + file)) {
                    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    zip.write((file.startsWith("managed") ? schema.apply(text) : text)
                            .getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return bytes.toByteArray();
    }
}
