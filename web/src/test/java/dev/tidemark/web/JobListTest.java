package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.jobs.NewJob;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.store.results.StoredDefault;
import org.junit.jupiter.api.Test;

/** The list of jobs: what each is, how it differs, what it waits for, and all that can be done to it. */
class JobListTest extends AtTheServer {

    private static final String PLAIN = """
            label: %s
            workload: ingest
            target: 'null'
            tags: {disk-type: ssd}
            set: {documents: 100}
            vary: {batch-size: [1, 10]}
            plan: {repeat: 2}
            """;

    private JobQueue queue() {
        return served.workbench().jobs().queue();
    }

    private Job asked(String yaml) {
        return served.workbench().jobs().submit(yaml, "ada", JobOptions.USUAL);
    }

    private Job asked(String label, Optional<Instant> notBefore) {
        return served.workbench().jobs().submit(PLAIN.formatted(label), "ada", new JobOptions(false, false, notBefore));
    }

    /** The line of a job. */
    private String line(long job) throws Exception {
        String page = ada.get("/jobs").body();
        int from = page.lastIndexOf("<tr>", page.indexOf("href=\"/jobs/" + job + "\""));
        return page.substring(from, page.indexOf("</tr>", from));
    }

    // ---- What it says ----

    @Test
    void aLineSaysTagsAndWhatDiffersFromTheJobBefore() throws Exception {
        asked(PLAIN.formatted("a"));
        asked(PLAIN.formatted("b").replace("[1, 10]", "[1, 100]").replace("repeat: 2", "repeat: 3"));
        asked(PLAIN.formatted("c").replace("[1, 10]", "[1, 100]").replace("repeat: 2", "repeat: 3"));
        asked(PLAIN.formatted("d").replace("set: {documents: 100}", "set: {documents: 100, workers: 2}")
                .replace("vary: {batch-size: [1, 10]}\n", ""));
        assertThat(line(1)).contains("<small class=\"tag\">disk-type ssd</small>").doesNotContain("(was");
        assertThat(line(2)).contains("batch-size 1, 100 (was 1, 10) · repeat 3 (was 2)");
        assertThat(line(3)).contains("the same settings as job 2");
        assertThat(ada.get("/jobs/3").body()).contains("Compared with the job before: the same settings as job 2.");
        assertThat(line(4)).contains("workers 2", "no batch-size (was 1, 100)", "repeat 2 (was 3)");
        assertThat(ada.get("/jobs/2").body()).contains("Compared with the job before: batch-size 1, 100");
    }

    /** Both say the same; what is stored as a default has changed between them. */
    @Test
    void jobsThatSayTheSameDifferByTheDefaultsOfTheirTime() throws Exception {
        asked(PLAIN.formatted("a"));
        served.workbench().store().setDefault("ingest", new StoredDefault("payload", false, "20kB"));
        asked(PLAIN.formatted("b"));
        assertThat(line(2)).contains("payload 20kB (was 10kB)").doesNotContain("the same settings");
    }

    /** The first two failed; one of them before the process took the batch, which will run it again. */
    @Test
    void whatARunStillHasToRunAgainIsNotDone() throws Exception {
        ResultStore store = served.workbench().store();
        queue().take(asked(PLAIN.formatted("a")).id());
        long batch = store.beginBatch(Stored.batch("a", 4));
        queue().writesTo(1, batch);
        for (int position = 0; position < 2; position++) {
            Instant began = Clock.system().wallTime().plus(Duration.ofHours(position == 0 ? -1 : 1));
            store.endIteration(store.beginIteration(new NewIteration(batch, position, "p" + position, 0, 1, 0, began, 0,
                    List.of())), IterationState.FAILED, "the disk is full", List.of());
        }
        assertThat(line(1)).contains("1 of 4 iterations done");
    }

    @Test
    void aStudyDiffersByItsDefaultsToo() throws Exception {
        String study = PLAIN.replace("documents: 100", "documents: 100, batch-size: 5").replace("repeat: 2",
                "space: study");
        asked(study.formatted("a"));
        asked(study.formatted("b").replace("batch-size: 5", "batch-size: 7"));
        asked(study.formatted("c").replace("batch-size: 5", "batch-size: 7").replace("[1, 10]", "[1, 100]"));
        assertThat(line(2)).contains("default of batch-size 7 (was 5)", "batch-size 7, 1, 10");
        assertThat(line(3)).contains("batch-size 1, 100 (was 1, 10)").doesNotContain("default of");
    }

    @Test
    void onlyJobsOfOneWorkloadAreComparedAndFewDifferencesAreSaid() throws Exception {
        asked("workload: volume\ntarget: 'null'\nset: {duration: 4s}\n");
        asked(PLAIN.formatted("a"));
        asked(PLAIN.formatted("b").replace("set: {documents: 100}",
                "set: {documents: 200, workers: 2, payload: 1kB, warm-up: none, rate: 10/s}"));
        assertThat(line(2)).doesNotContain("(was", "no duration");
        assertThat(line(3)).contains("documents 200 (was 100)", "and 1 more");
        assertThat(ada.get("/jobs/3").body()).as("of the run itself, too").contains("<dt>warm-up</dt><dd>none</dd>");
    }

    // ---- What it waits for, here and on Status ----

    @Test
    void whatIsWaitedForIsSaidOnTheListAndOnStatus() throws Exception {
        asked("a", Optional.empty());
        asked("b", Optional.empty());
        Job later = asked("later", Optional.of(Instant.parse("2036-11-22T20:00:00Z")));
        assertThat(line(1)).contains("begins now").contains("<details class=\"quiet\" id=\"settings-1\">")
                .contains("documents 100", "batch-size 1, 10", "payload 10kB", "workers 4");
        assertThat(ada.get("/jobs/1").body()).contains("<dt>payload</dt><dd>10kB</dd>");
        assertThat(line(2)).contains("waits for job 1, a, ahead of it");
        assertThat(line(later.id())).contains("waits until 2036-11-22");
        assertThat(ada.get("/status").body()).contains("Job 1, a, begins now.");
        assertThat(ada.get("/status?job=3").body()).contains("Job 3, later, waits until 2036-11-22");

        queue().take(1);
        assertThat(line(2)).contains("waits for job 1, a, which is running");
        assertThat(ada.get("/status").body()).contains("Job 2, b, waits for job 1, a, which is running.");
        queue().pause(2);
        assertThat(line(2)).contains("waits until you resume it");
        queue().resume(2);
        queue().schedule(false);
        assertThat(line(2)).contains("waits until scheduled processing is switched on");
        assertThat(ada.get("/status?job=2").body()).contains("waits until scheduled processing is switched on");
        queue().runNow(2);
        assertThat(line(2)).contains("waits for job 1, a, which is running");
    }

    @Test
    void aReaderSeesWhatBeginsAndNotWhatWaits() throws Exception {
        Stored.label(served.workbench().store(), "before", 1);
        Browser rob = served.loggedIn("rob");
        asked("a", Optional.empty());
        assertThat(rob.get("/status").body()).contains("Job 1, a, begins now.").doesNotContain("href=\"/jobs\"");
        queue().schedule(false);
        for (String path : List.of("/status", "/status?job=1", "/status/data", "/status/data?job=1",
                "/status/events")) {
            assertThat(rob.get(path).body()).as(path).doesNotContain("Job 1");
            assertThat(ada.get(path).body()).as(path).contains("Job 1, a, waits until scheduled processing");
        }
    }

    @Test
    void whoeverQueuesAJobIsLedToStatusWhereItIsShown() throws Exception {
        Browser.Answer queued = ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "100", "label",
                "x");
        assertThat(queued.header("Location")).isEqualTo("/status?job=1");
        assertThat(ada.get("/status?job=1").body()).contains("Job 1, x, was queued.", "Job 1, x, begins now.");
        served.processor().step();
        assertThat(ada.get("/status?job=1").body()).contains("Job 1, x, is done.", "The last run, x, ");
        assertThat(ada.get("/status?job=4711").status()).isEqualTo(200);
    }

    @Test
    void aJobWithoutAValidResultIsNotDoneAndNothingIsSaidToRestWhileSomethingBegins() throws Exception {
        Stored.label(served.workbench().store(), "before", 1);
        assertThat(ada.get("/status").body()).contains("Nothing is running. The last run, before, began");
        assertThat(ada.get("/").body()).contains("Nothing is running.");
        asked("a", Optional.empty());
        for (JobState state : List.of(JobState.WAITING, JobState.RUNNING)) {
            assertThat(ada.get("/status").body()).as(state.name())
                    .contains("Job 1, a, begins now. The last run, before").doesNotContain("Nothing is running");
            assertThat(ada.get("/").body()).contains("Job 1, a, begins now.").doesNotContain("Nothing is running");
            queue().take(1);
        }
        queue().end(1, JobState.DONE, "4 of 4 iterations not valid: Limited by the generator.", false);
        assertThat(line(1)).contains("<span class=\"state chip invalid\">invalid</span>",
                "4 of 4 iterations not valid");
        assertThat(ada.get("/status?job=1").body()).contains("Job 1, a, is invalid: 4 of 4 iterations not valid");
        assertThat(ada.get("/").body()).contains("<h3>Failed or invalid</h3>", "4 of 4 iterations not valid");
    }

    @Test
    void whatTakesVeryLongIsAskedAbout() throws Exception {
        String[] form = {"workload", "ingest", "target", "null", "set.documents", "100", "set.batch-size", "1,10", "plan.repeat",
            "1000", "label", "x", "tags", "room=\"<b>"};
        Browser.Answer question = ada.send("/jobs", form);
        assertThat(question.status()).isEqualTo(409);
        assertThat(question.body()).contains("x makes 2000 iterations", "name=\"large\"",
                "name=\"set.batch-size\" value=\"1,10\"", "name=\"tags\" value=\"room=&#34;&lt;b>\"");
        assertThat(queue().all()).isEmpty();
        List<String> all = new ArrayList<>(List.of(form));
        all.addAll(List.of("large", "true"));
        assertThat(ada.send("/jobs", all.toArray(String[]::new)).status()).isEqualTo(303);
        assertThat(ada.send("/jobs/1/duplicate").body()).contains("x makes 2000 iterations");
        assertThat(ada.send("/jobs/1/duplicate", "large", "true").status()).isEqualTo(303);
        assertThat(queue().all()).hasSize(2);
    }

    // ---- Actions ----

    @Test
    void everythingThatTheMenuHasStandsOnTheJobsPageToo() throws Exception {
        asked("a", Optional.empty());
        asked("b", Optional.empty());
        asked("c", Optional.empty());
        for (String page : List.of(line(2), ada.get("/jobs/2").body())) {
            for (String action : List.of("run", "pause", "move", "duplicate")) {
                assertThat(page).contains("action=\"/jobs/2/" + action + "\"");
            }
            assertThat(page).contains("id=\"up-2\"", "id=\"down-2\"", "href=\"/jobs/2/change\"",
                    "href=\"/jobs/2/cancel\"", "href=\"/jobs/2/delete\"", "href=\"/new?job=2\"");
        }
        assertThat(line(2)).contains("<details class=\"menu\"").contains("aria-label=\"Actions of job 2\"");
    }

    @Test
    void whatCancellingMeansIsSaidAsItIs() throws Exception {
        asked("a", Optional.empty());
        assertThat(ada.get("/jobs/1/cancel").body()).contains("It has not begun").doesNotContain("interrupted");
        queue().take(1);
        assertThat(ada.get("/jobs/1/cancel").body()).contains("The running iteration is interrupted");
        ada.send("/jobs/1/cancel");
        assertThat(ada.get("/jobs").body()).contains("Job 1, a, is being cancelled.");
        queue().end(1, JobState.INTERRUPTED, "Tidemark was ended while it ran", false);
        assertThat(ada.get("/jobs/1/cancel").body()).contains("It does not go on; what was measured of it is kept.")
                .doesNotContain("iteration is interrupted");
        ada.send("/jobs/1/cancel");
        assertThat(ada.get("/jobs").body()).contains("Job 1, a, is cancelled.");
    }

    // ---- Duplicate ----

    private static final String EVERYTHING = """
            label: everything
            workload: ingest
            preset: old-defaults
            targets:
              small: {driver: 'null', service-time: 1ms}
              usual: {driver: 'null'}
            tags: {disk-type: ssd, host-type: ml.medium}
            set: {documents: 100, payload: 1kB}
            vary: {batch-size: [1, 10]}
            plan: {space: matrix, order: given, repeat: 3, fork: none}
            search: {ramp: {param: workers, steps: [1, x2], until: {response.mean: "> 1s"}}}
            expect: {failures: "0"}
            seed: 7
            """;

    @Test
    void aDuplicateIsTheSameInEveryFieldThoughDefaultsHaveChanged() throws Exception {
        served.workbench().store().setDefault("ingest", new StoredDefault("uri-order", false, "sequential"));
        served.workbench().store().setDefault("ingest", new StoredDefault("rack", true, "4"));
        NewJob one = served.workbench().jobs().submit(EVERYTHING, "ada", new JobOptions(false, true,
                Optional.of(Instant.parse("2036-11-22T20:00:00Z")))).what();
        served.workbench().store().setDefault("ingest", new StoredDefault("uri-order", false, "spread"));
        ada.send("/jobs/1/duplicate");
        NewJob other = queue().find(2).orElseThrow().what();
        assertThat(other).usingRecursiveComparison().isEqualTo(one);
        assertThat(other.yaml()).contains("preset: old-defaults", "small:", "service-time: 1ms", "disk-type: ssd",
                "repeat: 3", "order: given", "x2", "failures", "seed: 7");
    }

    @Test
    void aDuplicateHasNoStartThatHasPassed() throws Exception {
        asked("a", Optional.of(Instant.parse("2016-11-22T20:00:00Z")));
        ada.send("/jobs/1/duplicate");
        assertThat(queue().find(2).orElseThrow().what().notBefore()).isEmpty();
    }
}
