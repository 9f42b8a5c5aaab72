package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.web.Browser.Answer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What nobody types. Everything is refused in one line, and nothing is changed. */
class HostileInputTest extends AtTheServer {

    @AfterEach
    void nothingChanged() {
        assertThat(served.workbench().jobs().queue().all()).isEmpty();
        assertThat(served.workbench().targets().all()).isEmpty();
        assertThat(served.workbench().store().defaults("ingest")).isEmpty();
    }

    @Test
    void whatIsTooLargeIsNotRead() throws Exception {
        assertThat(ada.send("/jobs/yaml", "yaml", "x".repeat(300_000)).status()).isEqualTo(413);
        assertThat(ada.post("/jobs", "a=1&".repeat(2000) + "token=" + ada.token()).status()).isEqualTo(413);
        assertThat(ada.get("/reports?q=" + "x".repeat(7000)).status()).isEqualTo(200);
        assertThat(Raw.send(served.server().address(), "GET /reports?q=" + "x".repeat(100_000)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 4");
    }

    @Test
    void whatIsNoFormIsRefused() throws Exception {
        for (String body : List.of("yaml=%", "yaml=%zz", "yaml=%ff", "yaml=%00", "%00=a")) {
            Answer answer = ada.post("/jobs/yaml", body + "&token=" + ada.token());
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.body()).as(body).contains("What was sent is no form that can be read.");
        }
        assertThat(ada.get("/reports?page=abc").status()).isEqualTo(400);
        assertThat(ada.get("/status/data?points=-1&iteration=x").status()).isEqualTo(400);
        assertThat(ada.get("/jobs/1e9").status()).isEqualTo(404);
    }

    @Test
    void noFileButTheAssetsIsEverSent() throws Exception {
        String address = served.server().address();
        for (String path : List.of("/assets/../results.db", "/assets/..%2f..%2fresults.db", "/assets/%2e%2e/web.css",
                "/assets//etc/passwd", "/assets/web.css", "/assets/..\\results.db", "/assets/%00", "/WEB-INF/web.xml",
                "/reports/..%2f..%2fetc%2fpasswd/as/html")) {
            String answer = Raw.get(address, path, "localhost");
            assertThat(answer).as(path).doesNotContain("SQLite").doesNotContain("root:")
                    .matches("(?s)HTTP/1.1 (400|404|303|401) .*");
        }
    }

    @Test
    void markupIsShownAsItIs() throws Exception {
        String markup = "<img src=x onerror=alert(1)>";
        for (Answer answer : List.of(ada.get("/reports?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"),
                ada.get("/compare?a=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"),
                ada.send("/jobs/yaml", "yaml", "label: '" + markup + "'\nworkload: nothing"),
                ada.send("/jobs", "workload", "ingest", "label", markup, "set.batch-size", markup),
                ada.send("/targets", "driver", "null", "name", markup),
                ada.send("/users", "name", markup, "role", "reader", "password", Served.PASSWORD))) {
            assertThat(answer.body()).doesNotContain("<img");
        }
        assertThat(served.workbench().accounts().all()).hasSize(2);
    }

    @Test
    void wrongValuesAreToldBesideTheirFields() throws Exception {
        Answer answer = ada.send("/jobs", "workload", "ingest", "target", "null", "set.batch-size", "many");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("id=\"wrong-set.batch-size\">[^<]*many");
        assertThat(ada.send("/jobs", "workload", "ingst").body()).contains("did you mean 'ingest'?");
        assertThat(ada.send("/jobs", "workload", "ingest", "plan", "studdy").status()).isEqualTo(400);
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "'; DROP TABLE job; --").status()).isEqualTo(400);
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "at", "yesterday").body())
                .containsPattern("id=\"wrong-at\">[^<]*yesterday|role=\"alert\">[^<]*yesterday");
        assertThat(ada.send("/defaults", "workload", "ingest", "set.workers", "2", "set.batch-size", "x").status())
                .isEqualTo(400);
        assertThat(ada.send("/targets", "driver", "null", "name", "../x").status()).isEqualTo(400);
    }

    @Test
    void aYamlThatWouldBurstIsRefused() throws Exception {
        String bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nworkload: *b\n";
        assertThat(ada.send("/jobs/yaml", "yaml", bomb).status()).isEqualTo(400);
        assertThat(ada.send("/jobs/yaml", "yaml", "[".repeat(20_000)).status()).isEqualTo(400);
        assertThat(ada.send("/jobs/yaml", "yaml", "workload: ingest\ntarget: 'null'\nvary: {seed: 1}").status())
                .isEqualTo(400);
    }

    @Test
    void otherMethodsAreNotAnsweredTo() throws Exception {
        String address = served.server().address();
        for (String method : List.of("PUT", "DELETE", "TRACE", "PATCH")) {
            assertThat(Raw.send(address, method + " /jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Length: 0\r\n\r\n")).as(method).matches("(?s)HTTP/1.1 (404|405) .*");
        }
    }

    @Test
    void everyAnswerHasTheHeadersThatKeepTheBrowserCareful() throws Exception {
        for (String path : List.of("/", "/login", "/nothing", "/reports")) {
            Answer answer = served.anonymous().get(path);
            assertThat(answer.header("Content-Security-Policy")).as(path).contains("default-src 'none'")
                    .contains("frame-ancestors 'none'").doesNotContain("unsafe-inline");
            assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
            assertThat(answer.header("Server")).as(path).isEmpty();
        }
    }
}
