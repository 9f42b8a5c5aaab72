package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.time.Clock;
import dev.tidemark.store.Role;
import dev.tidemark.web.Browser.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
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
    private JsonNode await(String operation, Predicate<JsonNode> wanted) throws Exception {
        Clock clock = Clock.system();
        while (true) {
            JsonNode answer = get(operation);
            if (wanted.test(answer)) {
                return answer;
            }
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(100).toNanos());
        }
    }

    @Test
    void everythingThatIsDeclaredIsAnsweredAsDeclared() throws Exception {
        reports();
        declarations();
        targetsAndDefaults();
        datasets();
        jobs();
        aRun();
        tried.add("GET /api/v1/openapi.json"); // read before each test
        assertThat(tried).containsExactlyInAnyOrderElementsOf(described.operations());
    }

    private void reports() throws Exception {
        Stored.label(served.workbench().store(), "stored", 3);
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
        get("/reports/{label}/as/{form}", "stored", "csv");
        ask(200, "GET /api/v1/compare", "?a=stored&b=a%2Fb", "", "");
        assertThat(send(200, "DELETE /reports/{label}", "", "a~2Fb").get("iterations").asInt()).isEqualTo(2);
        assertThat(get("/reports").get("found").asInt()).isEqualTo(1);
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

        send(200, "PUT /defaults/{workload}", "{\"settings\": {\"batch-size\": 7}, \"tags\": {\"disk-type\": \"EBS\"}}",
                "ingest");
        JsonNode defaults = get("/defaults/{workload}", "ingest");
        assertThat(defaults.at("/settings/batch-size").asString()).isEqualTo("7");
        assertThat(defaults.at("/tags/disk-type").asString()).isEqualTo("EBS");
        assertThat(send(200, "PUT /defaults/{workload}", "{}", "ingest").get("settings")).isEmpty();
        assertThat(served.workbench().store().defaults("ingest")).isEmpty();
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
        send(202, "DELETE /datasets/{dataset}", "", "d");
        done();
        assertThat(get("/datasets").get("datasets")).isEmpty();
    }

    private void done() throws Exception {
        JsonNode work = await("/datasets", d -> !d.at("/work/running").asBoolean()).get("work");
        assertThat(work.get("failed").asBoolean()).as(work.toString()).isFalse();
    }

    private void jobs() throws Exception {
        JsonNode forecast = send(200, "POST /experiments/check", EXPERIMENT);
        assertThat(forecast.get("iterations").asInt()).isEqualTo(4);
        assertThat(forecast.get("units").asInt()).isEqualTo(4000);
        assertThat(forecast.get("yaml").asString()).contains("batch-size");
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
        JsonNode status = await("/status", s -> s.at("/runs/0/current/rate").isNumber());
        JsonNode run = status.at("/runs/0");
        assertThat(run.get("label").asString()).isEqualTo("followed");
        assertThat(run.at("/states/running").asInt()).isEqualTo(1);
        assertThat(run.at("/current/progress/expected").asInt()).isEqualTo(1_000_000);
        assertThat(run.at("/current/operations/0/response/0.99").asDouble()).isPositive();
        assertThat(run.has("plan")).isFalse();
        JsonNode plan = ask(200, "GET /api/v1/status", "?plan=true", "", "").at("/runs/0/plan");
        assertThat(plan.at("/0/state").asString()).isEqualTo("running");
        assertThat(plan.at("/1/varied/batch-size").asString()).isEqualTo("2");
        assertThat(plan.get(1).has("state")).isFalse();
        ask(200, "GET /api/v1/status/events", "", "", "");
        assertThat(program.get("/api/v1/status/events").body()).startsWith("data: {\"runs\":[{").endsWith("\n\n");
        assertThat(program.json("DELETE", "/api/v1/jobs/" + id, "").status()).isEqualTo(400);
        assertThat(Client.detail(program.json("DELETE", "/api/v1/jobs/" + id, "")))
                .isEqualTo("job " + id + " is running; cancel it first");
        send(200, "POST /jobs/{id}/cancel", "", id);
        await("/jobs", j -> j.at("/jobs/0/state").asString().equals("cancelled"));
    }
}
