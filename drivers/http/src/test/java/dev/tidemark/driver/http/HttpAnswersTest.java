package dev.tidemark.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.StatementSession.Binding;
import dev.tidemark.core.driver.StatementSession.Columns;
import dev.tidemark.core.driver.StatementSession.StatementException;
import dev.tidemark.core.driver.remote.NamespaceTarget;
import dev.tidemark.core.driver.remote.UnreachableException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.contract.SecretFile;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is an answer, what none, and what a failure, of whoever answers. */
class HttpAnswersTest {

    @TempDir
    private Path folder;
    private final List<String> notes = new ArrayList<>();
    private RawServer server;
    private HttpTarget target;
    private StatementSession session;

    /** A session of a server that greets, and answers all else so. */
    private void begin(Function<String, String> answers, String... settings) throws Exception {
        server = new RawServer(request -> request.startsWith("GET / ") ? RawServer.json("{}") : answers.apply(request));
        target = target(server.address(), settings);
        session = target.session(0, StatementSession.class);
        session.begin(false);
    }

    private HttpTarget target(String address, String... settings) {
        Values values = HttpParams.ALL.defaults().with("address", address, SettingOrigin.SET);
        for (int i = 0; i < settings.length; i += 2) {
            values = values.with(settings[i], settings[i + 1], SettingOrigin.SET);
        }
        HttpParams.ALL.check(values);
        return HttpTarget.open(values, new Context(Clock.system(), folder, Secrets.ofThisProcess(), notes::add, () ->
                false));
    }

    @AfterEach
    void end() throws Exception {
        if (session != null) {
            session.close();
        }
        if (target != null) {
            target.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private int ask(String request) throws Exception {
        return session.execute(request, Binding.NONE, null);
    }

    private List<String> take(String request, String... pointers) throws Exception {
        List<String> cells = new ArrayList<>();
        session.execute(request, Binding.NONE, new Columns() {
            @Override
            public void column(int row, String name, String text) {
                cells.add(name + " " + text);
            }

            @Override
            public List<String> requested() {
                return List.of(pointers);
            }
        });
        return cells;
    }

    private void refused(ThrowingCallable call, String state, boolean overload, String message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StatementException.class, e -> {
            assertThat(e.state()).isEqualTo(state);
            assertThat(e.isOverload()).isEqualTo(overload);
            assertThat(e.getMessage()).isEqualTo(message);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "404 Not Found|{\"error\": {\"root_cause\": [{\"reason\": \"no such index [a]\"}], \"reason\": \"x\"}, "
                    + "\"status\": 404}"
                    + "|404: no such index [a]",
            "400 Bad Request|{\"responseHeader\": {\"status\": 400}, \"error\": {\"msg\": \"undefined field "
            + "b\"}}|400: undefined field b",
            "409 Conflict|{\"error\": \"conflict\", \"reason\": \"Document update conflict.\"}|409: Document update "
            + "conflict.",
            "404 Not Found|{\"status\": {\"error\": \"Not found: Collection `c`\"}, \"time\": 1}|404: Not found: "
            + "Collection `c`",
            "400 Bad Request|{\"errors\": [{\"code\": 3000, \"msg\": \"syntax error\"}]}|400: syntax error",
            "403 Forbidden|{\"type\": \"about:blank\", \"title\": \"Forbidden\", \"detail\": \"not yours\"}|403: not "
            + "yours",
            "502 Bad Gateway|<html><head><title>502 Bad^Gateway</title></head></html>|502: 502 Bad Gateway",
            "500 Internal Server Error||500 without a word of why", "500 Oops|it\twas  me|500: it was me"})
    void aRefusalIsToldWithItsStatusAndTheServersWords(String status, String body, String message) throws Exception {
        begin(_ -> RawServer.answer(status, "X: y", body == null ? "" : body.replace('^', '\n')));
        refused(() -> ask("GET /a"), status.substring(0, 3), false, message);
        assertThat(server.connections()).as("the connection is as good as before").isEqualTo(1);
    }

    @Test
    void aServerThatIsBusyIsOverloadedAndSaysWhenToComeAgain() throws Exception {
        begin(request -> RawServer.answer(request.contains("/a") ? "429 Too Many Requests" : "503 Service Unavailable",
                "Retry-After: 5", "{\"message\": \"later\"}"));
        refused(() -> ask("GET /a"), "429", true, "429: later (Retry-After: 5)");
        refused(() -> ask("GET /b"), "503", true, "503: later (Retry-After: 5)");
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        begin(_ -> RawServer.answer("302 Found", "Location: http://127.0.0.1:1/login", ""));
        refused(() -> ask("GET /a"), "302", false, "302 without a word of why (Location: http://127.0.0.1:1/login)");
    }

    @Test
    void thePageOfAProxyIsAFailureUnlessAnythingMayBeAnswered() throws Exception {
        Function<String, String> page = _ -> RawServer.answer("200 OK", "Content-Type: text/html",
                "<html>Please log in</html>");
        begin(page);
        refused(() -> ask("GET /a"), "WRONG", false,
                "the answer is none of this server's: it is no JSON, in <html>Please log in</html>");
        end();
        begin(page, "answers", "any");
        assertThat(ask("GET /a")).isEqualTo(1);
        assertThat(take("GET /a", "/b")).isEmpty();
    }

    @Test
    void anAnswerThatIsCutBreaksTheConnectionAndTheNextGoesOn() throws Exception {
        begin(request -> request.startsWith("POST /cut") ? "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\": 1"
                + RawServer.CLOSED
                : RawServer.json("{}"));
        assertThatThrownBy(() -> ask("POST /cut\n{}")).isInstanceOf(UnreachableException.class)
                .hasMessageStartingWith("the connection to " + server.address() + " broke: ");
        session.end();
        session.begin(false);
        assertThat(ask("GET /a")).isEqualTo(1);
        assertThat(target.read().getFirst().counters()).containsEntry(NamespaceTarget.RECONNECTS.name(), 1.0);
    }

    /**
     * The client meets the end of the old connection, and asks once more over another where nothing is lost by that.
     */
    @Test
    void aConnectionThatIsClosedBetweenTwoRequestsCostsNoGet() throws Exception {
        begin(request -> RawServer.json("{}") + RawServer.CLOSED);
        for (int i = 0; i < 20; i++) {
            assertThat(ask("GET /a" + i)).isEqualTo(1);
        }
        assertThat(server.asked).hasSize(21);
        assertThat(server.connections()).isEqualTo(20);
    }

    @Test
    void whatDoesNotComeInTimeIsATimeout() throws Exception {
        begin(request -> request.startsWith("GET /part") ? "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"a\""
                : RawServer.SILENCE, "operation-timeout", "100ms");
        for (String request : List.of("GET /nothing", "GET /part")) {
            assertThatThrownBy(() -> ask(request)).as(request).isInstanceOf(TimeoutException.class)
                    .hasMessage("no answer from " + server.address() + " in time");
        }
    }

    @Test
    void whoIsNotThereIsToldWhenItIsConnectedTo() throws Exception {
        String address;
        try (RawServer gone = new RawServer(_ -> "")) {
            address = gone.address();
        }
        try (HttpTarget nobody = target(address); StatementSession none = nobody.session(0, StatementSession.class)) {
            assertThatThrownBy(() -> none.begin(false)).hasMessage("no connection to " + address
                    + ": nobody listens there");
        }
    }

    @Test
    void whoDoesNotKnowTheUserIsNotConnectedTo() throws Exception {
        server = new RawServer(_ -> RawServer.answer("401 Unauthorized", "X: y", "{\"message\": \"who are you\"}"));
        target = target(server.address());
        assertThatThrownBy(() -> target.version()).isInstanceOf(DriverException.class)
                .hasMessage("no connection to " + server.address() + ": 401: who are you");
        try (HttpTarget other = target(server.address(), "ping", "none")) {
            assertThat(other.version()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "X: y|{\"version\": {\"number\": \"3.6.0\", \"distribution\": \"opensearch\"}}|opensearch 3.6.0",
            "Server: CouchDB/3.3.2 (Erlang OTP/25)|{\"couchdb\": \"Welcome\", \"version\": \"3.3.2\"}|CouchDB/3.3.2 "
            + "(Erlang OTP/25)",
            "X: y|{\"title\": \"qdrant\", \"version\": \"1.9.0\"}|1.9.0", "Server: nginx|nothing here|nginx",
            "X: y|[]|~~"})
    void aServerSaysWhatItIs(String header, String body, String version) throws Exception {
        server = new RawServer(_ -> RawServer.answer("404 Not Found", header, body));
        target = target(server.address());
        assertThat(target.version()).isEqualTo(version);
    }

    @Test
    void rowsAreWhereTheTargetSays() throws Exception {
        begin(request -> request.startsWith("GET /none") ? RawServer.json("{\"hits\": {}}")
                : request.startsWith("GET /list")
                ? RawServer.json("{\"hits\": {\"total\": {\"value\": [1, 2, 3]}}}")
                : request.startsWith("HEAD") ? RawServer.answer("200 OK", "X: y", "")
                : RawServer.json("{\"hits\": {\"total\": {\"value\": 7000000000}}}"), "hits-at", "/hits/total/value");
        assertThat(ask("GET /none")).isZero();
        assertThat(ask("GET /list")).isEqualTo(3);
        assertThat(ask("GET /many")).isEqualTo(Integer.MAX_VALUE);
        assertThat(ask("HEAD /many")).isZero();
        assertThat(take("GET /list")).containsExactly("rows 3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {"true|true", "false|~~", "0|~~", "2|2", "\"\"|~~",
            "\"no\"|\"no\"", "[]|~~",
            "[{\"a\": 1}]|[{\"a\":1}]", "{}|~~", "null|~~"})
    void anAnswerMaySayWithinThatItFailed(String value, String message) throws Exception {
        begin(_ -> RawServer.json("{\"took\": 1, \"er/rors\": " + value + "}"), "failed-at", "/timed_out;/er~1rors");
        if (message.isEmpty()) {
            assertThat(ask("GET /a")).isEqualTo(1);
        } else {
            refused(() -> ask("GET /a"), "FAILED", false, "the answer says /er~1rors: " + message);
        }
    }

    @Test
    void whatIsNotFoundIsAFailureOrAMissAsTheTargetSays() throws Exception {
        Function<String, String> none = _ -> RawServer.answer("404 Not Found", "X: y", "{\"found\": false}");
        begin(none);
        refused(() -> ask("GET /a"), "404", false, "404: {\"found\": false}");
        end();
        begin(none, "on-404", "miss");
        assertThat(ask("GET /a")).isZero();
        assertThat(take("GET /a", "/found")).isEmpty();
        refused(() -> ask("POST /a\n{}"), "404", false, "404: {\"found\": false}");
    }

    @Test
    void valuesAreTakenFromAnAnswer() throws Exception {
        begin(_ -> RawServer.json("{\"a\": [1, 2.50, \"x\", true, null, {\"b\": \"é\"}], \"m~n\": \"t\"}"));
        assertThat(take("GET /a", "/a/0", "/a/1", "/a/2", "/a/3", "/a/4", "/a/5", "/a/6", "/a/5/b", "/m~0n", "/none"))
                .containsExactly("/a/0 1", "/a/1 2.5", "/a/2 x", "/a/3 true", "/a/4 null", "/a/5 {\"b\":\"é\"}",
                "/a/5/b é", "/m~0n t");
    }

    @Test
    void everyRequestHasItsLoginItsHeadersAndItsBasePath() throws Exception {
        begin(_ -> RawServer.json("{}"), "user", "ann", "password", SecretFile.of(folder, "secret", "pass"), "headers",
                "X-Tenant: a b; Accept: application/json",
                "base-path", "/db/é/");
        ask("POST books/_search?q=1\nX-Tenant: c\n{\"a\": 1}");
        assertThat(server.asked.getLast()).startsWith("POST /db/%C3%A9/books/_search?q=1 HTTP/1.1\r\n")
                .contains("\r\nAuthorization: Basic YW5uOnBhc3M=\r\n", "\r\nX-Tenant: c\r\n",
                "\r\nAccept: application/json\r\n",
                        "\r\nContent-Type: application/json\r\n").doesNotContain("X-Tenant: a b")
                        .endsWith("\r\n\r\n{\"a\": 1}");
        assertThat(server.asked.getFirst()).startsWith("GET /db/%C3%A9/ HTTP/1.1\r\n")
                .contains("\r\nX-Tenant: a b\r\n");
    }

    @Test
    void aTokenGoesInItsHeaderAndIsNeverTold() throws Exception {
        String token = SecretFile.of(folder, "secret", "of-the-app");
        begin(_ -> RawServer.answer("403 Forbidden", "X: y", "{\"message\": \"of-the-app may not\"}"), "token", token);
        refused(() -> ask("GET /a"), "403", false, "403: *** may not");
        assertThat(server.asked).allMatch(request -> request.contains("\r\nAuthorization: Bearer of-the-app\r\n"));
        end();
        begin(_ -> RawServer.json("{}"), "token", token, "token-header", "api-key");
        ask("GET /a");
        assertThat(server.asked).allMatch(request -> request.contains("\r\napi-key: of-the-app\r\n"));
        end();
        begin(_ -> RawServer.json("{}"), "token", token, "token-header", "Authorization: ApiKey");
        ask("GET /a");
        assertThat(server.asked).allMatch(request -> request.contains("\r\nAuthorization: ApiKey of-the-app\r\n"));
    }

    @Test
    void connectionsThatAreMadeAnewAreReallySo() throws Exception {
        begin(_ -> RawServer.json("{}"), "ping", "none");
        session.end();
        session.reconnectEach();
        AtomicInteger asked = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            session.begin(false);
            ask("GET /" + asked.incrementAndGet());
            ask("GET /" + asked.incrementAndGet());
            session.end();
        }
        assertThat(server.asked).hasSize(6);
        assertThat(server.connections()).isEqualTo(3);
        assertThat(target.read().getFirst().counters()).containsEntry(NamespaceTarget.RECONNECTS.name(), 0.0);
    }

    @Test
    void nothingIsMadeOnTheServer() throws Exception {
        begin(_ -> RawServer.json("{}"));
        assertThat(target.visit()).isTrue();
        assertThatThrownBy(() -> target.create())
                .hasMessageStartingWith("nothing is made on a server by the driver http");
        assertThatThrownBy(() -> session.begin(true)).hasMessageContaining("no tables for the built-in scripts");
        target.drop();
        assertThat(server.asked).hasSize(1);
    }
}
