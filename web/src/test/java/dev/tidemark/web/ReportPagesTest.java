package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.http.Links;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ReportPagesTest {

    @TempDir
    private Path folder;

    private Served served;

    @BeforeEach
    void serve() {
        served = Served.with(folder);
    }

    @AfterEach
    void end() {
        assertThat(served.failures()).isEmpty();
        served.close();
    }

    @Test
    void whoAsksForTheSameReportMeanwhileGetsTheSame() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 200);
        Browser rob = served.loggedIn("rob");
        List<String> pages = IntStream.range(0, 8).parallel().mapToObj(i -> {
            try {
                String page = rob.get("/reports/matrix").body();
                return page.substring(page.indexOf("<h1>"), page.indexOf("id=\"data\""));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }).distinct().toList();
        assertThat(pages).hasSize(1);
        assertThat(pages.getFirst()).contains("Every iteration");
    }

    @Test
    void whatAReportAdvisesIsAButtonForThoseWhoMayAndIsQueued() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 20);
        String command = "tidemark again matrix --repeat 2";
        assertThat(served.loggedIn("rob").get("/reports/matrix").body()).contains(command)
                .doesNotContain("/again\"");
        assertThat(served.loggedIn("rob").send("/reports/matrix/again", "command", command).status()).isEqualTo(403);
        Browser ada = served.loggedIn("ada");
        assertThat(ada.get("/reports/matrix").body()).contains("action=\"/reports/matrix/again\"", ">Run 2 more rounds</button>")
                .containsSubsequence(command, "action=\"/reports/matrix/again\"", "id=\"take-answer\"",
                        "class=\"contents\"")
                .doesNotContain("next-here");
        assertThat(ada.send("/reports/matrix/again", "command", command).status()).isEqualTo(303);
        assertThat(served.workbench().jobs().queue().all()).singleElement()
                .satisfies(job -> assertThat(job.what().yaml()).contains("repeat: 2", "label: matrix"));
        assertThat(ada.send("/reports/matrix/again", "command", "tidemark again matrix --repeat 9").body())
                .contains("has changed meanwhile");
    }

    @Test
    void whatIsNotRankedCanBeRunAgainAndChanged() throws Exception {
        Stored.invalid(served.workbench().store(), "late", "Limited by the generator: late; lower the rate.");
        Browser ada = served.loggedIn("ada");
        assertThat(ada.get("/reports/late").body()).contains("tidemark again late", ">Run again</button>",
                "tidemark again late --label late-unpaced --set rate=unpaced", ">Run without a rate</button>",
                "href=\"/new?again=late\">Change and run</a>");
        assertThat(ada.get("/new?again=late").body()).contains("name=\"label\" value=\"late\"");
        assertThat(ada.get("/new?again=lake").status()).isEqualTo(404);
        assertThat(ada.send("/reports/late/again", "command", "tidemark again late").status()).isEqualTo(303);
        assertThat(served.workbench().jobs().queue().all()).singleElement()
                .satisfies(job -> assertThat(job.label()).isEqualTo("late"));
    }

    @Test
    void anEmptyListSaysHowToFillIt() throws Exception {
        assertThat(served.loggedIn("rob").get("/reports").body()).contains("No reports yet");
    }

    @Test
    void theListHasStartIterationsAndWorkloadAndIsPaged() throws Exception {
        for (int i = 0; i < 60; i++) {
            Stored.label(served.workbench().store(), "label-" + i, 2);
        }
        Browser rob = served.loggedIn("rob");
        String first = rob.get("/reports").body();
        assertThat(first).contains("60 labels, page 1 of 2", "rel=\"next\"", "ingest", "2 iterations");
        assertThat(rob.get("/reports?page=2").body()).contains("page 2 of 2").doesNotContain("rel=\"next\"");
        assertThat(rob.get("/reports?page=99").body()).contains("page 2 of 2");
        assertThat(rob.get("/reports?q=BEL-59").body()).contains("label-59").doesNotContain("label-58");
        assertThat(rob.get("/reports?q=none").body()).contains("No label and no note contains “none”");
    }

    @Test
    void aReportIsThatOfTheFileWithoutAnyScriptInIt() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 3);
        Browser rob = served.loggedIn("rob");
        Answer page = rob.get("/reports/matrix");
        String file = rob.get("/reports/matrix/as/html").body();
        assertThat(file).doesNotContain("next-here");
        String main = file.substring(file.indexOf("<main"), file.indexOf("</main>"));
        String content = main.substring(main.indexOf("<h1>"));
        // Between the two stand the buttons of those who may run what is advised.
        for (String part : content.split("(?=<p id=\"take-answer\")")) {
            assertThat(page.body()).contains(part.strip());
        }
        assertThat(page.body()).doesNotContainPattern("<script(?![^>]*(src=|application/json))");
        assertThat(page.body()).doesNotContainPattern("\\son[a-z]+=");
        assertThat(page.header("Content-Security-Policy")).contains("script-src 'self';", "default-src 'none'");
    }

    @Test
    void aReportIsToBeHadInEveryFormThatIsOffered() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 3);
        Browser rob = served.loggedIn("rob");
        String page = rob.get("/reports/matrix").body();
        List<String> forms = page.lines().filter(l -> l.contains("/as/")).map(l -> l.replaceAll(
                ".*href=\"([^\"]+)\".*", "$1")).toList();
        assertThat(forms).extracting(f -> f.substring(f.lastIndexOf('/') + 1)).contains("html", "tsv", "csv", "json",
                "zip").doesNotContain("hdr", "basho", "perftools"); // of which nothing here fits
        for (String form : forms) {
            Answer answer = rob.get(form);
            assertThat(answer.status()).as(form).isEqualTo(200);
            assertThat(answer.header("Content-Disposition")).as(form).startsWith("attachment; filename=\"matrix");
        }
        assertThat(rob.get("/reports/matrix/as/csv").body()).startsWith("batch-size,").contains("\r\n1,");
        assertThat(rob.get("/reports/matrix/as/json").body()).contains("\"tidemark-report\"");
        assertThat(rob.get("/reports/matrix/as/pdf").status()).isEqualTo(404);
    }

    @Test
    void anUnknownLabelIsToldWithTheNearest() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 1);
        Answer answer = served.loggedIn("rob").get("/reports/matrx");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("There is no label 'matrx' (did you mean 'matrix'?)");
    }

    @Test
    void aLabelOfAnyCharactersHasAnAddressAndIsEscaped() throws Exception {
        Browser ada = served.loggedIn("ada");
        for (String label : List.of("a/b", "..", "50% \\ x;y", "~2F", "<script>alert(1)</script>", "a&b=c#d?e",
                "čaj 茶")) {
            Stored.label(served.workbench().store(), label, 1);
            Answer page = ada.get("/reports/" + Links.segment(label));
            assertThat(page.status()).as(label).isEqualTo(200);
            assertThat(page.body()).doesNotContain("<script>alert(1)");
            assertThat(ada.get("/reports").body()).doesNotContain("<script>alert(1)")
                    .contains("href=\"/reports/" + Links.segment(label).replace("&", "&amp;") + "\"");
            assertThat(ada.get("/reports/" + Links.segment(label) + "/as/tsv").status()).isEqualTo(200);
            ada.get("/reports/" + Links.segment(label) + "/delete");
            assertThat(ada.send("/reports/" + Links.segment(label) + "/delete").status()).isEqualTo(303);
            assertThat(served.workbench().store().labels()).as(label).isEmpty();
        }
    }

    @Test
    void deletingAsksAndNamesTheThing() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 3);
        Browser ada = served.loggedIn("ada");
        assertThat(ada.get("/reports/matrix/delete").body()).contains("Delete matrix?").contains("3 iterations");
        assertThat(served.workbench().store().labels()).hasSize(1);
        ada.send("/reports/matrix/delete");
        assertThat(ada.get("/reports").body()).contains("Deleted matrix with 3 iterations.");
        assertThat(ada.get("/reports").body()).doesNotContain("Deleted matrix");
    }

    @Test
    void aReportChangesWithWhatIsStored() throws Exception {
        Stored.label(served.workbench().store(), "matrix", 1);
        Browser rob = served.loggedIn("rob");
        String before = rob.get("/reports/matrix").body();
        assertThat(rob.get("/reports/matrix").body()).isEqualTo(before);
        Stored.label(served.workbench().store(), "matrix", 3);
        assertThat(rob.get("/reports/matrix").body()).isNotEqualTo(before);
    }

    @Test
    void twoLabelsAreComparedAndWhatCannotBeIsTold() throws Exception {
        Stored.label(served.workbench().store(), "one", 2);
        Stored.label(served.workbench().store(), "two", 2);
        Browser rob = served.loggedIn("rob");
        assertThat(rob.get("/compare?label=one&label=two").body()).contains("one and two").contains("At each point");
        assertThat(rob.get("/compare?a=one&b=tow").body()).contains("role=\"alert\"").contains("did you mean");
        assertThat(rob.get("/compare?label=one&label=two&label=one").body()).contains("Two labels are compared");
        assertThat(rob.get("/compare").status()).isEqualTo(200);
    }
}
