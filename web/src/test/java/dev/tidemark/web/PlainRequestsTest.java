package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.Browser.Answer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** Requests that would be something else than they look like, and texts that would. */
class PlainRequestsTest extends AtTheServer {

    private static final String API = "/api/v1";

    @Test
    void aHeaderMakesNoOtherMethodOfARequest() throws Exception {
        Stored.label(served.workbench().store(), "kept", 1);
        Client program = served.program(Role.ADMINISTRATOR);
        for (String header : List.of("X-HTTP-Method-Override", "x-http-method-override", "X-Method-Override",
                "X-HTTP-Method")) {
            assertThat(program.with(header, "DELETE").get(API + "/reports/kept").status()).as(header).isEqualTo(200);
            assertThat(program.with(header, "GET").send("DELETE", API + "/reports/none", "", "").status()).as(header)
                    .isEqualTo(404);
        }
        assertThat(served.workbench().store().labels()).hasSize(1);
    }

    @Test
    void refusalsAreUtf8ToTheByte() throws Exception {
        String token = served.workbench().accounts().addToken("t", Role.ADMINISTRATOR, "ada");
        HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(
                URI.create(served.server().address() + API + "/jobs")).header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"workload\": \"größe 測\", \"target\": \"null\"}"))
                .build(), BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("größe 測");
    }

    @Test
    void textsThatHideWhatTheyAreAreRefusedWhereverTheyComeIn() throws Exception {
        Client program = served.program(Role.ADMINISTRATOR);
        String turned = "it has a character in it that turns the direction of writing (U+202E)";
        String half = "it has half a character in it (U+D800)";
        List<Answer> answers = new ArrayList<>();
        for (String bad : List.of("\\u202e", "\\ud800")) {
            String says = bad.equals("\\ud800") ? half : turned;
            for (String document : List.of(
                    "{\"label\": \"a%s\", \"workload\": \"ingest\", \"target\": \"null\"}",
                    "{\"workload\": \"ingest\", \"target\": \"null\", \"tags\": {\"disk\": \"a%s\"}}",
                    "{\"workload\": \"ingest\", \"target\": \"null\", \"set\": {\"directory\": \"/a%s\"}}",
                    "{\"workload\": \"ingest\", \"targets\": {\"a%s\": {\"driver\": \"null\"}}}")) {
                Answer answer = program.json("POST", API + "/jobs", document.formatted(bad));
                assertThat(answer.status()).as(document).isEqualTo(400);
                assertThat(Client.detail(answer)).as(document).contains(says);
            }
            answers.add(program.json("PUT", API + "/defaults/ingest",
                    "{\"tags\": {\"disk\": \"a%s\"}}".formatted(bad)));
            answers.add(program.json("PUT", API + "/targets/t", """
                    {"driver": "rocksdb", "settings": {"directory": "/a%s"}}""".formatted(bad)));
            answers.add(program.json("POST", API + "/users", """
                    {"name": "a%s", "role": "reader", "password": "correct horse"}""".formatted(bad)));
            answers.add(program.json("POST", API + "/users", """
                    {"name": "eve", "role": "reader", "password": "correct%s horse"}""".formatted(bad)));
            answers.add(program.json("POST", API + "/tokens", """
                    {"name": "a%s", "role": "reader"}""".formatted(bad)));
        }
        String yaml = "label: a\u202e\nworkload: ingest\ntarget: 'null'\n";
        answers.add(program.send("POST", API + "/jobs", "application/yaml", yaml));
        answers.add(program.send("POST", API + "/import?label=a%E2%80%AE&workload=ingest&driver=null", "text/csv",
                "documents,elapsed\n1,1\n"));
        answers.add(program.send("POST", API + "/import?label=a&workload=ingest&driver=null&map=Disk=tag:disk",
                "text/csv", "documents,elapsed,Disk\n1,1,a\u202e\n"));
        assertThat(answers).allSatisfy(a -> assertThat(a.status()).as(a.body()).isEqualTo(400));
        ada.get("/new");
        for (Answer page : List.of(ada.send("/jobs/yaml", "yaml", yaml),
                ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "matrix", "label", "a\u202e"),
                ada.send("/defaults", "workload", "ingest", "tags", "disk=a\u2066"))) {
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.body()).contains("turns the direction of writing");
        }
        assertThat(served.workbench().jobs().queue().all()).isEmpty();
        assertThat(served.workbench().store().labels()).isEmpty();
        assertThat(served.workbench().targets().all()).isEmpty();
        assertThat(served.workbench().accounts().all()).hasSize(2);
    }

    @Test
    void aStreamOfEventsEndsWithWhatOpenedIt() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        Browser rob = served.loggedIn("rob");
        String token = served.workbench().accounts().addToken("watcher", Role.READER, "ada");
        HttpResponse<InputStream> ofSession = client.send(rob.request("/status/events").GET().build(),
                BodyHandlers.ofInputStream());
        HttpResponse<InputStream> ofToken = client.send(HttpRequest.newBuilder(
                URI.create(served.server().address() + API + "/status/events"))
                .header("Authorization", "Bearer " + token).build(), BodyHandlers.ofInputStream());
        assertThat(ofSession.statusCode()).isEqualTo(200);
        assertThat(ofToken.statusCode()).isEqualTo(200);
        served.workbench().accounts().removeToken("watcher");
        rob.get("/account");
        rob.send("/logout");
        for (HttpResponse<InputStream> stream : List.of(ofSession, ofToken)) {
            assertThat(new String(stream.body().readAllBytes(), StandardCharsets.UTF_8)).as("it has an end")
                    .startsWith("data: ");
        }
    }

    @Test
    void oneUserCannotTakeAllStreamsOfEvents() throws Exception {
        Browser rob = served.loggedIn("rob");
        HttpClient client = HttpClient.newHttpClient();
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                HttpRequest request = rob.request("/status/events").GET().build();
                open.add(client.send(request, BodyHandlers.ofInputStream()));
                assertThat(open.getLast().statusCode()).as("stream %s", i).isEqualTo(200);
            }
            Answer page = rob.exchange(rob.request("/status/events").build());
            assertThat(page.status()).isEqualTo(429);
            assertThat(page.body()).contains("you watch 8 streams of events already, the most for one user");
            Answer api = rob.exchange(rob.request(API + "/status/events").build());
            assertThat(api.status()).isEqualTo(429);
            assertThat(api.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(ada.get("/status/events").status()).as("others have theirs").isEqualTo(200);
        } finally {
            for (HttpResponse<InputStream> stream : open) {
                stream.body().close();
            }
        }
    }
}
