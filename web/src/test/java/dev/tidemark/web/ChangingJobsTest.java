package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.TextSanitizer;
import org.junit.jupiter.api.Test;

/** Jobs that wait: changed, put off, listed by pages. The processor of jobs is not started. */
class ChangingJobsTest extends AtTheServer {

    private static final String MATRIX = """
            label: m
            workload: ingest
            target: 'null'
            tags: {disk-type: ssd}
            set: {documents: 1k}
            vary: {batch-size: [1, 10]}
            plan: {repeat: 2}
            """;

    private Job asked(String yaml) {
        return served.workbench().jobs().submit(yaml, "ada", JobOptions.USUAL);
    }

    private List<Job> jobs() {
        return served.workbench().jobs().queue().all();
    }

    private static String hidden(String page, String name) {
        Matcher found = Pattern.compile("name=\"" + name + "\" value=\"([^\"]*)\"").matcher(page);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    @Test
    void aWaitingJobComesBackIntoTheFormAndKeepsItsNumberAndPlace() throws Exception {
        asked(MATRIX);
        asked(MATRIX.replace("label: m", "label: behind"));
        String page = ada.get("/jobs/1/change").body();
        assertThat(page).contains("Change job 1").containsPattern("id=\"set.batch-size\"[^>]*value=\"1, 10\"")
                .containsPattern("id=\"plan.repeat\"[^>]*value=\"2\"").containsPattern("id=\"tags.disk-type\"[^>]*value=\"ssd\"");
        ada.send("/jobs", "workload", "ingest", "target", "null", "plan", "matrix", "label", "m", "set.documents", "2k",
                "changes", "1", "seen", hidden(page, "seen"));
        assertThat(jobs()).extracting(Job::id).containsExactly(1L, 2L);
        assertThat(jobs().getFirst().what().yaml()).contains("documents: 2k").doesNotContain("batch-size");
    }

    @Test
    void whoComesSecondIsToldAndChangesItByPressingOnceMore() throws Exception {
        asked(MATRIX);
        String seen = hidden(ada.get("/jobs/1/change").body(), "seen");
        ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "2k", "changes", "1", "seen", seen);
        Answer late = ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "3k", "changes", "1",
                "seen", seen);
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.body()).contains("was changed by ada meanwhile").contains("href=\"/jobs/1\"")
                .containsPattern("id=\"set.documents\"[^>]*value=\"3k\"");
        assertThat(jobs().getFirst().what().yaml()).contains("documents: 2k");
        ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "3k", "changes", "1", "seen",
                hidden(late.body(), "seen"));
        assertThat(jobs()).singleElement().satisfies(j -> assertThat(j.what().yaml()).contains("documents: 3k"));

        String yaml = MATRIX.replace("1k", "4k");
        late = ada.send("/jobs/yaml", "yaml", yaml, "changes", "1", "seen", seen);
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.body()).contains("was changed by ada meanwhile").contains("documents: 4k");
        ada.send("/jobs/yaml", "yaml", yaml, "changes", "1", "seen", hidden(late.body(), "seen"));
        assertThat(jobs()).singleElement().satisfies(j -> assertThat(j.what().yaml()).contains("documents: 4k"));
    }

    @Test
    void studiesAndRampsComeBackIntoTheFormToo() throws Exception {
        asked("label: s\nworkload: ingest\ntarget: 'null'\nset: {documents: 1k}\nvary: {workers: [1, 2]}\n"
                + "plan: {space: study}\n");
        asked("label: r\nworkload: ingest\ntarget: 'null'\nset: {documents: 1k}\n"
                + "search: {ramp: {param: workers, steps: [1, x2], until: {response.mean: '> 20ms', gain: none}}}\n");
        assertThat(ada.get("/new?job=1").body()).containsPattern("value=\"study\" checked")
                .containsPattern("id=\"set.documents\"[^>]*value=\"1k\"");
        assertThat(ada.get("/new?job=2").body()).containsPattern("id=\"search.ramp.steps\"[^>]*value=\"1, x2\"")
                .containsPattern("id=\"search.ramp.until\"[^>]*>response.mean: (>|&gt;) 20ms\ngain: none<");
    }

    @Test
    void whatStandsBesideSetAndWhatIsExpectedComeBackIntoTheFormToo() throws Exception {
        asked("label: m\nworkload: ingest\ntarget: 'null'\nset: {documents: 1k}\nagents: local:2\nseed: 7\n"
                + "expect: {failures: 0, response.p99: '< 1s'}\ntags: {room: '1'}\n");
        assertThat(ada.get("/new?job=1").body()).containsPattern("id=\"set.agents\"[^>]*value=\"local:2\"")
                .containsPattern("id=\"seed\"[^>]*value=\"7\"").containsPattern("id=\"tags.room\"[^>]*value=\"1\"")
                .containsPattern("id=\"expect\"[^>]*>failures: 0\nresponse.p99: (<|&lt;) 1s<");
    }

    @Test
    void whatTheFormHasNoFieldsForIsChangedAsADocument() throws Exception {
        asked("label: l\nworkload: ingest\ntarget: 'null'\nset: {documents: 1k}\nplan: {space: list}\n"
                + "points: [{batch-size: 1}, {batch-size: 10}]\n");
        String page = ada.get("/jobs/1/change").body();
        assertThat(page).contains("Change job 1").contains("<textarea id=\"yaml\"").contains("points:");
        String written = ada.send("/new/yaml", "workload", "ingest", "target", "null", "plan", "matrix", "set.documents",
                "5k").body();
        assertThat(written).contains("<textarea id=\"yaml\"").contains("documents: 5k");
    }

    @Test
    void aFormThatIsSentTwiceAsksForOneJob() throws Exception {
        String[] form = {"workload", "ingest", "target", "null", "plan", "matrix", "set.documents", "1k", "once",
            UUID.randomUUID().toString()};
        ada.send("/jobs", form);
        ada.send("/jobs", form);
        assertThat(jobs()).hasSize(1);
        assertThat(ada.get("/jobs").body()).contains("This job was already created, as job 1");
        form[7] = "2k";
        ada.send("/jobs", form);
        assertThat(jobs()).hasSize(2);
    }

    @Test
    void aJobIsPutOffAndTakenBack() throws Exception {
        asked(MATRIX);
        ada.send("/jobs/1/at", "at", "2036-11-22T20:00");
        assertThat(jobs().getFirst().what().notBefore()).isPresent();
        assertThat(ada.get("/jobs/1").body()).contains("2036-11-22 20:00:00");
        ada.send("/jobs/1/at", "at", "");
        assertThat(jobs().getFirst().what().notBefore()).isEmpty();
        Answer wrong = ada.send("/jobs/1/at", "at", "gestern");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.body()).contains("Job 1, m").containsPattern("id=\"wrong-at\">[^<]*gestern")
                .containsPattern("id=\"at\"[^>]*value=\"gestern\"").contains("server's clock (" + TextSanitizer.zone()
                + ")");
        assertThat(ada.send("/jobs/1/at/check", "at", "25:00").body())
                .containsPattern("id=\"wrong-at\" hx-swap-oob=\"true\">[^<]*25:00");
    }

    /** Of what the form has no field for, and of what its field does not show. */
    @Test
    void whatIsNotChangedStaysAsItWasAskedFor() throws Exception {
        Instant moment = Instant.parse("2036-11-22T20:00:00.5Z");
        served.workbench().jobs().submit(MATRIX, "ada", new JobOptions(true, false, Optional.of(moment)));
        String shown = TextSanitizer.moment(moment).replace(' ', 'T');
        assertThat(ada.get("/jobs/1/change").body()).containsPattern("id=\"at\"[^>]*value=\"" + shown + "\"");
        for (String at : List.of(shown, shown.replaceFirst(":00$", ""))) {
            ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "2k", "at", at, "changes", "1",
                    "seen", hidden(ada.get("/jobs/1/change").body(), "seen"));
            assertThat(jobs().getFirst().what().yaml()).contains("documents: 2k");
            assertThat(jobs().getFirst().what().resume()).isTrue();
            assertThat(jobs().getFirst().what().notBefore()).contains(moment);
            ada.send("/jobs/1/at", "at", at);
            assertThat(jobs().getFirst().what().notBefore()).contains(moment);
        }
        ada.send("/jobs/yaml", "yaml", MATRIX, "at", shown, "changes", "1", "seen",
                hidden(ada.get("/jobs/1/change").body(), "seen"));
        assertThat(jobs().getFirst().what().resume()).isTrue();
        assertThat(jobs().getFirst().what().notBefore()).contains(moment);
        ada.send("/jobs/1/at", "at", shown.replace("2036", "2037"));
        assertThat(jobs().getFirst().what().notBefore()).contains(Instant.parse("2037-11-22T20:00:00Z"));
    }

    @Test
    void manyJobsAreListedByPages() throws Exception {
        for (int i = 0; i < 120; i++) {
            asked(MATRIX);
        }
        assertThat(ada.get("/jobs").body()).contains("Page 1 of 2").contains("/jobs/100\"")
                .doesNotContain("/jobs/101\"");
        assertThat(ada.get("/jobs?page=2").body()).contains("/jobs/101\"").contains("/jobs/120\"")
                .doesNotContain("/jobs/99\"");
    }

    @Test
    void whatADriverOrWorkloadRefusesStandsBesideItsSetting() throws Exception {
        String yaml = ada.send("/new/check", "workload", "ingest", "target", "null", "plan", "matrix", "set.source",
                "directory").body();
        assertThat(yaml).containsPattern("class=\"complaint\"|id=\"wrong-set.source\" hx-swap-oob=\"true\">[^<]+");
    }
}
