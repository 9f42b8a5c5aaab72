package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.TextSanitizer;
import org.junit.jupiter.api.Test;

/** The processor of jobs is not started here: what is asked for waits. */
class JobPagesTest extends AtTheServer {

    private List<Job> jobs() {
        return served.workbench().jobs().queue().all();
    }

    private Job asked(String label) {
        return served.workbench().jobs().submit("label: " + label + "\nworkload: ingest\ntarget: 'null'\n"
                + "set: {documents: 100}\n", "ada", JobOptions.USUAL);
    }

    @Test
    void theFormShowsEverySettingOfWorkloadAndDriverWithItsDefault() throws Exception {
        String page = ada.get("/new?workload=random-io&target=null").body();
        for (String name : List.of("dataset", "workers", "read-percent", "service-time", "warm-up", "interval")) {
            assertThat(page).contains("id=\"set." + name + "\"");
        }
        assertThat(page).containsPattern("id=\"set.warm-up\"[^>]*placeholder=\"1s\"");
        assertThat(page).doesNotContain("id=\"vary.workers\"");
        assertThat(ada.get("/new?plan=study").body()).contains("id=\"vary.workers\"");
        assertThat(ada.get("/new?plan=ramp").body()).contains("id=\"search.ramp.steps\"");
    }

    @Test
    void anAddressFillsInWhatItSaysOfAnExperiment() throws Exception {
        assertThat(ada.get("/new?workload=ingest&target=null&set.documents=7k&plan.repeat=3&tags.rack=4").body())
                .containsPattern("id=\"set.documents\"[^>]*value=\"7k\"").contains("repeat: 3", "rack: 4");
    }

    @Test
    void listsOfValuesMakeAMatrixAndOneValueASetting() throws Exception {
        Answer answer = ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "matrix", "label", "m",
                "set.documents", "1k", "set.batch-size", "1, 10,100", "set.workers", "2", "plan.repeat", "3", "tags",
                "disk-type=ssd\nhost-type = ml.medium", "seed", "7", "expect", "failures: 0");
        assertThat(answer.status()).isEqualTo(303);
        Job job = jobs().getFirst();
        assertThat(job.label()).isEqualTo("m");
        assertThat(job.what().iterations()).isEqualTo(9);
        assertThat(job.what().author()).isEqualTo("ada");
        assertThat(job.what().yaml()).contains("batch-size:\n  - 1\n  - 10\n  - 100", "disk-type: ssd",
                "host-type: ml.medium", "seed: 7", "failures: 0");
        assertThat(ada.get("/jobs").body()).contains("Job 1, m, was queued.").contains("Run now");
        assertThat(ada.get("/jobs/1").body()).contains("batch-size:");
    }

    @Test
    void aStudyHasDefaultsAndValuesApart() throws Exception {
        ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "study", "label", "s", "set.documents", "1k",
                "set.batch-size", "1", "vary.batch-size", "10,100", "vary.workers", "1,2");
        assertThat(jobs()).singleElement().satisfies(j -> {
            assertThat(j.what().yaml()).contains("space: study", "documents: 1k");
            assertThat(j.what().iterations()).isGreaterThan(3);
        });
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "study", "set.batch-size", "1,2")
                .body()).containsPattern("id=\"wrong-set.batch-size\">[^<]+");
    }

    @Test
    void aRampSaysWhatIsRaisedAndUntilWhen() throws Exception {
        Answer answer = ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "ramp", "label", "r",
                "set.documents", "1k", "search.ramp.steps", "1, x2", "search.ramp.until",
                "response.mean: > 20ms\ngain: none");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(jobs().getFirst().what().yaml()).contains("ramp:", "> 20ms", "x2");
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "ramp", "search.ramp.until",
                "response.mean: soon").body()).containsPattern("id=\"wrong-search.ramp.until\">[^<]+");
    }

    @Test
    void aSearchForTheSustainableRateSaysWhereItBeginsAndWhatMustHold() throws Exception {
        assertThat(ada.get("/new?plan=find-rate").body()).contains("id=\"search.find-rate.start\"", "Sustainable rate")
                .doesNotContain("id=\"search.ramp.steps\"");
        Answer answer = ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "find-rate", "label", "r",
                "search.find-rate.start", "50/s", "search.find-rate.limits", "response.p99: < 20ms\nfailures: <= 0", "search.find-rate.step",
                "4s", "search.find-rate.backlog-chance", "0.1%");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(jobs().getFirst().what().yaml()).contains("find-rate:", "start: 50/s", "response.p99: < 20ms",
                "failures: <= 0", "duration: 4s", "backlog-chance: 0.1%");
        assertThat(ada.get("/jobs").body()).contains("1 search of at most 100 steps");
        assertThat(ada.get("/new?job=1").body()).containsPattern("id=\"search.find-rate.start\"[^>]*value=\"50/s\"");
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "find-rate", "search.find-rate.limits",
                "response.p99: soon").body()).containsPattern("id=\"wrong-search.find-rate.limits\">[^<]+");
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "find-rate", "search.find-rate.start",
                "fast").body()).containsPattern("id=\"wrong-search.find-rate.start\">[^<]+");
    }

    @Test
    void severalTargetsAreComparedByTheirNames() throws Exception {
        served.workbench().targets().put("slow", "null", Map.of("service-time", "2ms"));
        ada.post("/jobs", "workload=ingest&target=null&target=slow&plan=compare&label=c&set.documents=1k&token="
                + ada.token());
        assertThat(jobs()).singleElement().satisfies(j -> {
            assertThat(j.what().iterations()).isEqualTo(10);
            assertThat(j.what().yaml()).contains("slow:");
        });
    }

    @Test
    void whatWouldBeRunIsToldWhileTyping() throws Exception {
        Answer right = ada.send("/new/check", "workload", "ingest", "target", "null", "set.documents", "1k",
                "set.batch-size", "1,10");
        assertThat(right.body()).contains("2 iterations, 2.0k documents").contains("vary:")
                .contains("id=\"wrong-set.batch-size\" hx-swap-oob=\"true\"></p>");
        Answer wrong = ada.send("/new/check", "workload", "ingest", "target", "null", "set.documents", "1k",
                "set.batch-size", "1,ten");
        assertThat(wrong.body()).containsPattern("id=\"wrong-set.batch-size\" hx-swap-oob=\"true\">[^<]*ten");
        assertThat(jobs()).isEmpty();
    }

    /** The form of a page, sent as a browser would with some fields filled in or chosen otherwise. */
    private String redrawn(String page, String... otherwise) throws Exception {
        return ada.send("/new/form", filled(page, otherwise)).body();
    }

    private static String[] filled(String page, String... otherwise) {
        Map<String, String> fields = new LinkedHashMap<>(HtmlForms.changes(page).stream()
                .filter(f -> f.action().equals("/jobs")).findFirst().orElseThrow().fields());
        for (int i = 0; i < otherwise.length; i += 2) {
            fields.put(otherwise[i], otherwise[i + 1]);
        }
        return fields.entrySet().stream().flatMap(f -> Stream.of(f.getKey(), f.getValue())).toArray(String[]::new);
    }

    private static String value(String page, String field) {
        Matcher found = Pattern.compile("id=\"" + Pattern.quote(field) + "\"[^>]* value=\"([^\"]*)\"").matcher(page);
        assertThat(found.find()).as(field).isTrue();
        return found.group(1);
    }

    private static String forecast(String page) {
        Matcher found = Pattern.compile("class=\"forecast\">([^<]*)<").matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void anotherPlanChangesNotWhatIsMeantBySingleValuesAndLists() throws Exception {
        String matrix = redrawn(ada.get("/new?target=null").body(), "set.documents", "3k", "set.payload", "1kB",
                "set.batch-size", "1, 10,100", "set.workers", "2");
        assertThat(forecast(matrix)).contains("3 iterations");
        String study = redrawn(matrix, "plan", "study");
        assertThat(value(study, "set.payload")).isEqualTo("1kB");
        assertThat(value(study, "vary.payload")).isEmpty();
        assertThat(value(study, "vary.batch-size")).isEqualTo("1, 10,100");
        assertThat(value(study, "set.batch-size")).isEmpty();
        assertThat(forecast(study)).isEqualTo(forecast(matrix));
        String again = redrawn(study, "plan", "matrix");
        for (String field : List.of("set.documents", "set.payload", "set.batch-size", "set.workers")) {
            assertThat(value(again, field)).as(field).isEqualTo(value(matrix, field));
        }
        assertThat(forecast(again)).isEqualTo(forecast(matrix));
        ada.send("/jobs", filled(redrawn(study, "plan", "ramp"), "plan", "compare"));
        assertThat(jobs()).singleElement().satisfies(j -> assertThat(j.what().yaml()).contains("payload: 1kB"));
    }

    @Test
    void aStudysDefaultsAreNotLostInAMatrix() throws Exception {
        String study = redrawn(ada.get("/new?target=null&plan=study").body(), "set.documents", "3k",
                "set.batch-size", "1", "vary.batch-size", "10,100", "vary.workers", "2", "set.payload", "1kB");
        String matrix = redrawn(study, "plan", "matrix");
        assertThat(value(matrix, "set.documents")).isEqualTo("3k");
        assertThat(value(matrix, "set.batch-size")).isEqualTo("1, 10, 100");
        assertThat(value(matrix, "set.workers")).isEqualTo("4, 2"); // tried beside its default, and so it is still
        String again = redrawn(matrix, "plan", "study");
        assertThat(value(again, "set.documents")).isEqualTo("3k");
        assertThat(value(again, "set.batch-size")).isEqualTo("1");
        assertThat(value(again, "set.payload")).isEqualTo("1kB");
        assertThat(forecast(again)).isEqualTo(forecast(study));
    }

    @Test
    void whatIsNotShownNowIsKeptAndNeverPartOfTheExperiment() throws Exception {
        String ingest = redrawn(ada.get("/new?target=null").body(), "set.documents", "3k", "set.batch-size", "1,10",
                "set.workers", "2", "set.service-time", "1ms");
        String other = redrawn(ingest, "workload", "random-io", "target", "null");
        assertThat(other).doesNotContain("id=\"set.documents\"").contains("name=\"kept.set.documents\" value=\"3k\"");
        assertThat(value(other, "set.workers")).isEqualTo("2");
        assertThat(ada.send("/new/check", filled(other)).body()).doesNotContain("documents: 3k");
        String meanwhile = redrawn(other, "set.mix", "dealt", "preset", "ran-read", "plan", "study");
        String volume = redrawn(meanwhile, "workload", "volume");
        assertThat(value(volume, "set.mix")).isEmpty();
        assertThat(redrawn(volume, "workload", "random-io")).contains("value=\"ran-read\" selected")
                .containsPattern("id=\"set.mix\"[^>]*value=\"dealt\"");
        String back = redrawn(volume, "workload", "ingest", "plan", "matrix");
        assertThat(value(back, "set.documents")).isEqualTo("3k");
        assertThat(value(back, "set.batch-size")).isEqualTo("1,10");
        assertThat(value(back, "set.service-time")).isEqualTo("1ms");
        assertThat(forecast(back)).isEqualTo(forecast(ingest));
        ada.send("/jobs", filled(other, "workload", "ingest"));
        assertThat(jobs()).singleElement().satisfies(j -> assertThat(j.what().yaml()).doesNotContain("kept"));
    }

    @Test
    void targetsAreRememberedWithTheirWorkload() throws Exception {
        String randomIo = ada.get("/new?workload=random-io&target=null").body();
        String ingest = redrawn(redrawn(randomIo, "workload", "ingest"), "target", "rocksdb");
        String further = redrawn(ingest, "set.block-cache", "1MB");
        String back = redrawn(further, "workload", "random-io");
        assertThat(back).contains("value=\"null\" checked").doesNotContain("value=\"rocksdb\" checked")
                .doesNotContain("id=\"set.block-cache\"");
        String again = redrawn(back, "workload", "ingest");
        assertThat(again).contains("value=\"rocksdb\" checked");
        assertThat(value(again, "set.block-cache")).isEqualTo("1MB");
    }

    @Test
    void aFormThatNobodyTouchedSaysWhatItNeedsAndComplainsOfNothing() throws Exception {
        String page = ada.get("/new?workload=random-io&target=null").body();
        assertThat(page).contains("Still needed: dataset.").doesNotContain("class=\"complaint\"")
                .doesNotContain("aria-invalid=\"true\"").contains("There is none for null yet.")
                .contains("href=\"/datasets\"");
        Answer sent = ada.send("/jobs", filled(page));
        assertThat(sent.status()).isEqualTo(400);
        assertThat(sent.body()).containsPattern("id=\"wrong-set.dataset\">Name one to work on");
        ada.send("/datasets", "name", "both", "driver", "null", "keyspaces", "1", "keys", "10", "value-size", "1kB");
        Clock clock = Clock.system();
        while (ada.get("/datasets").body().contains("every 1s")) {
            clock.sleepUntil(clock.nanoTime() + Duration.ofMillis(50).toNanos());
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
        assertThat(ada.get("/new?workload=random-io&target=null").body())
                .containsPattern("<datalist id=\"words-set.dataset\">\\s*<option value=\"both\">");
        assertThat(ada.get("/new?workload=random-io&target=rocksdb").body()).doesNotContain("value=\"both\"");
    }

    @Test
    void aTimeThatIsNoneIsToldAtItsFieldWhileTypingAndAfterSending() throws Exception {
        for (String time : List.of("tomorrow", "25:00")) {
            assertThat(ada.send("/new/check", "workload", "ingest", "target", "null", "at", time).body())
                    .containsPattern("id=\"wrong-at\" hx-swap-oob=\"true\">[^<]*" + time);
            Answer sent = ada.send("/jobs", "workload", "ingest", "target", "null", "at", time);
            assertThat(sent.body()).containsPattern("id=\"wrong-at\">[^<]*" + time)
                    .contains("server's clock (" + TextSanitizer.zone() + ")")
                    .containsPattern("id=\"errors\"[^>]*><p>Fix this error[^<]*</p>\\s*<ul[^>]*>\\s*"
                            + "<li><a href=\"#at\">Not before</a>: [^<]*" + time);
            assertThat(ada.send("/jobs/yaml", "yaml", "workload: ingest\ntarget: 'null'\n", "at", time).body())
                    .containsPattern("id=\"wrong-at\">[^<]*" + time);
        }
        assertThat(jobs()).isEmpty();
    }

    @Test
    void helpIsSentencesAndWhatIsTakenOtherwiseIsSaid() throws Exception {
        String page = ada.get("/new").body();
        assertThat(page).contains("batch-size<small class=\"soft\">(was chunksz)</small>")
                .containsOnlyOnce("Within the same job another value starts the engine anew where ◇ stands")
                .contains("Documents per transaction. ◆")
                .doesNotContain("<small class=\"soft\">one of</small>");
        assertThat(ada.send("/new/check", "workload", "ingest", "target", "null", "set.payload", "1kb, 2kB").body())
                .containsPattern("id=\"wrong-set.payload\"[^>]*><span class=\"taken\">Taken as 1kB, 2kB\\.");
    }

    @Test
    void anExperimentCanBePastedAndAComplaintSaysWhere() throws Exception {
        String yaml = "label: pasted\nworkload: ingest\ntarget: 'null'\nset: {documents: 1k}\n";
        assertThat(ada.send("/new/yaml/check", "yaml", yaml).body()).contains("1 iteration, 1.0k documents");
        assertThat(ada.send("/jobs/yaml", "yaml", yaml.replace("documents", "documets")).body())
                .contains("experiment:4").contains("did you mean");
        assertThat(jobs()).isEmpty();
        assertThat(ada.send("/jobs/yaml", "yaml", yaml).status()).isEqualTo(303);
        assertThat(jobs()).extracting(Job::label).containsExactly("pasted");
        assertThat(ada.get("/new/yaml?job=1").body()).contains("label: pasted");
    }

    @Test
    void theQueueCanBeOrderedPausedAndCancelled() throws Exception {
        asked("a");
        asked("b");
        asked("c");
        ada.get("/jobs");
        ada.send("/jobs/3/move", "place", "1");
        assertThat(jobs()).extracting(Job::label).containsExactly("c", "a", "b");
        ada.send("/jobs/2/pause");
        assertThat(jobs().getLast().paused()).isTrue();
        assertThat(ada.get("/jobs").body()).contains("paused").contains("Resume");
        ada.send("/jobs/2/resume");
        assertThat(jobs().getLast().paused()).isFalse();
        ada.send("/jobs/2/run");
        assertThat(jobs()).extracting(Job::label).containsExactly("b", "c", "a");
        ada.send("/jobs/1/duplicate");
        assertThat(jobs()).extracting(Job::label).containsExactly("b", "c", "a", "a");
        assertThat(ada.get("/jobs/1/cancel").body()).contains("Cancel job 1, a?", "It has not begun")
                .doesNotContain("interrupted", "measured");
        ada.send("/jobs/1/cancel");
        assertThat(jobs()).filteredOn(j -> j.state() == JobState.CANCELLED).extracting(Job::id).containsExactly(1L);
        assertThat(ada.get("/jobs/1/delete").body()).contains("Delete job 1, a?");
        ada.send("/jobs/1/delete");
        assertThat(jobs()).extracting(Job::id).doesNotContain(1L);
    }

    @Test
    void clearingTheListAsksAndLeavesTheQueue() throws Exception {
        asked("a");
        asked("b");
        served.workbench().jobs().queue().cancel(1);
        assertThat(ada.get("/jobs/clear").body()).contains("1 job that is over");
        ada.send("/jobs/clear");
        assertThat(jobs()).extracting(Job::label).containsExactly("b");
    }

    @Test
    void ofARampItIsAStepThatIsExpected() throws Exception {
        Job job = served.workbench().jobs().submit("""
                label: r
                workload: ingest
                target: 'null'
                set: {duration: 3s, rate: 10/s}
                search: {ramp: {param: workers, steps: [1, 2, 4], until: {response.mean: "> 1s"}}}
                """, "ada", JobOptions.USUAL);
        assertThat(ada.get("/jobs").body()).contains("1 ramp of at most 3 steps", "0:04 a step");
        assertThat(ada.send("/new/yaml/check", "yaml", job.what().yaml()).body())
                .contains("1 ramp of at most 3 steps; about 0:04 a step, 0:07 to 0:11 in all.");
    }

    @Test
    void whatIsSearchedForIsReadFromTheSearchAndNotFromWordsAroundIt() throws Exception {
        served.workbench().jobs().submit("""
                # as with find-rate: in the week before
                label: r
                workload: ingest
                target: 'null'
                tags: {why: "find-rate: was too slow"}
                set: {duration: 3s, rate: 10/s}
                search: {ramp: {param: workers, steps: [1, 2, 4], until: {response.mean: "> 1s"}}}
                """, "ada", JobOptions.USUAL);
        assertThat(ada.get("/jobs").body()).contains("1 ramp of at most 3 steps").doesNotContain("1 search of");
    }

    @Test
    void whatIsNotKnownOfAVolumeIsLeftOut() throws Exception {
        String volume = "label: v\nworkload: volume\ntarget: 'null'\nset: {duration: 4s, workers: 2, preload: %s}\n";
        assertThat(ada.send("/new/yaml/check", "yaml", volume.formatted("none")).body())
                .contains("1 iteration; about 0:07.");
        assertThat(ada.send("/new/yaml/check", "yaml", volume.formatted("1k") + "\n").body())
                .contains("1 iteration, after a preload of 1 MB; about 0:07 and the preload of 1k keys, as long "
                        + "as that takes.");
        submitted(volume.formatted("1k"));
        submitted(volume.formatted("none"));
        assertThat(jobs()).extracting(j -> j.what().expected().isPresent()).as("without its preload it is no time")
                .containsExactly(false, true);
    }

    private void submitted(String yaml) {
        served.workbench().jobs().submit(yaml, "ada", JobOptions.USUAL);
    }

    @Test
    void whatIsOverSaysWhenItEndedAndHowLongItTook() throws Exception {
        asked("a");
        served.processor().step();
        Job job = jobs().getFirst();
        assertThat(job.state()).isEqualTo(JobState.DONE);
        String page = ada.get("/jobs").body();
        assertThat(page).contains(">ended<", TextSanitizer.moment(job.ended().orElseThrow()) + "<br><small>took 0:0")
                .doesNotContain(">place ");
        assertThat(ada.get("/jobs/" + job.id()).body()).contains("It ended ").contains("and took 0:0");
    }

    @Test
    void cancelledIsSaidOnce() throws Exception {
        asked("a");
        served.workbench().jobs().queue().cancel(1);
        assertThat(ada.get("/jobs").body()).containsPattern("cancelled</span><br><small>before it began<");
    }
}
