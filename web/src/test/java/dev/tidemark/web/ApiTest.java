package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a program does; every answer is held against what is declared of it. */
@Timeout(300)
class ApiTest {

    private static final String EXPERIMENT = """
            {"label": "asked", "workload": "ingest", "target": "null",
             "set": {"documents": 1000, "payload": "100B", "workers": 1}, "vary": {"batch-size": [1, 10]},
             "plan": {"repeat": 2}}""";

    @TempDir
    private Path folder;

    private Served served;
    private Client program;
    private Described described;
    private String said = "";
    private final Set<String> tried = new LinkedHashSet<>();

    @BeforeEach
    void serve() throws Exception {
        served = Served.with(folder);
        program = served.program(Role.ADMINISTRATOR);
        described = new Described(program.get("/api/v1/openapi.json").body());
    }

    @AfterEach
    void nothingBroke() {
        assertThat(served.failures()).isEmpty();
        served.close();
    }

    /** Asks for an operation, and checks that the answer is of the status that is wanted and of the declared form. */
    private JsonNode ask(int status, String operation, String query, String type, String body, String... names)
            throws Exception {
        tried.add(operation);
        String[] parts = operation.split(" ", 2);
        String path = parts[1];
        for (String name : names) {
            path = path.replaceFirst("\\{[a-z]+}", name);
        }
        Answer answer = program.send(parts[0], path + query, type, body);
        assertThat(answer.status()).as(operation + ": " + answer.body()).isEqualTo(status);
        assertThat(described.wrong(operation, answer)).as(operation + ": " + answer.body()).isEmpty();
        said = status < 400 ? "" : Client.detail(answer);
        boolean json = answer.header("Content-Type").startsWith("application/json");
        return json ? Client.tree(answer) : null;
    }

    private JsonNode get(String operation, String... names) throws Exception {
        return ask(200, "GET /api/v1" + operation, "", "", "", names);
    }

    private JsonNode send(int status, String operation, String body, String... names) throws Exception {
        String[] parts = operation.split(" ", 2);
        return ask(status, parts[0] + " /api/v1" + parts[1], "", body.isEmpty() ? "" : "application/json", body, names);
    }

    /** Asks again and again until something is so; the test's own time limit ends it. */
    private JsonNode await(String operation, Predicate<JsonNode> condition, String... names) throws Exception {
        Clock clock = Clock.system();
        while (true) {
            JsonNode answer = get(operation, names);
            if (condition.test(answer)) {
                return answer;
            }
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(100).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }

    @Test
    void everythingThatIsDeclaredIsAnsweredAsDeclared() throws Exception {
        reports();
        declarations();
        targetsAndDefaults();
        doctor();
        checkups();
        transfer();
        content();
        users();
        tokens();
        datasets();
        jobs();
        aRun();
        keptContent();
        tried.add("GET /api/v1/openapi.json"); // read before each test
        assertThat(tried).containsExactlyInAnyOrderElementsOf(described.operations());
    }

    private void reports() throws Exception {
        Stored.label(served.workbench().store(), Stored.batch("stored", 3, "expect: {elapsed: '< 11s'}\n"), 3);
        Stored.label(served.workbench().store(), "a/b", 2);
        JsonNode labels = get("/reports");
        assertThat(labels.get("found").asInt()).isEqualTo(2);
        assertThat(ask(200, "GET /api/v1/reports", "?q=STO&limit=1", "", "").at("/labels/0/states/done").asInt())
                .isEqualTo(3);
        assertThat(ask(200, "GET /api/v1/reports", "?offset=2", "", "").get("labels")).isEmpty();
        assertThat(get("/reports/{label}", "a~2Fb").get("label").asString()).isEqualTo("a/b");
        assertThat(get("/reports/{label}", "stored").at("/table/rows/0/settings/batch-size").asString())
                .isEqualTo("1");
        assertThat(get("/reports/{label}/iterations", "stored").get("iterations")).hasSize(3);
        assertThat(get("/reports/{label}", "stored").get("expectationsMissed").asInt()).isEqualTo(2);
        get("/reports/{label}/as/{form}", "stored", "csv");
        ask(200, "GET /api/v1/compare", "?a=stored&b=a%2Fb", "", "");
        marks();
        assertThat(send(200, "DELETE /reports/{label}", "", "a~2Fb").get("iterations").asInt()).isEqualTo(2);
        assertThat(get("/reports").get("found").asInt()).isEqualTo(1);
    }

    private void marks() throws Exception {
        assertThat(send(200, "PUT /reports/{label}/mark", "{\"note\": \"one\\ntwo\", \"pinned\": true}", "a~2Fb")
                .get("note").asString()).isEqualTo("one\ntwo");
        JsonNode first = get("/reports").at("/labels/0");
        assertThat(first.get("label").asString()).isEqualTo("a/b");
        assertThat(first.get("pinned").asBoolean()).isTrue();
        assertThat(first.get("verdict").asString()).isEqualTo("exploratory");
        assertThat(first.get("headline").asString()).isNotEmpty();
        assertThat(send(200, "PUT /reports/{label}/mark", "{\"archived\": true}", "a~2Fb").get("pinned").asBoolean())
                .isTrue();
        assertThat(get("/reports").get("found").asInt()).isEqualTo(1);
        assertThat(ask(200, "GET /api/v1/reports", "?archived=true", "", "").get("found").asInt()).isEqualTo(2);
        refused(400, "PUT /reports/{label}/mark", "{\"note\": \"" + "x".repeat(4001) + "\"}",
                "note: a note is 4000 characters at most", "a~2Fb");
        refused(409, "POST /reports/{label}/rename", "{\"label\": \"stored\"}",
                "there is a label stored already; choose another name", "a~2Fb");
        refused(400, "POST /reports/{label}/rename", "{\"label\": \" \"}",
                "label: a label is 1 to 200 visible characters, without spaces at its ends", "a~2Fb");
        refused(404, "POST /reports/{label}/rename", "{\"label\": \"x\"}",
                "there is no label 'stord' (did you mean 'stored'?)", "stord");
        assertThat(send(200, "POST /reports/{label}/rename", "{\"label\": \"c/d\"}", "a~2Fb").get("label").asString())
                .isEqualTo("c/d");
        send(200, "POST /reports/{label}/rename", "{\"label\": \"a/b\"}", "c~2Fd");
        send(200, "PUT /reports/{label}/mark", "{\"archived\": false}", "a~2Fb");
    }

    private void declarations() throws Exception {
        assertThat(get("/workloads").toString()).contains("\"ingest\"");
        assertThat(get("/workloads/{workload}", "ingest").toString()).contains("\"batch-size\"");
        assertThat(get("/drivers").toString()).contains("\"null\"");
        assertThat(get("/drivers/{driver}", "null").toString()).contains("\"service-time\"");
        assertThat(get("/params").toString()).contains("\"failure-limit\"");
    }

    private void targetsAndDefaults() throws Exception {
        send(200, "PUT /targets/{target}", "{\"driver\": \"null\", \"settings\": {\"service-time\": \"2ms\"}}", "slow");
        assertThat(get("/targets/{target}", "slow").at("/settings/service-time").asString()).isEqualTo("2ms");
        assertThat(get("/targets").get("targets")).hasSize(1);
        send(204, "DELETE /targets/{target}", "", "slow");
        assertThat(served.workbench().targets().all()).isEmpty();

        send(200, "PUT /agents/{agent}", "{\"agent\": \"local:1\"}", "here");
        assertThat(get("/agents/{agent}", "here").get("agent").asString()).isEqualTo("local:1");
        assertThat(get("/agents").get("agents")).hasSize(1);
        JsonNode checked = send(200, "POST /agents/{agent}/check", "", "here");
        assertThat(checked.get("usable").asBoolean()).isTrue();
        assertThat(checked.get("cores").asInt()).isPositive();
        assertThat(checked.get("drivers").valueStream().map(JsonNode::asString)).contains("null", "rocksdb");
        assertThat(checked.get("roundTrip").asDouble()).isPositive();
        refused(404, "POST /agents/{agent}/check", "", "no agent 'nowhere'", "nowhere");
        send(204, "DELETE /agents/{agent}", "", "here");
        assertThat(served.workbench().agents().all()).isEmpty();

        send(200, "PUT /defaults/{workload}", "{\"settings\": {\"batch-size\": 7}, \"tags\": {\"disk-type\": \"EBS\"}}",
                "ingest");
        JsonNode defaults = get("/defaults/{workload}", "ingest");
        assertThat(defaults.at("/settings/batch-size").asString()).isEqualTo("7");
        assertThat(defaults.at("/tags/disk-type").asString()).isEqualTo("EBS");
        assertThat(send(200, "PUT /defaults/{workload}", "{}", "ingest").get("settings")).isEmpty();
        assertThat(served.workbench().store().defaults("ingest")).isEmpty();
    }

    private void doctor() throws Exception {
        served.workbench().targets().put("kept", "null", Map.of("store-documents", "true"));
        assertThat(get("/targets/{target}/doctor", "kept").has("diagnosis")).isFalse();
        String first = send(202, "POST /targets/{target}/doctor", "", "kept").get("number").asString();
        send(202, "POST /targets/tasks/{id}/stop", "", first);
        examined();
        send(202, "POST /targets/{target}/doctor", "", "kept");
        JsonNode found = examined().get("diagnosis");
        assertThat(found.get("works").asBoolean()).isTrue();
        assertThat(found.at("/trials/0/name").asString()).isEqualTo("connect");
        assertThat(found.get("trials").findValuesAsString("result")).contains("works", "not-offered")
                .hasSize(Capability.values().length + 3);
        refused(409, "POST /targets/tasks/{id}/stop", "", "this is over already", first);
        refused(404, "POST /targets/{target}/doctor", "", "no target 'nowhere'", "nowhere");
        served.workbench().targets().remove("kept");
    }

    private void checkups() throws Exception {
        served.workbench().targets().put("scratch", "file", Map.of("file", Files.write(folder.resolve("scratch"),
                new byte[1 << 20]).toString(), "io", "buffered"));
        assertThat(get("/checkups").get("checkups")).isEmpty();
        String first = send(202, "POST /checkups", "{\"target\": \"scratch\"}").get("number").asString();
        send(202, "POST /checkups/{id}/stop", "", first);
        await("/checkups", ApiTest::isDone);
        send(202, "POST /checkups", "{\"target\": \"scratch\"}");
        assertThat(await("/checkups", ApiTest::isDone).at("/checkups/0/verdict").asString())
                .isEqualTo("nothing looks wrong");
        assertThat(get("/checkups/{target}", "scratch").get("format").asString()).isEqualTo("tidemark-checkup");
        refused(409, "POST /checkups/{id}/stop", "", "this is over already", first);
        refused(404, "GET /checkups/{target}", "", "there was no checkup of 'nowhere' since this server began", "nowhere");
        served.workbench().targets().remove("scratch");
    }

    private JsonNode examined() throws Exception {
        return await("/targets/{target}/doctor", ApiTest::isDone, "kept");
    }

    private static boolean isDone(JsonNode answer) {
        return !answer.path("work").path("running").asBoolean();
    }

    private void refused(int status, String operation, String body, String detail, String... names)
            throws Exception {
        ask(status, operation.replace(" ", " /api/v1"), "", body.isEmpty() ? "" : "application/json", body, names);
        assertThat(said).isEqualTo(detail);
    }

    private void aRunningThingStaysAsItIs(String id) throws Exception {
        refused(409, "DELETE /jobs/{id}", "", "job " + id + " is running; cancel it first", id);
        refused(409, "POST /jobs/{id}/move", "{\"place\": 1}", "job " + id + " is running and cannot be moved", id);
        refused(409, "POST /jobs/{id}/at", "{}", "job " + id + " is running and cannot be put off", id);
        refused(409, "POST /jobs/{id}/run", "", "job " + id + " is running already", id);
        refused(409, "DELETE /reports/{label}", "",
                "label followed is being run; stop it first with: tidemark stop followed", "followed");
    }

    private void transfer() throws Exception {
        byte[] zip = program.download("/api/v1/export?label=stored");
        ask(200, "GET /api/v1/export", "?label=stored", "", "");
        served.workbench().delete("stored");
        tried.add("POST /api/v1/import");
        Answer imported = program.post("/api/v1/import", "application/zip", zip);
        assertThat(imported.status()).as(imported.body()).isEqualTo(201);
        assertThat(described.wrong("POST /api/v1/import", imported)).isEmpty();
        assertThat(imported.body()).isEqualTo("{\"labels\":[\"stored\"],\"iterations\":3,\"known\":0,\"joined\":[]}");
        assertThat(get("/reports/{label}", "stored").get("label").asString()).isEqualTo("stored");
        assertThat(Client.tree(program.post("/api/v1/import", "application/zip", zip)).get("known").asInt())
                .isEqualTo(3);
        String query = "?label=old&driver=null&map=Batch%3Dbatch-size&map=Seconds%3Delapsed%20s"
                + "&map=Notes%3Dignore&set=workers%3D8";
        String table = "Batch,Seconds,Notes\n1,10,a\n2,20,b\n";
        assertThat(ask(201, "POST /api/v1/import", query, "text/csv", table).get("iterations").asInt()).isEqualTo(2);

        ask(201, "POST /api/v1/import", "?name=tests%2Fcurrent%2Fget_latencies.csv&label=gets&driver=null", "text/csv",
                "elapsed,window,n,min,mean,median,95th,99th,99_9th,max,errors\n1,1,100,1,3,2,4,5,6,9,0\n");
        assertThat(get("/reports/{label}", "gets").toString()).as("the kind is in the name").contains("get.p99");
        served.workbench().delete("gets");

        assertThat(get("/exchange").get("files")).isEmpty();
        assertThat(send(201, "POST /exchange/export", "{\"file\": \"two.zip\", \"labels\": [\"stored\", \"old\"]}")
                .get("iterations").asInt()).isEqualTo(5);
        assertThat(send(201, "POST /exchange/export", "{\"file\": \"all.zip\"}").get("file").asString())
                .isEqualTo(folder.resolve("results.db-exchange").resolve("all.zip").toString());
        refused(409, "POST /exchange/export", "{\"file\": \"all.zip\"}",
                "all.zip is there already; choose another name");
        Files.writeString(folder.resolve("results.db-exchange").resolve("t.csv"), table);
        assertThat(get("/exchange").get("files").toString()).isEqualTo("[\"all.zip\",\"t.csv\",\"two.zip\"]");
        assertThat(send(201, "POST /exchange/import", "{\"file\": \"two.zip\"}").get("known").asInt()).isEqualTo(5);
        assertThat(send(201, "POST /exchange/import", "{\"file\": \"t.csv\", \"table\": {\"label\": \"read\", "
                + "\"workload\": \"ingest\", \"driver\": \"null\", \"map\": {\"Batch\": \"batch-size\", "
                + "\"Seconds\": \"elapsed s\", \"Notes\": \"ignore\"}, \"set\": {\"workers\": 8}}}").get("labels")
                .toString()).isEqualTo("[\"read\"]");
        assertThat(get("/reports/{label}/iterations", "read").at("/iterations/1/settings/workers").toString())
                .contains("8");
    }

    /** It is read by a process of its own, so it is still in progress when it is stopped. */
    private void keptContent() throws Exception {
        String id = ask(201, "POST /api/v1/jobs", "?alongside=true", "application/yaml", """
                label: kept
                workload: ingest
                target: rocksdb
                set: {documents: 300, payload: 100, workers: 1, warm-up: none, keep: last}
                """).at("/job/id").asString();
        send(200, "POST /jobs/{id}/run", "", id);
        await("/jobs", j -> j.at("/jobs/0/state").asString().equals("done"));
        String first = send(202, "POST /content", "{\"label\": \"kept\", \"to\": \"" + folder.resolve("first")
                + "\"}").get("number").asString();
        refused(409, "POST /content", "{\"label\": \"kept\", \"to\": \"" + folder.resolve("second") + "\"}",
                "Exporting the documents of kept to " + folder.resolve("first") + ", created by token administrator, "
                        + "is still in progress; one thing is done at a time");
        send(202, "POST /content/tasks/{id}/stop", "", first);
        assertThat(exported().get("failed").asBoolean()).isFalse();
        send(202, "POST /content", "{\"label\": \"kept\", \"to\": \"" + folder.resolve("second") + "\"}");
        assertThat(exported().get("standing").asString()).contains("300 documents");
        try (Stream<Path> files = Files.list(folder.resolve("second"))) {
            assertThat(files).hasSize(300);
        }
    }

    private JsonNode exported() throws Exception {
        return await("/content", c -> !c.path("work").path("running").asBoolean()).get("work");
    }

    /** Of what is no database, the export fails; how it begins and ends is told all the same. */
    private void content() throws Exception {
        long kept = served.workbench().store().label("stored").orElseThrow().iterations().getFirst().id();
        Files.createDirectories(folder.resolve("results.db-work").resolve("iteration-" + kept));
        assertThat(get("/content").get("labels").toString()).isEqualTo("[\"stored\"]");
        JsonNode begun = send(202, "POST /content", "{\"label\": \"stored\", \"to\": \"" + folder.resolve("files")
                + "\", \"folders\": true}");
        assertThat(begun.get("what").asString()).isEqualTo("Exporting the documents of stored to "
                + folder.resolve("files"));
        assertThat(begun.get("author").asString()).isEqualTo("token administrator");
        await("/content", c -> !c.path("work").path("running").asBoolean());
        refused(409, "POST /content/tasks/{id}/stop", "", "this is over already", begun.get("number").asString());
    }

    private void users() throws Exception {
        assertThat(get("/users").at("/users/0/name").asString()).isEqualTo("ada");
        assertThat(send(201, "POST /users", "{\"name\": \"eve\", \"role\": \"reader\", \"password\": \""
                + Served.PASSWORD + "\"}").get("role").asString()).isEqualTo("reader");
        refused(409, "POST /users", "{\"name\": \"eve\", \"role\": \"reader\", \"password\": \"" + Served.PASSWORD
                + "\"}", "there is a user eve already");
        Browser eve = served.loggedIn("eve");
        assertThat(eve.get("/users").status()).isEqualTo(403);
        assertThat(send(200, "PUT /users/{user}/role", "{\"role\": \"administrator\"}", "eve").get("role").asString())
                .isEqualTo("administrator");
        assertThat(eve.get("/users").status()).as("at once").isEqualTo(200);
        send(204, "PUT /users/{user}/password", "{\"password\": \"another horse\"}", "eve");
        assertThat(eve.get("/users").header("Location")).as("logged out").startsWith("/login");
        send(204, "DELETE /users/{user}", "", "ada");
        String last = "user eve is the last administrator; add another one first";
        refused(409, "DELETE /users/{user}", "", last, "eve");
        refused(409, "PUT /users/{user}/role", "{\"role\": \"reader\"}", last, "eve");
        send(200, "PUT /users/{user}/role", "{\"role\": \"administrator\"}", "eve");
        assertThat(get("/users").get("users")).hasSize(2);
    }

    private void tokens() throws Exception {
        String token = send(201, "POST /tokens", "{\"name\": \"nightly\", \"role\": \"reader\"}").get("token")
                .asString();
        refused(409, "POST /tokens", "{\"name\": \"nightly\", \"role\": \"reader\"}",
                "there is a token nightly already; remove it first");
        Client nightly = new Client(served.server().address()).withToken(token);
        assertThat(nightly.get("/api/v1/reports").status()).isEqualTo(200);
        assertThat(nightly.get("/api/v1/tokens").status()).isEqualTo(403);
        JsonNode tokens = get("/tokens");
        assertThat(tokens.get("tokens")).hasSize(2);
        assertThat(tokens.at("/tokens/1/author").asString()).isEqualTo("token administrator");
        assertThat(tokens.at("/tokens/1").has("seen")).isTrue();
        assertThat(tokens.toString()).doesNotContain(token);
        send(204, "DELETE /tokens/{token}", "", "nightly");
        assertThat(nightly.get("/api/v1/reports").status()).isEqualTo(401);
    }

    private void datasets() throws Exception {
        assertThat(send(202, "POST /datasets", "{\"name\": \"d\", \"driver\": \"null\", \"keyspaces\": 2, "
                + "\"keys\": \"10\", \"valueSize\": \"1kB\"}").get("what").asString()).isEqualTo("Creating d");
        done();
        assertThat(get("/datasets/{dataset}", "d").at("/content/filled").asInt()).isEqualTo(20);
        send(202, "POST /datasets/{dataset}/grow", "{\"keys\": 20}", "d");
        done();
        send(202, "POST /datasets/{dataset}/count", "", "d");
        done();
        send(202, "POST /datasets/{dataset}/verify", "", "d");
        done();
        assertThat(get("/datasets/{dataset}", "d").at("/content/keys").asInt()).isEqualTo(40);
        try (MachineLock lock = MachineLock.take("label shards, process 1", false)) {
            refused(409, "POST /datasets/{dataset}/count", "", "a run is being measured (label shards, process 1); say "
                    + "alongside=true to disturb it", "d");
            assertThat(lock.alongside()).isFalse();
            ask(202, "POST /api/v1/datasets/{dataset}/count", "?alongside=true", "", "", "d");
            done();
        }
        send(202, "DELETE /datasets/{dataset}", "", "d");
        done();
        assertThat(get("/datasets").get("datasets")).isEmpty();
        stoppedAndGoneOnWith();
    }

    private void stoppedAndGoneOnWith() throws Exception {
        String slow = send(202, "POST /datasets", "{\"name\": \"slow\", \"driver\": \"null\", \"settings\": "
                + "{\"service-time\": \"5ms\"}, \"keyspaces\": 1, \"keys\": \"5M\", \"valueSize\": \"100B\"}")
                .get("number").asString();
        await("/datasets", d -> d.path("work").path("percent").isNumber());
        refused(409, "POST /datasets/{dataset}/verify", "", "Creating slow, created by token administrator, is still "
                + "in progress; one thing is done at a time", "slow");
        send(202, "POST /datasets/tasks/{id}/stop", "", slow);
        done();
        String again = send(202, "POST /datasets/{dataset}/continue", "", "slow").get("number").asString();
        send(202, "POST /datasets/tasks/{id}/stop", "", again);
        done();
    }

    private void done() throws Exception {
        JsonNode work = await("/datasets", d -> !d.path("work").path("running").asBoolean()).get("work");
        assertThat(work.get("failed").asBoolean()).as(work.toString()).isFalse();
    }

    private void jobs() throws Exception {
        JsonNode forecast = send(200, "POST /experiments/check", EXPERIMENT);
        assertThat(forecast.get("iterations").asInt()).isEqualTo(4);
        assertThat(forecast.get("units").asInt()).isEqualTo(4000);
        assertThat(forecast.get("yaml").asString()).contains("batch-size");
        assertThat(forecast.get("left")).isEmpty();
        assertThat(forecast.get("atMost").asBoolean()).isFalse();
        JsonNode before = send(200, "POST /experiments/check", "{\"workload\": \"volume\", \"target\": \"null\", "
                + "\"mix\": {\"get\": 1}, \"set\": {\"key-count\": \"3k\", \"value-size\": \"100B\"}}");
        assertThat(before.get("left").get(0).asString()).isEqualTo("the preload of 3k keys");
        assertThat(before.get("preloadBytes").asLong()).isPositive();
        assertThat(send(200, "POST /experiments/check", "{\"workload\": \"volume\", \"target\": \"null\", \"mix\": "
                + "{\"get\": 1}, \"set\": {\"preload\": \"none\", \"warm-up\": \"none\", \"duration\": \"1m\"}}")
                .get("seconds").asDouble()).as("and what an iteration takes beside its load").isBetween(60.0, 70.0);
        ask(200, "POST /api/v1/experiments/check", "", "application/yaml; charset=utf-8",
                "workload: ingest\ntarget: 'null'\n");

        send(200, "PUT /scheduling", "{\"on\": false}");
        assertThat(get("/scheduling").get("on").asBoolean()).isFalse();
        JsonNode first = send(201, "POST /jobs", EXPERIMENT);
        assertThat(first.at("/job/author").asString()).isEqualTo("token administrator");
        assertThat(first.at("/job/place").asInt()).isEqualTo(1);
        String one = String.valueOf(first.at("/job/id").asInt());
        JsonNode second = ask(201, "POST /api/v1/jobs", "?notBefore=2046-11-22T20:00Z&alongside=true",
                "application/yaml", first.get("yaml").asString());
        String two = String.valueOf(second.at("/job/id").asInt());
        assertThat(second.at("/job/notBefore").asString()).isEqualTo("2046-11-22T20:00:00Z");
        assertThat(get("/jobs").get("jobs")).hasSize(2);
        assertThat(get("/jobs/{id}", one).get("yaml").asString()).contains("label: asked");
        assertThat(get("/jobs/{id}", one).at("/settings/target").asString()).isEqualTo("null");
        assertThat(get("/jobs/{id}", one).at("/job/invalid").asBoolean(true)).isFalse();
        assertThat(send(200, "POST /jobs/{id}/move", "{\"place\": 2}", one).at("/job/place").asInt()).isEqualTo(2);
        assertThat(send(200, "POST /jobs/{id}/pause", "", one).at("/job/paused").asBoolean()).isTrue();
        assertThat(send(200, "POST /jobs/{id}/resume", "{}", one).at("/job/paused").asBoolean()).isFalse();
        assertThat(send(200, "POST /jobs/{id}/at", "{\"time\": \"2047-01-01T00:00Z\"}", one).at("/job/notBefore")
                .asString()).isEqualTo("2047-01-01T00:00:00Z");
        assertThat(send(200, "POST /jobs/{id}/at", "{}", one).get("job").has("notBefore")).isFalse();
        assertThat(send(200, "POST /jobs/{id}/run", "", two).at("/job/urgent").asBoolean()).isTrue();
        String three = send(201, "POST /jobs/{id}/duplicate", "", one).at("/job/id").asString();
        assertThat(send(200, "POST /jobs/{id}/cancel", "", two).at("/job/state").asString()).isEqualTo("cancelled");
        assertThat(send(200, "POST /jobs/clear", "").get("jobs").asInt()).isEqualTo(1);
        send(204, "DELETE /jobs/{id}", "", one);
        send(204, "DELETE /jobs/{id}", "", three);
        assertThat(get("/jobs").get("jobs")).isEmpty();
    }

    private void aRun() throws Exception {
        assertThat(get("/status").get("scheduling").asBoolean()).isFalse();
        ask(200, "GET /metrics", "", "", "");
        String id = ask(201, "POST /api/v1/jobs", "?alongside=true", "application/yaml", """
                label: followed
                workload: ingest
                target: 'null'
                set: {documents: 1M, payload: 100, workers: 2, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: none}
                """).at("/job/id").asString();
        send(200, "POST /jobs/{id}/run", "", id);
        served.processor().start();
        JsonNode status = await("/status", s -> s.at("/runs/0/current/operations/0/response/0.99").isNumber());
        JsonNode run = status.at("/runs/0");
        assertThat(run.get("label").asString()).isEqualTo("followed");
        assertThat(run.at("/states/running").asInt()).isEqualTo(1);
        assertThat(run.at("/current/progress/expected").asInt()).isEqualTo(1_000_000);
        assertThat(run.at("/current/rate").asDouble()).isPositive();
        assertThat(run.at("/current/operations/0/response/0.99").asDouble()).isPositive();
        assertThat(run.has("plan")).isFalse();
        JsonNode plan = ask(200, "GET /api/v1/status", "?plan=true", "", "").at("/runs/0/plan");
        assertThat(plan.at("/0/state").asString()).isEqualTo("running");
        assertThat(plan.at("/1/varied/batch-size").asString()).isEqualTo("2");
        assertThat(plan.get(1).has("state")).isFalse();
        ask(200, "GET /api/v1/status/events", "", "", "");
        assertThat(program.get("/api/v1/status/events").body()).startsWith("data: {\"runs\":[{").endsWith("\n\n");
        aRunningThingStaysAsItIs(id);
        send(200, "POST /jobs/{id}/cancel", "", id);
        await("/jobs", j -> j.at("/jobs/0/state").asString().equals("cancelled"));
    }
}
