package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.JobProcessor.Step;
import dev.tidemark.app.run.AllowList;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.ServerPolicy;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetManifest.Keyspace;
import dev.tidemark.core.data.ManifestFolder;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.results.StoredDataset;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What whoever starts the server has to allow: writing over devices, and asking other addresses. */
class AllowListTest {

    private static final String API = "/api/v1";

    @TempDir
    private Path folder;

    private Path device;

    /** No device, so that nothing is lost should it be written over: the driver would refuse it at the last moment. */
    @BeforeEach
    void device() throws IOException {
        device = Files.writeString(folder.resolve("device"), "kept");
    }

    @AfterEach
    void untouched() throws IOException {
        assertThat(device).hasContent("kept");
    }

    /** Works on a dataset that lies on the device. */
    private static final String DESTROYING = """
            label: D
            workload: random-io
            target: file
            set: {dataset: d, duration: 1s}
            """;

    private static String watching(String url) {
        return """
                label: W
                workload: ingest
                target: 'null'
                set: {documents: 10, host-metrics: "%s"}
                """.formatted(url);
    }

    private Served allowing(Path... devices) throws IOException {
        Served served = Served.with(folder, o -> o.allowing(ServerPolicy.of(new AllowList(false, List.of(), List.of(),
                List.of(), List.of(), List.of(devices), List.of("http://db1:9100"), Set.of()))));
        Path set = Files.createDirectories(folder.resolve("set"));
        new DatasetManifest(DatasetManifest.FORMAT, "d", "file", 1, 8192, List.of(new Keyspace(10, 10)), List.of())
                .write(new ManifestFolder(set));
        served.workbench().store().putDataset(new StoredDataset("d", "file", Map.of("file", device.toString(),
                "destroy-data", "true", "block-size", "8KiB"), set));
        return served;
    }

    private static List<Job> jobs(Served served) {
        return served.workbench().jobs().queue().all();
    }

    private static Answer sent(Client program, String path, String yaml) throws Exception {
        return program.send("POST", API + path, "application/yaml", yaml);
    }

    private static void assertRefused(Answer answer, String... says) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(Client.detail(answer)).contains(says).doesNotContain("\n");
    }

    @Test
    void noDeviceIsWrittenOverThatTheServerWasNotStartedFor() throws Exception {
        try (Served served = allowing(folder.resolve("another"))) {
            Client program = served.program(Role.ADMINISTRATOR);
            String allow = "may not write over " + device + "; whoever starts it allows that, with --allow-device "
                    + device;
            assertRefused(sent(program, "/experiments/check", DESTROYING), allow);
            assertRefused(sent(program, "/jobs?destroy=" + device, DESTROYING), allow);
            assertRefused(program.json("PUT", API + "/targets/t", """
                    {"driver": "file", "settings": {"file": "%s", "destroy-data": true}}""".formatted(device)), allow);
            assertRefused(program.json("POST", API + "/datasets", """
                    {"name": "e", "driver": "file", "settings": {"file": "%s", "destroy-data": true}, "keyspaces": 1,
                     "keys": 10, "destroy": "%s"}""".formatted(device, device)), allow);
            assertRefused(program.json("PUT", API + "/defaults/random-io", "{\"settings\": {\"destroy-data\": true}}"),
                    "destroy-data is no default");

            Browser ada = served.loggedIn("ada");
            ada.get("/new");
            assertThat(ada.send("/jobs/yaml", "yaml", DESTROYING, "destroy", device.toString()))
                    .satisfies(a -> assertThat(a.status()).isEqualTo(400))
                    .satisfies(a -> assertThat(a.body()).contains("--allow-device"));
            assertThat(ada.send("/datasets", "name", "e", "driver", "file", "settings", "file=" + device
                    + "\ndestroy-data=true", "destroy", device.toString()).body()).contains("--allow-device");
            assertThat(ada.get("/defaults?workload=random-io").body()).doesNotContain("set.destroy-data");
            assertThat(jobs(served)).isEmpty();
            assertThat(served.workbench().targets().all()).isEmpty();
            assertThat(served.workbench().datasets().all()).hasSize(1);
            assertThat(served.failures()).isEmpty();
        }
    }

    @Test
    void aDeviceThatIsAllowedIsWrittenOverOnceItsNameIsGivenOnceMore() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), device);
        try (Served served = allowing(link)) {
            Client program = served.program(Role.ADMINISTRATOR);
            String confirm = "all that is on " + device + " would be destroyed; give the device's name once more, as "
                    + "destroy, to confirm it";
            assertRefused(sent(program, "/jobs", DESTROYING), confirm);
            assertRefused(sent(program, "/jobs?destroy=/dev/other", DESTROYING), confirm);
            assertRefused(program.json("POST", API + "/datasets", """
                    {"name": "e", "driver": "file", "settings": {"file": "%s", "destroy-data": true}, "keyspaces": 1,
                     "keys": 10}""".formatted(device)), confirm);
            assertThat(jobs(served)).isEmpty();
            assertThat(sent(program, "/experiments/check", DESTROYING).status()).isEqualTo(200);
            assertThat(sent(program, "/jobs?destroy=" + device, DESTROYING).status()).isEqualTo(201);
            assertRefused(program.send("POST", API + "/jobs/1/duplicate", "", ""), confirm);
            assertThat(program.send("POST", API + "/jobs/1/duplicate?destroy=" + device, "", "").status())
                    .isEqualTo(201);
            assertThat(jobs(served)).hasSize(2);
        }
    }

    @Test
    void aPageAsksThatTheDevicesNameBeTyped() throws Exception {
        try (Served served = allowing(device)) {
            Browser ada = served.loggedIn("ada");
            ada.get("/new/yaml");
            Answer asked = ada.send("/jobs/yaml", "yaml", DESTROYING, "at", "2100-01-01T00:00");
            assertThat(asked.status()).isEqualTo(409);
            assertThat(asked.body()).contains("<h1>Destroy all that is on " + device + "?</h1>",
                    "<label for=\"destroy-" + device + "\">Type " + device + " to go on</label>",
                    "name=\"at\" value=\"2100-01-01T00:00\"").doesNotContain("What was typed");
            Answer wrong = ada.send("/jobs/yaml", "yaml", DESTROYING, "destroy", "/dev/other");
            assertThat(wrong.body()).contains("What was typed is not the name of " + device + ".");
            assertThat(jobs(served)).isEmpty();
            assertThat(ada.send("/jobs/yaml", "yaml", DESTROYING, "destroy", " " + device + " ").status())
                    .isEqualTo(303);
            ada.get("/jobs");
            assertThat(ada.send("/jobs/1/duplicate").status()).isEqualTo(409);
            assertThat(ada.send("/jobs/1/duplicate", "destroy", device.toString()).status()).isEqualTo(303);
            assertThat(jobs(served)).hasSize(2);
            Answer form = ada.send("/jobs", "workload", "random-io", "target", "file", "plan", "matrix", "set.dataset",
                    "d");
            assertThat(form.status()).isEqualTo(409);
            assertThat(form.body()).contains("Type " + device + " to go on", "name=\"set.dataset\" value=\"d\"");
            assertThat(ada.send("/datasets", "name", "e", "driver", "file", "keyspaces", "1", "keys", "10", "settings",
                    "file=" + device + "\ndestroy-data=true").body()).contains("Type " + device + " to go on");
        }
    }

    @Test
    void aJobThatIsNotAllowedAnyMoreWhenItsTurnComesIsNotBegun() throws Exception {
        try (Served served = allowing(device)) {
            served.workbench().jobs().submit(DESTROYING, "ada", new JobOptions(false, true, Optional.empty(),
                    List.of(device.toString()), Consent.NONE, false));
        }
        try (Served served = Served.withoutLogin(folder)) { // which allows no device
            assertThat(served.processor().step()).isEqualTo(Step.RAN);
            Job job = jobs(served).getFirst();
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.message()).contains("this server may not write over " + device);
        }
    }

    @Test
    void onlyAddressesThatTheServerWasStartedForAreAskedForMetrics() throws Exception {
        try (Served served = allowing()) {
            Client program = served.program(Role.ADMINISTRATOR);
            for (String url : List.of("http://127.0.0.1:8040/api/v1/users", "http://[::1]:9100", "https://db1:9100",
                    "http://db1", "http://db1:9101", "http://169.254.169.254/latest")) {
                assertRefused(sent(program, "/jobs", watching(url)),
                        "host-metrics: this server may not ask " + url + "; whoever starts it allows that");
                assertRefused(program.json("PUT", API + "/defaults/ingest", """
                        {"settings": {"host-metrics": "%s"}}""".formatted(url)), "may not ask");
            }
            assertRefused(sent(program, "/jobs", watching("http://db1:9100@127.0.0.1:22")), "host-metrics: a login");
            assertThat(sent(program, "/jobs", watching("http://DB1:9100/metrics")).status()).isEqualTo(201);
            assertThat(jobs(served)).hasSize(1);
            Browser ada = served.loggedIn("ada");
            ada.get("/defaults?workload=ingest");
            assertThat(ada.send("/defaults", "workload", "ingest", "set.host-metrics", "http://127.0.0.1:22"))
                    .satisfies(a -> assertThat(a.status()).isEqualTo(400))
                    .satisfies(a -> assertThat(a.body()).contains("This server may not ask http://127.0.0.1:22"));
            assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "matrix", "set.documents", "10",
                    "set.host-metrics", "http://127.0.0.1:22").body()).contains("may not ask");
            assertThat(jobs(served)).hasSize(1);
        }
    }
}
