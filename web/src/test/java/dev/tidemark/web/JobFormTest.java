package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The form of a new job without scripts: short first, filled by presets, folders looked for on the server. */
class JobFormTest extends AtTheServer {

    @TempDir
    private Path place;

    private List<Job> jobs() {
        return served.workbench().jobs().queue().all();
    }

    /** What stands before the fold, and what behind it. */
    private static String[] parts(String page) {
        String[] parts = page.split("<details id=\"more\"", 2);
        assertThat(parts).hasSize(2);
        return parts;
    }

    // ---- Short first ----

    @Test
    void theSettingsThatMatterComeFirstWithTheirOldNamesAndTheRestBehindThem() throws Exception {
        String[] parts = parts(ada.get("/new?workload=ingest&target=rocksdb").body());
        for (String field : List.of("label", "plan.repeat", "preset", "at", "set.documents", "set.batch-size", "set.shards")) {
            assertThat(parts[0]).contains("id=\"" + field + "\"");
        }
        assertThat(parts[0]).contains("shards<small class=\"soft\">(was forest-count)</small>")
                .doesNotContain("id=\"tags\"", "id=\"set.warm-up\"");
        assertThat(parts[1]).contains("id=\"tags\"", "id=\"seed\"", "id=\"set.warm-up\"", "(was merge-ratio)")
                .doesNotContain("id=\"set.documents\"");
    }

    @Test
    void whatIsSetAlreadyOrWrongComesFirstToo() throws Exception {
        served.workbench().jobs().submit("""
                label: a
                workload: ingest
                target: 'null'
                tags: {disk-type: ssd}
                set: {documents: 100, warm-up: 2s}
                """, "ada", JobOptions.USUAL);
        assertThat(parts(ada.get("/new?job=1").body())[0]).contains("id=\"set.warm-up\"")
                .containsPattern("id=\"tags.disk-type\"[^>]*value=\"ssd\"");
        Answer wrong = ada.send("/jobs", "workload", "ingest", "target", "null", "seed", "many");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(parts(wrong.body())[0]).contains("id=\"seed\"").contains("href=\"#seed\">Seed</a>: ");
    }

    @Test
    void tagsHaveFieldsAndOldValuesAreToldAsNewOnes() throws Exception {
        served.workbench().store().setDefault("ingest", new StoredDefault("rack", true, "4"));
        assertThat(parts(ada.get("/new?workload=ingest&target=null").body())[0]).contains("id=\"tags.disk-type\"",
                "id=\"tags.host-type\"", "id=\"tags.file-system-format\"", "id=\"tags.rack\"");
        assertThat(ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "100", "tags",
                "disk-type=ssd\nroom=1", "tags.disk-type", "EBS", "tags.rack", "5").status()).isEqualTo(303);
        assertThat(jobs().getFirst().what().yaml()).contains("disk-type: EBS", "room: 1", "rack: 5");
        Answer other = ada.send("/new/form", "workload", "volume", "was.workload", "ingest", "tags.rack", "\"5\" <b>");
        assertThat(parts(other.body())[0]).as("a tag that stands for jobs of another workload alone").containsPattern(
                "id=\"tags.rack\"[^>]*value=\"&#34;5&#34; &lt;b>\"");
        Answer old = ada.send("/jobs", "workload", "ingest", "target", "rocksdb", "set.memtable", "16", "set.source",
                "load-from-disk");
        assertThat(old.body()).contains("tree-size 16 is 16MB here", "run-mode load-from-disk is directory here");
    }

    /** Statements have lines, whose ends a browser writes in its own way, and commas that part no values. */
    @Test
    void statementsAreOneTextWithALargeField() throws Exception {
        assertThat(ada.get("/new?workload=script").body()).containsPattern(
                "<textarea id=\"set.script-text\" name=\"set.script-text\" rows=\"8\"");
        String sent = "SELECT 1, 'a,b';\r\nSELECT 2;";
        assertThat(ada.send("/new/form", "workload", "script", "set.script-text", sent).body())
                .contains("SELECT 1, 'a,b';\nSELECT 2;</textarea>").doesNotContain("Taken as");
        Param<?> param = Workloads.named("script").params().find("script-text").param();
        assertThat(param.type().several().values(sent)).containsExactly(sent);
        assertThat(param.parse(sent)).isEqualTo("SELECT 1, 'a,b';\nSELECT 2;");
    }

    @Test
    void aNameThatStandsInTheCommandBeforeEachIterationHasAFieldOfItsOwn() throws Exception {
        String[] filled = {"workload", "ingest", "target", "null", "set.documents", "100", "set.prepare",
            "apply.sh {mount_option}", "set.mount_option", "noatime, relatime", "at", "2036-11-22T20:00"};
        assertThat(ada.send("/new/check", filled).body()).contains("2 iterations", "vary:\n  mount_option:\n");
        ada.send("/jobs", filled);
        assertThat(ada.get("/jobs/1").body()).contains("<dt>prepare</dt><dd>apply.sh {mount_option}</dd>");
        for (String page : List.of(ada.send("/new/form", filled).body(), ada.get("/jobs/1/change").body())) {
            assertThat(parts(page)[0]).contains("apply.sh {mount_option}</textarea>")
                    .containsPattern("id=\"set.mount_option\"[^>]*value=\"noatime, relatime\"");
        }
    }

    @Test
    void whatIsOnOrOffIsChosenAndBothCanBeTried() throws Exception {
        String page = ada.get("/new?workload=ingest&target=rocksdb").body();
        assertThat(page).containsPattern("<select id=\"set.blind-insert\"")
                .containsPattern("<option value=\"true, false\">true, false</option>");
        Answer both = ada.send("/new/check", "workload", "ingest", "target", "rocksdb", "set.documents",
                "100", "set.blind-insert", "true, false");
        assertThat(both.body()).contains("2 iterations");
        assertThat(ada.send("/new/form", "workload", "ingest", "target", "rocksdb", "set.blind-insert", "true,false")
                .body()).contains("<option value=\"true, false\" selected>");
    }

    @Test
    void theStartIsPickedAndTheClockIsNamed() throws Exception {
        assertThat(ada.get("/new").body()).containsPattern("<input type=\"datetime-local\" step=\"1\" id=\"at\"")
                .contains("by the server's clock (");
        ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "100", "at", "2036-11-22T20:00");
        assertThat(ada.get("/jobs/1/change").body()).contains("id=\"at\" name=\"at\" value=\"2036-11-22T20:00:00\"");
        assertThat(ada.get("/jobs/1").body()).contains("value=\"2036-11-22T20:00:00\"");
    }

    // ---- Presets ----

    private static Map<String, String> preset() {
        return Workloads.named("ingest").presets().get("old-defaults");
    }

    @Test
    void aPresetFillsTheFieldsThatOneSeesAndGoesWithItsValues() throws Exception {
        String page = ada.send("/new/form", "workload", "ingest", "target", "rocksdb", "preset", "old-defaults",
                "set.workers", "2").body();
        assertThat(page).containsPattern("id=\"set.batch-size\"[^>]*value=\"1\"")
                .containsPattern("id=\"set.memtable\"[^>]*value=\"" + preset().get("memtable") + "\"")
                .containsPattern("id=\"set.workers\"[^>]*value=\"2\"").contains("From preset old-defaults")
                .contains("name=\"was.preset\" value=\"old-defaults\"").contains("preset: old-defaults");
        assertThat(page).as("what the preset says is not said once more").doesNotContain("batch-size: 1")
                .contains("workers: 2");
        String none = ada.send("/new/form", "workload", "ingest", "target", "rocksdb", "preset", "", "was.preset",
                "old-defaults", "was.workload", "ingest", "set.batch-size", "1", "set.workers", "2", "set.payload", "1kB")
                .body();
        assertThat(none).containsPattern("id=\"set.batch-size\"[^>]*value=\"\"")
                .containsPattern("id=\"set.workers\"[^>]*value=\"2\"")
                .containsPattern("id=\"set.payload\"[^>]*value=\"1kB\"");
    }

    @Test
    void aPresetsValuesAreDefaultsOfAStudyAndDoNotFollowToAnotherWorkload() throws Exception {
        String study = ada.send("/new/form", "workload", "ingest", "target", "rocksdb", "preset", "old-defaults",
                "plan", "study").body();
        assertThat(study).containsPattern("id=\"set.batch-size\"[^>]*value=\"1\"")
                .containsPattern("id=\"vary.batch-size\"[^>]*value=\"\"");
        String other = ada.send("/new/form", "workload", "volume", "target", "rocksdb", "preset", "old-defaults",
                "was.preset", "old-defaults", "was.workload", "ingest", "set.workers", preset().get("workers")).body();
        assertThat(other).containsPattern("id=\"set.workers\"[^>]*value=\"\"")
                .contains("name=\"kept.ingest:preset\" value=\"old-defaults\"");
    }

    @Test
    void aTargetsOwnSettingHoldsAgainstThePreset() throws Exception {
        served.workbench().targets().put("large", "rocksdb", Map.of("memtable", "64MB"));
        assertThat(ada.send("/new/form", "workload", "ingest", "target", "large", "preset", "old-defaults").body())
                .containsPattern("id=\"set.memtable\"[^>]*value=\"\"[^>]*placeholder=\"64MB\"");
    }

    @Test
    void aJobOfAPresetComesBackWithItsValuesInTheFields() throws Exception {
        ada.send("/jobs", "workload", "ingest", "target", "rocksdb", "preset", "old-defaults", "set.batch-size", "1,10");
        assertThat(jobs()).singleElement().satisfies(j -> assertThat(j.what().yaml()).contains("preset: old-defaults"));
        String page = ada.get("/new?job=1").body();
        assertThat(page).containsPattern("id=\"set.batch-size\"[^>]*value=\"1, 10\"")
                .containsPattern("id=\"set.memtable\"[^>]*value=\"" + preset().get("memtable") + "\"");
    }

    // ---- Complaints ----

    @Test
    void everyComplaintLeadsToItsField() throws Exception {
        Answer wrong = ada.send("/jobs", "workload", "ingest", "target", "null", "set.documents", "many", "set.workers",
                "-1", "label", "x");
        assertThat(wrong.body()).containsPattern("id=\"errors\"[^>]*><p>Fix these 2 errors")
                .contains("<a href=\"#set.documents\">documents</a>: ", "<a href=\"#set.workers\">workers</a>: ");
        assertThat(ada.send("/new/check", "workload", "ingest", "target", "null", "set.documents", "many").body())
                .contains("<a href=\"#set.documents\">documents</a>: ");
    }

    // ---- Folders ----

    @Test
    void foldersOfTheServerAreListedAndOneIsChosen() throws Exception {
        Files.createDirectories(place.resolve("b/within"));
        Files.createDirectory(place.resolve("a"));
        Files.writeString(place.resolve("a-file"), "what is in it");
        String page = ada.send("/new/folders", "workload", "ingest", "target", "rocksdb", "label", "kept", "browse",
                "set.directory " + place).body();
        assertThat(page).contains("value=\"set.directory " + place.resolve("a") + "\"", place.resolve("b").toString(),
                ">Up<").doesNotContain("a-file", "what is in it").contains("value=\"kept\"");
        String typed = ada.send("/new/folders", "workload", "ingest", "target", "rocksdb", "set.directory",
                place.resolve("b/none/such").toString(), "browse", "set.directory").body();
        assertThat(typed).contains("<b>" + place.resolve("b") + "</b>", ">within<");
        assertThat(ada.send("/new/form", "workload", "ingest", "target", "rocksdb", "choose",
                "set.directory " + place.resolve("b")).body())
                .containsPattern("id=\"set.directory\"[^>]*value=\"" + place.resolve("b") + "\"");
    }

    @Test
    void aFolderOfManyIsListedInPart() throws Exception {
        for (int i = 0; i < 210; i++) {
            Files.createDirectory(place.resolve("f" + i));
        }
        String page = ada.send("/new/folders", "workload", "ingest", "target", "rocksdb", "browse",
                "set.directory " + place).body();
        assertThat(page).contains("Not all are listed");
        assertThat(page.split("value=\"set.directory " + place + "/", -1)).hasSize(201);
        assertThat(ada.send("/new/folders", "browse", "label").status()).isEqualTo(400);
        assertThat(ada.send("/new/folders", "browse", "set.directory relative").status()).isEqualTo(200);
    }

    @Test
    void onlyWhoMayQueueJobsSeesFolders() throws Exception {
        Browser rob = served.loggedIn("rob");
        rob.get("/account");
        assertThat(rob.send("/new/folders", "browse", "set.directory " + place).status()).isEqualTo(403);
    }

    // ---- From another job ----

    @Test
    void aNewJobFromAnotherHasItsStartUnlessThatHasPassed() throws Exception {
        String yaml = "workload: ingest\ntarget: 'null'\nset: {documents: 100}\n";
        served.workbench().jobs().submit(yaml, "ada", new JobOptions(false, true,
                Optional.of(Instant.parse("2036-11-22T20:00:00Z"))));
        served.workbench().jobs().submit(yaml, "ada", new JobOptions(false, false,
                Optional.of(Instant.parse("2016-11-22T20:00:00Z"))));
        assertThat(ada.get("/new?job=1").body()).containsPattern("id=\"at\"[^>]*value=\"2036-")
                .containsPattern("name=\"alongside\" value=\"true\" checked");
        assertThat(ada.get("/new?job=2").body()).containsPattern("id=\"at\"[^>]*value=\"\"");
    }
}
