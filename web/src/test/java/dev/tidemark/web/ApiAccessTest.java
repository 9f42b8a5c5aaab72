package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.ClientKind;
import dev.tidemark.web.http.Problem;
import dev.tidemark.web.http.Route;
import io.javalin.http.HandlerType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Goes over every route for programs, whatever is in the table. */
@Timeout(300)
class ApiAccessTest {

    private static final String NO_FORM = "text/plain";

    @TempDir
    private Path folder;

    private static List<Route> routes(Served served) {
        List<Route> routes = served.server().routes().stream().filter(r -> r.clientKind() == ClientKind.PROGRAM)
                .toList();
        assertThat(routes).hasSizeGreaterThan(60);
        return routes;
    }

    /** A path of the route that names nothing there is. */
    private static String path(Route route) {
        return route.path().replace("{id}", "4711").replaceAll("\\{[a-z]+}", "nothing");
    }

    private static Answer ask(Client client, Route route) throws Exception {
        return route.method() == HandlerType.GET ? client.get(path(route))
                : client.send(route.method().name(), path(route),
                        route.accepts().stream().findFirst().orElse("application/json"), "{}");
    }

    @Test
    void withoutATokenNothingIsAnswered() throws Exception {
        try (Served served = Served.with(folder)) {
            Client nobody = new Client(served.server().address());
            for (Client client : List.of(nobody, nobody.withToken("tidemark_unknown"), nobody.withToken(""),
                    nobody.with("Authorization", "Basic YWRhOmNvcnJlY3QgaG9yc2U="),
                    nobody.withToken("x".repeat(5000)))) {
                for (Route route : routes(served)) {
                    Answer answer = ask(client, route);
                    assertThat(answer.status()).as(route.toString()).isEqualTo(401);
                    assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer realm=\"tidemark\"");
                    assertThat(answer.header("Content-Type")).isEqualTo(Problem.TYPE);
                    assertThat(Client.detail(answer)).doesNotContain("\n").contains("token");
                }
            }
            assertThat(served.workbench().jobs().queue().scheduling()).isTrue();
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void aReadersTokenLooksAndAnAdministratorsDoesAll() throws Exception {
        try (Served served = Served.with(folder)) {
            Client reader = served.program(Role.READER);
            Client administrator = served.program(Role.ADMINISTRATOR);
            List<String> wrong = new ArrayList<>();
            for (Route route : routes(served)) {
                int read = ask(reader, route).status();
                int administered = ask(administrator, route).status();
                boolean refused = read == 403;
                if (refused != (route.access() == Access.ADMINISTRATOR) || read == 401 || read >= 500
                        || administered == 401 || administered == 403 || administered >= 500) {
                    wrong.add(route + ": reader " + read + ", administrator " + administered);
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(Client.detail(reader.get("/api/v1/jobs")))
                    .isEqualTo("only an administrator may do this; token reader is a reader");
            assertThat(served.failures()).isEmpty();
        }
    }

    /** The cookie comes along whoever made the browser ask. */
    @Test
    void aLoginLooksAndChangesNothing() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            String cookies = ada.cookies().entrySet().stream().map(c -> c.getKey() + "=" + c.getValue())
                    .reduce((a, b) -> a + "; " + b).orElseThrow();
            Client client = new Client(served.server().address()).with("Cookie", cookies);
            for (Route route : routes(served)) {
                int status = ask(client, route).status();
                if (route.method() == HandlerType.GET) {
                    assertThat(status).as(route.toString()).isNotIn(401, 403).isLessThan(500);
                } else {
                    assertThat(status).as(route.toString()).isEqualTo(401);
                }
            }
            assertThat(client.withToken("tidemark_unknown").get("/api/v1/jobs").status()).isEqualTo(401);
        }
    }

    @Test
    void aTokenIsNoLoginToThePagesAndOneThatIsRemovedIsNone() throws Exception {
        try (Served served = Served.with(folder)) {
            Client administrator = served.program(Role.ADMINISTRATOR);
            assertThat(administrator.get("/jobs").status()).isEqualTo(401);
            assertThat(administrator.get("/api/v1/jobs").status()).isEqualTo(200);
            served.workbench().accounts().removeToken("administrator");
            assertThat(administrator.get("/api/v1/jobs").status()).isEqualTo(401);
        }
    }

    @Test
    void anotherMethodOrMediaTypeIsRefused() throws Exception {
        try (Served served = Served.with(folder)) {
            Client administrator = served.program(Role.ADMINISTRATOR);
            Answer wrongMethod = administrator.json("DELETE", "/api/v1/status", "");
            assertThat(wrongMethod.status()).isEqualTo(405);
            assertThat(wrongMethod.header("Allow")).contains("GET");
            assertThat(wrongMethod.header("Content-Type")).isEqualTo(Problem.TYPE);
            Answer nowhere = administrator.get("/api/v1/nothing");
            assertThat(nowhere.status()).isEqualTo(404);
            assertThat(Client.tree(nowhere).get("status").asInt()).isEqualTo(404);
            for (Route route : routes(served)) {
                if (route.method() != HandlerType.GET) {
                    Answer answer = administrator.send(route.method().name(), path(route), NO_FORM, "{}");
                    assertThat(answer.status()).as(route.toString()).isEqualTo(415);
                    assertThat(Client.detail(answer)).startsWith("say Content-Type: application/");
                }
            }
            assertThat(served.workbench().jobs().queue().scheduling()).isTrue();
        }
    }

    /** Where there is no login, whatever the browser at this machine shows could ask. */
    @Test
    void withoutLoginNoOtherSiteCanChangeAnything() throws Exception {
        try (Served served = Served.withoutLogin(folder)) {
            Client here = new Client(served.server().address());
            String off = "{\"on\": false}";
            for (Client elsewhere : List.of(here.with("Origin", "http://evil.example"), here.with("Origin", "null"),
                    here.with("Sec-Fetch-Site", "cross-site"), here.with("Sec-Fetch-Site", "same-site"))) {
                for (Route route : routes(served)) {
                    if (route.method() != HandlerType.GET) {
                        assertThat(ask(elsewhere, route).status()).as(route.toString()).isEqualTo(403);
                    }
                }
            }
            // What a form can send without asking first.
            for (String type : List.of("", NO_FORM, "application/x-www-form-urlencoded", "multipart/form-data")) {
                assertThat(here.send("POST", "/api/v1/jobs/clear", type, "").status()).as(type).isEqualTo(415);
                assertThat(here.send("PUT", "/api/v1/scheduling", type, off).status()).as(type).isEqualTo(415);
            }
            assertThat(Raw.send(served.server().address(), "PUT /api/v1/scheduling HTTP/1.1\r\n"
                    + "Host: rebound.example\r\nContent-Type: application/json\r\nContent-Length: 13\r\n"
                    + "Connection: close\r\n\r\n" + off))
                    .startsWith("HTTP/1.1 403");
            assertThat(served.workbench().jobs().queue().scheduling()).isTrue();
            assertThat(here.json("PUT", "/api/v1/scheduling", off).status()).isEqualTo(200);
            assertThat(served.workbench().jobs().queue().scheduling()).isFalse();
            assertThat(here.get("/metrics").body()).contains("tidemark_scheduling_enabled 0");
        }
    }
}
