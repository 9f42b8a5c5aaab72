package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.web.Browser.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statistics go out of one store and into another. */
@Timeout(300)
class TransferPagesTest {

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

    private Served served;
    private Served other;
    private Browser ada;
    private Browser there;

    @BeforeEach
    void serve() throws Exception {
        served = Served.with(folder);
        other = Served.with(elsewhere);
        Stored.label(served.workbench().store(), "one", 3);
        Stored.label(served.workbench().store(), "two & more", 2);
        ada = served.loggedIn("ada");
        there = other.loggedIn("ada");
        there.get("/import");
    }

    @AfterEach
    void nothingBrokeAndNoFileIsLeft() throws IOException {
        assertThat(served.failures()).isEmpty();
        assertThat(other.failures()).isEmpty();
        Path uploads = elsewhere.resolve("results.db-work").resolve("uploads");
        if (Files.exists(uploads)) {
            assertThat(uploads).isEmptyDirectory();
        }
        other.close();
        served.close();
    }

    private List<String> labelsThere() {
        return other.workbench().store().labels().stream().map(LabelSummary::label).toList();
    }

    private static List<String> entries(byte[] zip) throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                names.add(entry.getName());
            }
        }
        return names;
    }

    private void refused(Answer answer, String message) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("role=\"alert\"").containsIgnoringCase(message)
                .doesNotContain(elsewhere.toString()
                + "/results.db-work");
        assertThat(labelsThere()).isEmpty();
    }

    @Test
    void severalLabelsGoInOneFileAndTheirReportsAreTheSameElsewhere() throws Exception {
        assertThat(ada.get("/reports").body()).contains("formaction=\"/export\"");
        assertThat(ada.get("/export?label=one&label=two+%26+more").body()).contains("2 labels, 5 iterations",
                "/export/as/zip?label=one&amp;label=two%20%26%20more");
        byte[] zip = ada.download("/export/as/zip?label=one&label=two%20%26%20more");
        assertThat(ada.download("/export/as/zip")).as("all there is").hasSameSizeAs(zip);

        Answer imported = there.upload("/import", "tidemark.zip", zip);
        assertThat(imported.status()).isEqualTo(303);
        assertThat(there.get("/reports").body()).contains("Imported 5 iterations of 2 labels.");
        assertThat(there.get("/reports/one/as/json").body()).isEqualTo(ada.get("/reports/one/as/json").body());
        assertThat(there.get("/reports/one/as/iterations").body())
                .isEqualTo(ada.get("/reports/one/as/iterations").body());

        there.get("/import");
        there.upload("/import", "again.zip", ada.download("/export/as/zip?label=one"));
        assertThat(there.get("/reports/one").body()).contains("Imported 0 iterations; 3 were there already.");
        assertThat(labelsThere()).containsExactlyInAnyOrder("one", "two & more");
    }

    @Test
    void onlyFormsThatFitAreOffered() throws Exception {
        for (String page : List.of("/reports/one", "/export?label=one", "/export")) {
            assertThat(ada.get(page).body()).as(page).contains("Full export (.zip)")
                    .doesNotContain("basho", "PerfTools", "HDR logs");
        }
        for (String form : List.of("basho", "hdr", "perftools")) {
            assertThat(ada.get("/reports/one/as/" + form).status()).as(form).isEqualTo(404);
            assertThat(ada.get("/export/as/" + form + "?label=one").status()).as(form).isEqualTo(404);
        }
        assertThat(ada.get("/export/as/nothing").status()).isEqualTo(404);
        assertThat(ada.get("/export?label=onn").body()).contains("did you mean 'one'?");

        Stored.label(served.workbench().store(), "over time", 1);
        Path csv = Files.writeString(folder.resolve("t.csv"), "hour,batch-size,units\n1,1,10\n2,1,20\n");
        ada.get("/import");
        assertThat(ada.upload("/import", "t.csv", Files.readAllBytes(csv), "label", "course", "workload", "ingest",
                "driver", "null", "map", "hour=time h\nunits=units").status()).isEqualTo(303);
        assertThat(ada.get("/reports/course").body()).contains("/reports/course/as/basho");
        assertThat(ada.get("/export?label=course&label=one").body()).contains("basho files");
        assertThat(entries(ada.download("/export/as/basho?label=one&label=course"))).contains("summary.csv");
        assertThat(entries(ada.download("/reports/course/as/basho"))).contains("summary.csv");
        ada.get("/import");
        ada.upload("/import", "t.csv", Files.readAllBytes(csv), "label", "course", "workload", "ingest", "driver",
                "null", "map", "hour=time h\nunits=units", "set", "workers=2");
        ada.get("/import");
        ada.upload("/import", "t.csv", Files.readAllBytes(csv), "label", "second/course", "workload", "ingest",
                "driver", "null", "map", "hour=time h\nunits=units");
        assertThat(entries(ada.download("/export/as/basho"))).contains("1-course/iteration-8/summary.csv",
                "2-second-course/summary.csv");
    }

    @Test
    void aTableIsReadAsItsColumnsAreMapped() throws Exception {
        byte[] table = "Batch,Seconds,Notes\n1,10,a\n2,20,b\n".getBytes(StandardCharsets.UTF_8);
        refused(there.upload("/import", "old.csv", table), "old.csv: name the label of the imported rows");
        refused(there.upload("/import", "old.csv", table, "label", "old", "workload", "ingest", "driver", "null"),
                "old.csv: column 'Batch' is no known param or measure");
        refused(there.upload("/import", "old.csv", table, "label", "old", "workload", "ingst", "driver", "null"),
                "did you mean 'ingest'?");
        Answer again = there.upload("/import", "old.csv", table, "label", "old", "workload", "ingest", "driver",
                "null", "map", "Batch=nonsense");
        refused(again, "nonsense");
        assertThat(again.body()).contains("<details open").contains(">Batch=nonsense</textarea>");
        assertThat(there.upload("/import", "old.csv", table, "label", "old", "workload", "ingest", "driver", "null",
                "map", "Batch=batch-size\nSeconds=elapsed s\nNotes=ignore", "set", "workers=8").header("Location"))
                .isEqualTo("/reports/old");
        assertThat(there.get("/reports/old").body()).contains("Imported 2 iterations.", "workers");

        byte[] known = "RunDate,RunTime,ReadsPS,WritesPS,Processes\n2024-05-01,10:15:30,3330,,5\n"
                .getBytes(StandardCharsets.UTF_8);
        there.get("/import");
        assertThat(there.upload("/import", "ran.txt", known, "label", "ran", "workload", "", "driver", "rocksdb")
                .header("Location")).isEqualTo("/reports/ran");
        assertThat(other.workbench().store().label("ran").orElseThrow().workload()).isEqualTo("random-io");
    }

    @Test
    void whatIsNoExportIsRefusedInOneLineAndUnderItsOwnName() throws Exception {
        refused(there.upload("/import", "x.zip", "no zip".getBytes(StandardCharsets.UTF_8)),
                "x.zip is not a zip file, or it is cut off");
        refused(there.upload("/import", "../../<b>.zip", new byte[0]), "&lt;b&gt;.zip is not a zip file");
        refused(there.upload("/import", "store.zip", Files.readAllBytes(elsewhere.resolve("results.db"))),
                "store.zip is not a zip file");
        refused(there.upload("/import", "", new byte[0]), "choose a file first");
        refused(there.send("/import"), "choose a file first");
        refused(there.upload("/import", "x.zip", new byte[] {1}, "there", "x.zip"), "not both");
        ByteArrayOutputStream evil = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(evil)) {
            out.putNextEntry(new ZipEntry("manifest.json"));
            out.write("{\"format\":\"tidemark-results\",\"version\":1,\"batches\":[]}".getBytes());
            out.putNextEntry(new ZipEntry("../../../evil.txt"));
            out.write(1);
        }
        refused(there.upload("/import", "evil.zip", evil.toByteArray()), "evil.zip: unexpected entry: ");
    }

    @Test
    void aFileIsOnlyTakenFromAnAdministratorsPage() throws Exception {
        byte[] zip = ada.download("/export/as/zip");
        Browser rob = other.loggedIn("rob");
        rob.get("/account");
        assertThat(rob.upload("/import", "x.zip", zip).status()).isEqualTo(403);
        assertThat(rob.get("/export").body()).doesNotContain("on the server");
        assertThat(other.anonymous().upload("/import", "x.zip", zip).status()).isEqualTo(401);
        Browser stranger = other.loggedIn("ada"); // its session, but no token of a page
        stranger.get("/assets/none");
        assertThat(stranger.post("/import", "x", "Content-Type", "multipart/form-data; boundary=B").status())
                .isEqualTo(400);
        there.get("/users");
        assertThat(there.post("/users", "x", "Content-Type", "multipart/form-data; boundary=B").status())
                .as("a form that takes no file").isEqualTo(415);
        assertThat(labelsThere()).isEmpty();
        assertThat(elsewhere.resolve("results.db-work").resolve("uploads")).doesNotExist();
    }

    @Test
    void theServersFolderIsForExchangeAndNothingLeadsOutOfIt() throws Exception {
        ada.get("/export?label=one");
        Answer put = ada.post("/export", "file=one.zip&label=one&token=" + ada.token());
        assertThat(put.header("Location")).isEqualTo("/export");
        Path file = folder.resolve("results.db-exchange").resolve("one.zip");
        assertThat(ada.get("/export").body()).contains("Exported 3 iterations to " + file);
        for (String name : List.of("one.zip", "../x.zip", "/tmp/x.zip", "x.txt", ".zip", "..zip/x.zip", "a b.zip",
                "x".repeat(100) + ".zip")) {
            assertThat(ada.send("/export", "file", name, "label", "one").status()).as(name).isEqualTo(400);
        }
        assertThat(folder.resolve("results.db-exchange").toFile().list()).containsExactly("one.zip");

        Path exchange = Files.createDirectories(elsewhere.resolve("results.db-exchange"));
        Files.copy(file, exchange.resolve("one.zip"));
        Files.copy(file, elsewhere.resolve("outside.zip"));
        Files.createSymbolicLink(exchange.resolve("link.zip"), elsewhere.resolve("outside.zip"));
        assertThat(there.get("/import").body()).contains("value=\"one.zip\"").doesNotContain("link.zip");
        for (String name : List.of("../outside.zip", "link.zip", elsewhere.resolve("outside.zip").toString(),
                "on.zip")) {
            refused(there.send("/import", "there", name), "there is no file");
        }
        assertThat(there.send("/import", "there", "one.zip").status()).isEqualTo(303);
        assertThat(labelsThere()).containsExactly("one");
    }

    @Test
    void whereNothingIsThePagesSayWhatWouldBeThere() throws Exception {
        assertThat(there.get("/export").body()).contains("No labels yet");
        assertThat(there.get("/export/as/zip").status()).isEqualTo(404);
        assertThat(there.send("/export", "file", "x.zip").status()).isEqualTo(400);
        assertThat(there.get("/content").body()).contains("No database is kept");
        for (String to : List.of("relative/path", "/etc/passwd", "../x")) {
            assertThat(there.send("/content", "label", "none", "to", to).body())
                    .containsIgnoringCase("no database is kept");
        }
        assertThat(there.send("/content/tasks/1/stop").status()).isEqualTo(409);
        assertThat(there.get("/import").body()).contains("There is none yet");
    }

    @Test
    void contentGoesOnlyWhereNothingIsAndByAWholePath() throws Exception {
        long kept = served.workbench().store().label("one").orElseThrow().iterations().getFirst().id();
        Files.createDirectories(folder.resolve("results.db-work").resolve("iteration-" + kept));
        assertThat(ada.get("/content").body()).contains("<option value=\"one\"").doesNotContain("two &amp; more");
        Map<String, String> refused = Map.of("files", "'files' is no absolute path; begin with /", "../x",
                "no absolute path",
                "/etc/passwd", "/etc/passwd is not a directory", "/tmp/a\tb", "control characters");
        for (Map.Entry<String, String> to : refused.entrySet()) {
            Answer answer = ada.send("/content", "label", "one", "to", to.getKey());
            assertThat(answer.status()).as(to.getKey()).isEqualTo(400);
            assertThat(answer.body()).as(to.getKey()).containsIgnoringCase(to.getValue());
        }
        assertThat(ada.send("/content", "label", "two & more", "to", "/x").body())
                .containsIgnoringCase("no database is kept");
    }
}
