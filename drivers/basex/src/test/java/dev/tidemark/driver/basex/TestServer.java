package dev.tidemark.driver.basex;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.driver.contract.SharedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;

/** The server that all tests of this module share, and what its owner can do to it. */
final class TestServer {

    static final String NAMESPACE = "bench";

    private static final TestServer SHARED = new TestServer();

    /** How often it is asked for what a session of an earlier test holds, which the server may be ending yet. */
    private static final int TRIES = 1_000;

    private final SharedServer server = SharedServer.of("basex", "heap=128MiB");

    private TestServer() {}

    /** The server, with nothing of earlier tests in it. */
    static TestServer shared() {
        for (int i = 1; !SHARED.isEmptied(); i++) {
            assertThat(i).as("how often a database was still in use").isLessThan(TRIES);
        }
        return SHARED;
    }

    private boolean isEmptied() {
        HttpResponse<String> answer = answer("db:list() ! db:drop(.)");
        if (answer.body().contains("opened by another process")) {
            return false;
        }
        check(answer);
        return true;
    }

    SharedServer process() {
        return server;
    }

    String address() {
        return server.server().address();
    }

    /** How it is reached: name, value, name, value … */
    List<String> settings() {
        List<String> all = new ArrayList<>(List.of("namespace", NAMESPACE));
        server.server().target().forEach((name, value) -> all.addAll(List.of(name, value)));
        return all;
    }

    String password() {
        try {
            return Files.readString(Path.of(server.server().target().get("password").substring("file:".length())))
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As its administrator. @return what an XQuery answers */
    String ask(String query) {
        return check(answer(query));
    }

    private static String check(HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) {
            throw new AssertionError(answer.body());
        }
        return answer.body();
    }

    private HttpResponse<String> answer(String query) {
        String login = Base64.getEncoder().encodeToString(("admin:" + password()).getBytes(StandardCharsets.UTF_8));
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI service = URI.create("http://" + address() + "/rest");
            return client.send(HttpRequest.newBuilder(service)
                    .header("Authorization", "Basic " + login).header("Content-Type", "application/xml")
                    .POST(BodyPublishers.ofString("<query xmlns='http://basex.org/rest'><text><![CDATA[" + query
                            + "]]></text></query>")).build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Every database, and what is in it. */
    String digest() {
        return ask("for $db in db:list() order by $db return ($db, for $path in db:list($db) order by $path return "
                + "($path, if (db:type($db, $path) = 'binary') then string(db:get-binary($db, $path)) "
                + "else serialize(db:get($db, $path))))");
    }
}
