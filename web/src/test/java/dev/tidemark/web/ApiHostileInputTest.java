package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What no program of good will sends. Everything is refused in one line, and nothing is changed. */
@Timeout(300)
class ApiHostileInputTest {

    private static final String SQL = "'; DROP TABLE job; --";
    private static final String JOB = "{\"workload\": \"ingest\", \"target\": \"null\"}";

    @TempDir
    private Path folder;

    private Served served;
    private Client program;
    private long job;

    @BeforeEach
    void serve() {
        served = Served.with(folder);
        program = served.program(Role.ADMINISTRATOR);
        served.workbench().jobs().queue().schedule(false);
        job = served.workbench().jobs().submit("workload: ingest\ntarget: 'null'\n", "ada",
                JobOptions.USUAL).id();
        Stored.label(served.workbench().store(), "kept", 1);
    }

    @AfterEach
    void nothingChangedAndNothingBroke() {
        assertThat(served.workbench().jobs().queue().all()).hasSize(1);
        assertThat(served.workbench().jobs().queue().find(job).orElseThrow().paused()).isFalse();
        assertThat(served.workbench().jobs().queue().scheduling()).isFalse();
        assertThat(served.workbench().targets().all()).isEmpty();
        assertThat(served.workbench().datasets().all()).isEmpty();
        assertThat(served.workbench().store().defaults("ingest")).isEmpty();
        assertThat(served.workbench().store().labels()).hasSize(1);
        assertThat(served.failures()).isEmpty();
        served.close();
    }

    private void refused(int status, String method, String path, String body, String... says) throws Exception {
        refused(status, program.json(method, "/api/v1" + path, body), body, says);
    }

    private static void refused(int status, Answer answer, String what, String... says) {
        assertThat(answer.status()).as(what + ": " + answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo(Problem.TYPE);
        String detail = Client.detail(answer);
        assertThat(detail).as(what).isNotBlank().doesNotContain("\n").doesNotContain("Exception");
        assertThat(List.of(says)).as(what).allSatisfy(part -> assertThat(detail).contains(part));
    }

    @Test
    void unknownKeysAreNamedWithTheNearestThatThereIs() throws Exception {
        refused(400, "POST", "/jobs/" + job + "/move", "{\"plase\": 1}", "'plase' (did you mean 'place'?)");
        refused(400, "POST", "/jobs/" + job + "/at", "{\"tim\": \"20:00\"}", "'tim' (did you mean 'time'?)");
        refused(400, "PUT", "/scheduling", "{\"om\": true}", "'om' (did you mean 'on'?)");
        refused(400, "PUT", "/targets/t", "{\"drivr\": \"null\"}", "'drivr' (did you mean 'driver'?)");
        refused(400, "POST", "/datasets", "{\"name\": \"d\", \"driver\": \"null\", \"key\": 1}", "'key'", "'keys'");
        refused(400, "PUT", "/defaults/ingest", "{\"setings\": {}}", "'setings' (did you mean 'settings'?)");
        refused(400, "POST", "/jobs", "{\"workload\": \"ingest\", \"targt\": \"null\"}", "/targt: ",
                "(did you mean 'target'?)");
        refused(400, program.get("/api/v1/reports?limt=1"), "limt", "'limt' in the query (did you mean 'limit'?)");
        refused(400, program.get("/api/v1/reports?limit=1&limit=2"), "limit", "'limit' stands twice");
        refused(400, program.get("/api/v1/status?plan=maybe"), "plan", "neither true nor false");
        refused(400, "POST", "/jobs?alongsid=true", JOB, "(did you mean 'alongside'?)");
    }

    @Test
    void namesAndValuesThatThereAreNotAreNamedWithTheNearest() throws Exception {
        refused(400, "PUT", "/targets/t", "{\"driver\": \"nul\"}", "nul", "did you mean 'null'?");
        refused(400, "PUT", "/targets/t", "{\"driver\": \"null\", \"settings\": {\"service-tim\": 1}}",
                "did you mean 'service-time'?");
        refused(400, "PUT", "/targets/null", "{\"driver\": \"null\"}", "name of a driver");
        refused(400, "PUT", "/targets/.x", "{\"driver\": \"null\"}", "a name is 1 to 100 letters");
        refused(400, "PUT", "/defaults/ingest", "{\"settings\": {\"batch-siz\": 1}}", "did you mean 'batch-size'?");
        refused(400, "PUT", "/defaults/ingest", "{\"settings\": {\"batch-size\": 1, \"workers\": \"many\"}}",
                "workers: ");
        refused(400, "PUT", "/defaults/ingest", "{\"tags\": {\"a b\": \"x\"}}", "tag 'a b'");
        refused(400, "PUT", "/defaults/ingest", "{\"tags\": {\"workers\": \"x\"}}",
                "tag 'workers' has the name of a setting");
        refused(404, "PUT", "/defaults/ingst", "{}", "did you mean 'ingest'?");
        refused(404, program.get("/api/v1/reports/kep"), "kep", "did you mean 'kept'?");
        refused(404, program.get("/api/v1/reports/kept/as/exe"), "exe", "not available as 'exe'");
        refused(404, program.get("/api/v1/drivers/nul"), "nul", "did you mean 'null'?");
        refused(400, "POST", "/jobs", "{\"workload\": \"ingest\", \"target\": \"null\", \"set\": {\"worker\": 1}}",
                "/set/worker: ", "did you mean 'workers'?");
        refused(400, "POST", "/experiments/check", "{\"workload\": \"ingest\", \"target\": \"null\", "
                + "\"vary\": {\"batch-size\": [1, \"x\"]}}", "/vary/batch-size");
        refused(400, program.get("/api/v1/compare?a=kept&b=nothing"), "compare", "nothing");
        refused(400, program.get("/api/v1/compare"), "compare", "'a' is missing");
    }

    @Test
    void whatIsOfTheWrongTypeIsRefused() throws Exception {
        for (String place : List.of("\"1\"", "1.5", "true", "null", "[1]", "{}", "99999999999", "1e400", "0", "-1")) {
            refused(400, "POST", "/jobs/" + job + "/move", "{\"place\": " + place + "}", "place");
        }
        for (String on : List.of("\"true\"", "1", "null", "[]")) {
            refused(400, "PUT", "/scheduling", "{\"on\": " + on + "}", "on: true or false is expected here, not ");
        }
        refused(400, "PUT", "/scheduling", "{}", "'on' is missing");
        refused(400, "POST", "/jobs/" + job + "/at", "{\"time\": 20}", "time: a text is expected here");
        refused(400, "POST", "/jobs/" + job + "/at", "{\"time\": \"yesterday\"}", "time: 'yesterday' is not a time");
        refused(400, "PUT", "/targets/t", "{\"driver\": \"null\", \"settings\": []}",
                "settings: an object is expected here, not a list");
        refused(400, "PUT", "/targets/t", "{\"driver\": \"null\", \"settings\": {\"service-time\": [1]}}",
                "settings.service-time: one value is expected here, not a list");
        for (String keys : List.of("\"many\"", "-1", "0", "1e30", "1e999999999", "\"\"")) {
            refused(400, "POST", "/datasets", "{\"name\": \"d\", \"driver\": \"null\", \"keys\": " + keys + "}");
        }
        refused(400, "POST", "/datasets", "{\"name\": \"../d\", \"driver\": \"null\"}", "a dataset's name is");
        refused(400, "POST", "/jobs?notBefore=soon", JOB, "notBefore: 'soon' is not a time");
        refused(400, "POST", "/jobs?resume=1", JOB, "resume: '1' is neither true nor false");
        refused(400, "POST", "/jobs/" + job + "/pause", "{\"now\": true}", "nothing is to be sent along here");
        refused(404, "POST", "/jobs/1e9/pause", "", "there is no job 1e9");
        refused(404, "POST", "/jobs/4711/cancel", "", "there is no job 4711");
    }

    @Test
    void whatCannotBeReadIsRefusedWithTheLine() throws Exception {
        for (String body : List.of("", " ", "{", "nonsense", "{\"on\": true", "{\"on\": true} x", "{'on': true}",
                "{\"on\": true, \"on\": false}", "[]", "\"on\"", "null", "1", "[".repeat(10_000))) {
            refused(400, "PUT", "/scheduling", body);
            refused(400, "POST", "/jobs", body);
        }
        refused(400, "PUT", "/scheduling", "{\n\"on\": tru}", "line 2: not valid JSON");
        refused(400, "PUT", "/scheduling", "{\"on\": 0.1e99999999999}", "not valid JSON: a number in it is too large");
        refused(400, "PUT", "/targets/t", "{\"driver\": \"a\\u0000b\"}", "driver: a text has a character 0 in it");
        refused(400, "POST", "/jobs", "{\"a\":".repeat(30) + "1" + "}".repeat(30), "nested too deeply");
        refused(400, "POST", "/jobs", "{\"workload\": \"ingest\", \"target\": \"null\", \"seed\": 1e999999999}",
                "/seed: this number cannot be used");
        refused(400, program.send("POST", "/api/v1/jobs", "application/yaml", "a: &a [x]\nb: *a\n"), "alias",
                "experiment:2: '*a' is an alias");
        refused(400, program.send("POST", "/api/v1/jobs", "application/yaml", "[".repeat(20_000)), "deep");
        assertThat(Raw.send(served.server().address(), "PUT /api/v1/scheduling HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer nothing\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                + "Connection: close\r\n\r\n\u00ff\u00fe")).startsWith("HTTP/1.1 401");
        String token = served.workbench().accounts().addToken("cut", Role.ADMINISTRATOR, "ada");
        assertThat(Raw.sendAndEnd(served.server().address(), "PUT /api/v1/scheduling HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer " + token + "\r\nContent-Type: application/json\r\nContent-Length: 500\r\n"
                + "Connection: close\r\n\r\n{\"on\": ")).startsWith("HTTP/1.1 400")
                .contains("ended before its body was complete");
    }

    private static byte[] zip(String... namesAndTexts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                out.putNextEntry(new ZipEntry(namesAndTexts[i]));
                out.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void aFileThatIsNoExportIsRefusedAndNothingOfItIsLeft() throws Exception {
        String to = "/api/v1/import";
        String manifest = "{\"format\":\"tidemark-results\",\"version\":1,\"batches\":[]}";
        byte[] export = program.download("/api/v1/export");
        refused(400, program.post(to, "application/zip", new byte[0]), "nothing", "sent.zip is not a zip file");
        refused(400, program.post(to, "application/zip", Arrays.copyOf(export, export.length / 2)), "half",
                "sent.zip is not a zip file, or it is cut off");
        refused(400, program.post(to, "application/zip", zip("manifest.json", manifest, "../../../evil.txt", "x")),
                "a path", "sent.zip: unexpected entry: ");
        refused(400, program.post(to, "application/zip", zip("x", "\0".repeat(100_000_000))), "a bomb", "sent.zip");
        refused(400, program.post(to + "?label=x", "application/zip", export), "a label", "'label' says how a table");
        refused(400, program.post(to, "text/csv", export), "a zip as a table", "'label' is missing");
        String table = to + "?label=x&workload=ingest&driver=null";
        refused(400, program.post(table, "text/csv", export), "a zip as a table", "sent.csv");
        refused(400, program.post(table + "&set=workers", "text/csv", export), "no pair",
                "set: 'workers' is not NAME=");
        refused(400, program.post(table.replace("ingest", "ingst"), "text/csv", export), "ingst",
                "did you mean 'ingest'?");
        for (String type : List.of("", "application/json", "application/octet-stream", "multipart/form-data")) {
            refused(415, program.post(to, type, export), type, "say Content-Type: application/zip or text/csv");
        }
        refused(400, "POST", "/exchange/import", "{\"file\": \"../results.db\"}", "there is no file");
        refused(400, "POST", "/exchange/export", "{\"file\": \"../x.zip\"}", "cannot be used");
        refused(404, "POST", "/exchange/export", "{\"file\": \"x.zip\", \"labels\": [\"kep\"]}",
                "did you mean 'kept'?");
        assertThat(folder.resolve("evil.txt")).doesNotExist();
        assertThat(folder.resolve("results.db-work").resolve("uploads")).isEmptyDirectory();
    }

    @Test
    void aFileThatIsNotWhatItsLengthSaysIsRefused() throws Exception {
        String head = "POST /api/v1/import HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                + served.workbench().accounts().addToken("raw", Role.ADMINISTRATOR, "ada")
                + "\r\nContent-Type: application/zip\r\n";
        assertThat(Raw.sendAndEnd(served.server().address(), head + "Content-Length: 9000000000000\r\n\r\nPK"))
                .startsWith("HTTP/1.1 413").contains("1 GB can be sent at most");
        for (String rest : List.of("Content-Length: 5000\r\n\r\nPK", "Transfer-Encoding: chunked\r\n\r\nffffff\r\nPK",
                "Content-Length: 5\r\nContent-Length: 60\r\n\r\nPK")) {
            assertThat(Raw.sendAndEnd(served.server().address(), head + rest)).as(rest).matches("(?s)(HTTP/1.1 4.*)?");
        }
        assertThat(folder.resolve("results.db-work").resolve("uploads")).isEmptyDirectory();
    }

    @Test
    void usersAndTokensAreGuarded() throws Exception {
        refused(400, "POST", "/users", "{\"name\": \"x\", \"role\": \"reader\", \"password\": \"short\"}",
                "a password has 10 to 200 characters");
        refused(400, "POST", "/users", "{\"name\": \"a b\", \"role\": \"reader\", \"password\": \"correct horse\"}",
                "a user's name is");
        refused(400, "POST", "/users", "{\"name\": \"x\", \"role\": \"admin\", \"password\": \"correct horse\"}",
                "role: 'admin' is none of administrator, reader");
        refused(400, "POST", "/tokens", "{\"name\": \"../x\", \"role\": \"reader\"}", "token '../x': a name is");
        refused(400, "PUT", "/users/rob/role", "{\"role\": \"Administrator\"}", "role: 'Administrator' is none of");
        refused(404, "PUT", "/users/rod/role", "{\"role\": \"reader\"}", "did you mean 'rob'?");
        refused(404, "DELETE", "/users/adda", "", "did you mean 'ada'?");
        refused(404, "DELETE", "/tokens/administrato", "", "did you mean 'administrator'?");
        refused(409, "DELETE", "/users/ada", "", "last administrator");
        refused(409, "PUT", "/users/ada/role", "{\"role\": \"reader\"}", "last administrator");
        assertThat(served.workbench().accounts().all()).extracting(a -> a.name() + " " + a.role())
                .containsExactly("ada ADMINISTRATOR", "rob READER");
        assertThat(served.workbench().accounts().tokens()).hasSize(1);
    }

    @Test
    void whatIsRepeatedStaysInItsLine() throws Exception {
        Answer answer = program.get("/api/v1/reports/a%0Ab%1B%E2%80%AEc");
        assertThat(Client.detail(answer)).isEqualTo("there is no label 'a\\u000ab\\u001b\\u202ec'");
    }

    @Test
    void whatIsTooLargeIsNotRead() throws Exception {
        String large = "{\"name\": \"" + "x".repeat(300_000) + "\"}";
        for (Map.Entry<String, String> to : Map.of("/jobs", "POST", "/experiments/check", "POST", "/targets/t", "PUT",
                "/defaults/ingest", "PUT", "/scheduling", "PUT", "/datasets", "POST").entrySet()) {
            refused(413, program.json(to.getValue(), "/api/v1" + to.getKey(), large), to.getKey(), "256 kB");
        }
        assertThat(program.get("/api/v1/reports?limit=99999999999999").status()).isEqualTo(200);
        refused(400, program.get("/api/v1/reports?limit=" + "9".repeat(100)), "limit", "no whole number");
        refused(400, program.get("/api/v1/reports?offset=-1"), "offset", "no whole number");
    }

    @Test
    void whatWouldBeRunElsewhereIsATextLikeAnyOther() throws Exception {
        for (String text : List.of(SQL, "<img src=x onerror=alert(1)>", "../../etc/passwd", "$(reboot)", "{{7*7}}")) {
            String quoted = "\"" + text + "\"";
            refused(400, "PUT", "/targets/t", "{\"driver\": " + quoted + "}");
            refused(400, "PUT", "/targets/t", "{\"driver\": \"null\", \"settings\": {" + quoted + ": 1}}");
            refused(400, "POST", "/datasets", "{\"name\": " + quoted + ", \"driver\": \"null\"}");
            refused(400, "POST", "/jobs", "{\"workload\": " + quoted + ", \"target\": \"null\"}");
            refused(400, "PUT", "/defaults/ingest", "{\"tags\": {" + quoted + ": 1}}");
            String segment = URLEncoder.encode(text.replace("/", "~2F"), StandardCharsets.UTF_8).replace("+", "%20");
            for (String path : List.of("/reports/", "/targets/", "/datasets/", "/jobs/")) {
                int status = program.json("DELETE", "/api/v1" + path + segment, "").status();
                assertThat(status).as(path + text).isIn(400, 404);
            }
            assertThat(Client.tree(program.get("/api/v1/reports?q=" + segment)).get("found").asInt()).isZero();
        }
    }
}
