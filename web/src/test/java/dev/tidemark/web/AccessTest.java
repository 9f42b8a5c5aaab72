package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.ClientKind;
import dev.tidemark.web.http.Route;
import io.javalin.http.HandlerType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Goes over every page of the route table, whatever is in it; {@link ApiAccessTest} goes over the rest. */
@Timeout(300)
class AccessTest {

    @TempDir
    private Path folder;

    /** A path of the route that names nothing there is. */
    private static String path(Route route) {
        return route.path().replace("{id}", "4711").replaceAll("\\{[a-z]+}", "nothing");
    }

    private static List<Route> pages(Served served) {
        return served.server().routes().stream().filter(r -> r.clientKind() == ClientKind.PAGE).toList();
    }

    private static Answer ask(Browser browser, Route route) throws Exception {
        return route.method() == HandlerType.GET ? browser.get(path(route)) : browser.post(path(route), "name=x");
    }

    /** Whether the gate let the request pass, whatever the page then made of it; a form without token stops later. */
    private static boolean admitted(Answer answer) {
        boolean toLogin = answer.status() == 303 && answer.header("Location").startsWith("/login?to=");
        return !toLogin && answer.status() != 401
                && !answer.body().toLowerCase(Locale.ROOT).contains("only an administrator may do");
    }

    @Test
    void everyRouteLetsInWhomItsDeclarationSaysAndNobodyElse() throws Exception {
        try (Served served = Served.with(folder)) {
            Map<Access, Browser> browsers = new LinkedHashMap<>();
            browsers.put(Access.ANYONE, served.anonymous());
            browsers.put(Access.READER, served.loggedIn("rob"));
            browsers.put(Access.ADMINISTRATOR, served.loggedIn("ada"));
            List<String> wrong = new ArrayList<>();
            for (Route route : pages(served)) {
                for (Map.Entry<Access, Browser> who : browsers.entrySet()) {
                    if (route.path().equals("/logout")) {
                        continue; // a test of its own
                    }
                    Answer answer = ask(who.getValue(), route);
                    boolean may = who.getKey().compareTo(route.access()) >= 0;
                    if (admitted(answer) != may || answer.status() >= 500) {
                        wrong.add(who.getKey() + " at " + route + ": " + answer.status());
                    }
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(served.failures()).isEmpty();
            assertThat(served.server().routes()).extracting(Route::access).contains(Access.values());
        }
    }

    @Test
    void noChangeIsDoneWithoutTheTokenOfOneOfOurPages() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            for (Route route : pages(served)) {
                if (route.method() == HandlerType.POST) {
                    Answer answer = ada.post(path(route), "name=x&token=wrong");
                    assertThat(answer.status()).as(route.toString()).isEqualTo(403);
                    assertThat(answer.body()).as(route.toString()).contains("This form is out of date");
                }
            }
            assertThat(served.workbench().accounts().all()).hasSize(2);
        }
    }

    @Test
    void aFormOfAnotherSiteIsRefusedThoughItHadTheToken() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            ada.get("/jobs");
            String body = "on=false&token=" + ada.token();
            assertThat(ada.post("/jobs/scheduling", body, "Origin", "http://evil.example").status()).isEqualTo(403);
            assertThat(ada.post("/jobs/scheduling", body, "Sec-Fetch-Site", "cross-site").status()).isEqualTo(403);
            assertThat(ada.post("/jobs/scheduling", body, "Content-Type", "text/plain").status()).isEqualTo(415);
            assertThat(served.workbench().jobs().queue().scheduling()).isTrue();
            assertThat(ada.post("/jobs/scheduling", body).status()).isEqualTo(303);
            assertThat(served.workbench().jobs().queue().scheduling()).isFalse();
        }
    }

    @Test
    void aTokenIsOfNoUseToAnotherVisitor() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            Browser rob = served.loggedIn("rob");
            rob.get("/account");
            ada.get("/jobs");
            assertThat(ada.post("/jobs/scheduling", "on=false&token=" + rob.token()).status()).isEqualTo(403);
            assertThat(served.workbench().jobs().queue().scheduling()).isTrue();
        }
    }

    @Test
    void whoeverIsNotLoggedInIsLedToTheLoginAndBack() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser browser = served.anonymous();
            Answer asked = browser.get("/reports?q=a%20b");
            assertThat(asked.header("Location")).isEqualTo("/login?to=%2Freports%3Fq%3Da%2520b");
            browser.get(asked.header("Location"));
            Answer answer = browser.send("/login", "name", "rob", "password", Served.PASSWORD, "to",
                    "/reports?q=a%20b");
            assertThat(answer.status()).isEqualTo(303);
            assertThat(answer.header("Location")).isEqualTo("/reports?q=a%20b");
            assertThat(answer.header("set-cookie")).contains("HttpOnly").contains("SameSite=Lax");
            assertThat(browser.get("/reports").status()).isEqualTo(200);
            browser.send("/logout");
            assertThat(browser.get("/reports").status()).isEqualTo(303);
        }
    }

    @Test
    void theLoginLeadsNowhereElse() throws Exception {
        try (Served served = Served.with(folder)) {
            for (String elsewhere : List.of("//evil.example", "https://evil.example", "/\\evil.example", "/a\nb")) {
                Browser browser = served.anonymous();
                browser.get("/login");
                assertThat(browser.send("/login", "name", "rob", "password", Served.PASSWORD, "to", elsewhere)
                        .header("Location")).isEqualTo("/");
            }
        }
    }

    @Test
    void guessingAPasswordSoonHasToWait() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser browser = served.anonymous();
            browser.get("/login");
            for (int i = 0; i < 3; i++) {
                Answer answer = browser.send("/login", "name", "ada", "password", "guess " + i);
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.body()).contains("Name or password is wrong");
            }
            Answer answer = browser.send("/login", "name", "ada", "password", "guess 3");
            for (int i = 4; i < 9 && answer.status() != 429; i++) { // on a busy machine the first waits may be over
                answer = browser.send("/login", "name", "ada", "password", "guess " + i);
            }
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.header("Retry-After")).isNotEmpty();
        }
    }

    @Test
    void anotherRoleCountsAtOnceAndSomebodyStaysAdministrator() throws Exception {
        try (Served served = Served.with(folder)) {
            Browser ada = served.loggedIn("ada");
            Browser rob = served.loggedIn("rob");
            assertThat(rob.get("/users").status()).isEqualTo(403);
            ada.get("/users");
            assertThat(ada.send("/users/ada/role", "role", "reader").body()).contains("last administrator");
            assertThat(ada.send("/users/rob/role", "role", "king").body()).contains("is no role");
            ada.send("/users/rob/role", "role", "administrator");
            assertThat(ada.get("/users").body()).contains("rob is administrator now.");
            assertThat(rob.get("/users").status()).isEqualTo(200);
            ada.send("/users/rob/role", "role", "reader");
            assertThat(rob.get("/users").status()).isEqualTo(403);
        }
    }

    @Test
    void theSetUpLinkMakesTheAdministratorOnce() throws Exception {
        try (Served served = Served.withoutAccounts(folder)) {
            String link = served.server().setUpLink().orElseThrow().substring(served.server().address().length());
            Browser browser = served.anonymous();
            assertThat(browser.get(link).status()).isEqualTo(200);
            assertThat(browser.send(link, "name", "ada", "password", Served.PASSWORD, "again", "other one").body())
                    .contains("The two passwords differ.");
            Answer made = browser.send(link, "name", "ada", "password", Served.PASSWORD, "again", Served.PASSWORD);
            assertThat(made.status()).isEqualTo(303);
            assertThat(browser.get("/users").body()).contains("ada").contains("administrator");
            assertThat(served.anonymous().get(link).status()).isEqualTo(404);
            assertThat(served.server().setUpLink()).isEmpty();
        }
    }

    @Test
    void withoutLoginOnlyThisMachinesNamesAreAnsweredTo() throws Exception {
        try (Served served = Served.withoutLogin(folder)) {
            assertThat(served.anonymous().get("/jobs").status()).isEqualTo(200);
            String address = served.server().address().replace("127.0.0.1", "localhost");
            assertThat(new Browser(address).get("/jobs").status()).isEqualTo(200);
            assertThat(Raw.get(served.server().address(), "/jobs", "rebound.example")).startsWith("HTTP/1.1 403");
        }
    }
}
