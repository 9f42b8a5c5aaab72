package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobProcessor.Step;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.IdempotencyTokens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What came from elsewhere runs by no button, and what the server's own user may is closed to those who use it. */
class DoorsTest {

    private static final String API = "/api/v1";

    @TempDir
    private Path folder;

    private static Answer sent(Client program, String path, String yaml) throws Exception {
        return program.send("POST", API + path, "application/yaml", yaml);
    }

    private static List<Job> jobs(Served served) {
        return served.workbench().jobs().queue().all();
    }

    private Path pwned() {
        return folder.resolve("pwned");
    }

    private String line() {
        return "runs touch " + pwned() + " (background)";
    }

    private String yaml() {
        return """
                label: ev
                workload: ingest
                target: 'null'
                set: {documents: 10, warm-up: none}
                vary: {batch-size: [1, 2]}
                plan: {fork: none}
                background: [{do: command, at: 0s, run: "touch %s"}]
                """.formatted(pwned());
    }

    /** As if it had been imported. */
    private void imported(ResultStore store) {
        Workload ingest = Workloads.named("ingest");
        Stored.label(store, new NewBatch("ev", ingest.name(), ingest.objective(), "matrix", yaml(), "hash", 1, "test",
                ingest.measures(), Map.of("batch-size", "1"), 2).from("imported from x.zip"), 2);
    }

    @Test
    void theButtonOfAReportAsksBeforeItRunsWhatWasImported() throws Exception {
        try (Served served = Served.with(folder)) {
            imported(served.workbench().store());
            String command = Report.open(served.workbench().store(), "ev").orElseThrow().verdict().next().getFirst()
                    .command("ev");
            Browser ada = served.loggedIn("ada");
            String once = IdempotencyTokens.key();
            ada.get("/reports/ev");
            Answer asked = ada.send("/reports/ev/again", "command", command, "once", once);
            assertThat(asked.status()).isEqualTo(409);
            assertThat(asked.body()).contains("Run what came from elsewhere?", "imported from x.zip", line(),
                    "The whole experiment", "batch-size");
            assertThat(ada.send("/reports/ev/again", "command", command, "once", once, "agreed", "runs true (background)")
                    .status()).isEqualTo(409);
            assertThat(jobs(served)).isEmpty();
            assertThat(ada.send("/reports/ev/again", "command", command, "once", once, "agreed", line()).status())
                    .isEqualTo(303);
            assertThat(served.processor().step()).isEqualTo(Step.RAN);
            assertThat(jobs(served)).singleElement().satisfies(j -> assertThat(j.state()).isEqualTo(JobState.DONE));
            // The load may be over before a program has begun, which is ended with it.
            assertThat(served.workbench().store().label("ev").orElseThrow().iterations().getLast().setting("background")
                    .orElseThrow().text()).contains("touch " + pwned());
            assertThat(served.workbench().store().label("ev").orElseThrow().batches())
                    .allSatisfy(b -> assertThat(b.origin()).isEqualTo("imported from x.zip"));
            ada.get("/jobs");
            assertThat(ada.send("/jobs/1/duplicate").status()).isEqualTo(409);
        }
    }

    @Test
    void programsAndFormsAgreeByTheLines() throws Exception {
        try (Served served = Served.with(folder)) {
            Client program = served.program(Role.ADMINISTRATOR);
            String yaml = "origin: a letter\n" + yaml();
            for (String path : List.of("/jobs", "/jobs?notBefore=2100-01-01T00:00", "/jobs?resume=true", "/experiments/check")) {
                Answer refused = sent(program, path, yaml);
                assertThat(refused.status()).as(path).isEqualTo(400);
                assertThat(Client.detail(refused)).contains("ev was not written here (a letter)", line(), "as agreed");
            }
            Browser ada = served.loggedIn("ada");
            ada.get("/new/yaml");
            assertThat(ada.send("/jobs/yaml", "yaml", yaml, "at", "2100-01-01T00:00")).satisfies(a -> assertThat(a.status())
                    .isEqualTo(409)).satisfies(a -> assertThat(a.body()).contains(line(), "2100-01-01T00:00"));
            assertThat(jobs(served)).isEmpty();
            assertThat(sent(program, "/jobs?agreed=" + line().replace(" ", "%20"), yaml).status()).isEqualTo(201);
            Answer own = sent(program, "/experiments/check", yaml());
            assertThat(Client.tree(own).get("reaches").get(0).asString()).as("of one's own it is told").isEqualTo(line());
        }
    }

    private static final List<String> SETTINGS = List.of("source-directory: /etc", "host-metrics: 'http://db1:9100'");

    @Test
    void aServerOfWhichNothingIsSaidReachesNothing() throws Exception {
        try (Served served = Served.with(folder, o -> o.allowing(ServerPolicy.STRICT))) {
            Client program = served.program(Role.ADMINISTRATOR);
            assertThat(Client.detail(sent(program, "/jobs", yaml()))).contains("--allow-commands");
            for (String setting : SETTINGS) {
                assertThat(Client.detail(sent(program, "/jobs", "workload: ingest\ntarget: 'null'\nset: {" + setting + "}\n")))
                        .contains("this server may not");
            }
            assertThat(Client.detail(program.json("PUT", API + "/targets/t",
                    "{\"driver\": \"rocksdb\", \"settings\": {\"directory\": \"/etc\"}}"))).contains("--allow-folder /etc");
            assertThat(Client.detail(program.json("PUT", API + "/defaults/ingest",
                    "{\"settings\": {\"source-directory\": \"/etc\"}}"))).contains("--allow-folder /etc");
            assertThat(jobs(served)).isEmpty();
            assertThat(served.workbench().targets().all()).isEmpty();
        }
    }

    @Test
    void aTargetOfTheCommandLineIsAllowedAsItIsAndAsNothingElse() throws Exception {
        Path mine = Files.createDirectories(folder.resolve("mine"));
        try (Served served = Served.with(folder, o -> o)) {
            served.workbench().serveUnder(ServerPolicy.COMMAND_LINE);
            served.workbench().targets().put("mine", "rocksdb", Map.of("directory", mine.toString()));
            served.workbench().serveUnder(ServerPolicy.STRICT);
            Client program = served.program(Role.ADMINISTRATOR);
            String experiment = "workload: ingest\ntarget: mine\nset: {documents: 10}\n";
            assertThat(sent(program, "/experiments/check", experiment).status()).isEqualTo(200);
            assertThat(Client.detail(sent(program, "/jobs", experiment + "vary: {directory: [" + mine + ", /etc]}\n")))
                    .contains("--allow-folder");
            assertThat(Client.detail(program.json("PUT", API + "/targets/mine",
                    "{\"driver\": \"rocksdb\", \"settings\": {\"directory\": \"/etc\"}}"))).contains("--allow-folder /etc");
            assertThat(program.json("PUT", API + "/targets/mine", "{\"driver\": \"rocksdb\", \"settings\": {\"directory\": \""
                    + mine + "\", \"memtable\": \"8MB\"}}").status()).isEqualTo(200);
            assertThat(served.workbench().targets().named("mine").own()).as("what it reaches is as it was").isTrue();
        }
    }
}
