package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator.FilterOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.tidemark.core.result.LabelMark;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.ResultStore;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of reports: what each says, notes, pins, other names, the archive, and deleting several. */
class ReportListTest extends InTheBrowser {

    private ResultStore store;

    @BeforeEach
    void fill() {
        store = served().workbench().store();
        Stored.label(store, "one", 3);
        Stored.label(store, "two", 2);
        Stored.label(store, "three", 1);
    }

    private LabelMark mark(String label) {
        return store.labels().stream().filter(l -> l.label().equals(label)).map(LabelSummary::mark).findFirst()
                .orElseThrow();
    }

    @Test
    void eachReportSaysWhatItFoundOnceItWasSummedUp() {
        Pages ada = loggedIn("ada");
        ada.go("Reports");
        assertThat(ada.at("tr:has(a:text-is('one')) .chip")).hasText("exploratory");
        assertThat(ada.at("tr:has(a:text-is('one')) .headline")).containsText("batch-size 1");
        assertThat(ada.at("tr:has(a:text-is('one')) .spark")).hasAttribute("aria-label",
                "Duration over 3 iterations: from 10 to 12 s");
        assertThat(ada.at("tr:has(a:text-is('one')) .spark circle")).hasCount(3);
        assertThat(ada.at("tr:has(a:text-is('one')) td.of")).containsText("3 settings · 3 iterations");
        assertThat(ada.at("tr:has(a:text-is('three')) .spark")).hasCount(0);
        assertThat(store.headline("one").orElseThrow().body().text()).isNotEmpty();
    }

    @Test
    void whatWasFoundBeforeMoreWasStoredIsMarkedSo() throws Exception {
        Browser rob = served().loggedIn("rob");
        rob.get("/reports/one");
        Stored.label(store, "one", 5);
        long running = store.beginBatch(Stored.batch("busy", 1)); // while something runs, nothing is summed up
        assertThat(rob.get("/reports").body()).contains("as of 20");
        assertThat(store.headline("one").orElseThrow().body().settings()).isEqualTo(3);
        store.release(running);
        rob.get("/reports/one");
        assertThat(rob.get("/reports").body()).doesNotContain("as of 20");
        assertThat(store.headline("one").orElseThrow().body().settings()).isEqualTo(5);
    }

    @Test
    void aNoteIsKeptFoundAndReadByEverybody() {
        Pages ada = loggedIn("ada");
        ada.go("Reports");
        ada.page().getByLabel("Actions of two").click();
        ada.page().getByLabel("Note and name of two").click();
        ada.fill("note", "before the new disk\nsee ticket 7");
        ada.press("Save note");
        assertThat(ada.said()).hasText("The note of two is kept.");
        assertThat(ada.at(".noted")).hasText("before the new disk\nsee ticket 7");

        Pages rob = loggedIn("rob");
        rob.open("/reports?q=NEW+disk");
        assertThat(rob.at("#listing td.label a")).hasText(new String[] {"two"});
        assertThat(rob.at(".noted")).containsText("ticket 7");
        assertThat(rob.at("#listing .menu")).hasCount(0);
        assertThat(rob.page().getByText("Delete the chosen")).hasCount(0);
    }

    private void find(Pages ada, String typed, String found) {
        ada.at("#q").fill(typed);
        assertThat(ada.at("#listing td.label a")).hasText(new String[] {found});
    }

    @Test
    void theWayBackFromASearchLeadsToAPageOnWhichOneSearchesAgain() {
        Pages ada = loggedIn("ada");
        ada.go("Reports");
        find(ada, "tw", "two");
        ada.page().evaluate("document.documentElement.dataset.left = 'true'");
        ada.page().goBack();
        assertThat(ada.at("html:not([data-left]) #q")).hasValue("");
        assertThat(ada.at("#listing td.label a")).hasCount(3);
        ada.page().waitForLoadState(); // htmx listens only then
        find(ada, "thr", "three");
        assertThat(ada.at("header nav")).isVisible();
    }

    @Test
    void whatIsPinnedStandsFirstAndWhatIsArchivedStaysAway() {
        Pages ada = loggedIn("ada");
        ada.go("Reports");
        ada.page().getByLabel("Actions of three").click();
        ada.page().getByLabel("Pin three").click();
        assertThat(ada.said()).hasText("three is pinned.");
        assertThat(ada.at("#listing td.label a").first()).hasText("three");
        ada.page().getByLabel("Actions of one").click();
        ada.page().getByLabel("Archive one").click();
        assertThat(ada.at("#listing td.label a")).hasText(new String[] {"three", "two"});
        ada.follow("Show 1 archived, too");
        assertThat(ada.at("#listing td.label a")).hasCount(3);
        ada.page().getByLabel("Actions of one").click();
        ada.page().getByLabel("Put back one").click();
        assertThat(ada.at("#listing td.label a")).hasCount(3);
        assertThat(mark("one")).isEqualTo(LabelMark.NONE);
        assertThat(mark("three").pinned()).isTrue();
    }

    @Test
    void aLabelGetsAnotherNameUnlessItIsTaken() {
        Pages ada = loggedIn("ada");
        ada.open("/reports/one/edit");
        ada.fill("to", "two");
        ada.press("Rename one");
        assertThat(ada.at(".complaint")).hasText("There is a label two already; choose another name.");
        forgive("409");
        assertThat(ada.at("#to")).hasValue("two");
        ada.fill("to", "a/b & <c>");
        ada.press("Rename one");
        assertThat(ada.said()).hasText("one is called a/b & <c> from now on.");
        assertThat(ada.heading()).hasText("a/b & <c>");
        assertThat(store.label("one")).isEmpty();
        assertThat(store.label("a/b & <c>").orElseThrow().iterations()).hasSize(3);
    }

    @Test
    void howManyAreChosenIsInSightWithWhatCanBeDoneWithThem() {
        for (int i = 0; i < 20; i++) {
            Stored.label(store, "more" + i, 1);
        }
        Pages ada = loggedIn("ada");
        ada.go("Reports");
        assertThat(ada.at("[data-chosen]")).hasText("");
        ada.page().getByLabel("choose more19").check();
        ada.page().getByLabel("choose more18").check();
        assertThat(ada.at("[data-chosen]")).hasText("2 chosen");
        assertThat(ada.button("Compare the two chosen")).isInViewport();
        ada.page().getByLabel("choose more18").uncheck();
        assertThat(ada.at("[data-chosen]")).hasText("1 chosen");
    }

    @Test
    void severalAreDeletedAfterBeingNamedOnce() {
        Pages ada = loggedIn("ada");
        ada.go("Reports");
        ada.page().getByLabel("choose one").check();
        ada.page().getByLabel("choose three").check();
        ada.press("Delete the chosen");
        assertThat(ada.heading()).hasText("Delete 2 reports?");
        assertThat(ada.at(".named li")).hasCount(2);
        assertThat(ada.at(".named")).containsText("one");
        assertThat(ada.at(".named")).containsText("three");
        assertThat(store.labels()).hasSize(3);
        ada.page().getByRole(AriaRole.BUTTON).filter(new FilterOptions()
                .setHasText("Delete 2 reports")).click();
        assertThat(ada.said()).hasText("Deleted 2 reports with 4 iterations.");
        assertThat(store.labels()).extracting(LabelSummary::label).containsExactly("two");
    }

    @Test
    void nothingIsDeletedWhileOneOfThemRuns() throws Exception {
        long running = store.beginBatch(Stored.batch("busy", 1));
        Browser ada = served().loggedIn("ada");
        ada.get("/reports");
        assertThat(ada.post("/delete", "token=" + ada.token() + "&label=one&label=busy").status()).isEqualTo(409);
        assertThat(store.labels()).hasSize(4);
        assertThat(ada.get("/delete").status()).isEqualTo(400);
        store.release(running);
    }

    @Test
    void theReaderIsRefusedWhatOnlyAnAdministratorMayDo() throws Exception {
        Browser rob = served().loggedIn("rob");
        rob.get("/account");
        for (String path : List.of("/reports/one/note", "/reports/one/rename", "/reports/one/pin",
                "/reports/one/archive", "/delete")) {
            assertThat(rob.send(path, "note", "x", "to", "x", "on", "true", "label", "one").status()).as(path)
                    .isEqualTo(403);
        }
        assertThat(mark("one")).isEqualTo(LabelMark.NONE);
        assertThat(store.labels()).hasSize(3);
    }

    @Test
    void theListFitsAPhone() {
        store.mark("one", m -> m.withNote("a note that is longer than a phone is wide, ".repeat(3)).pinned(true));
        Pages ada = loggedIn("ada", new NewContextOptions().setViewportSize(390, 800));
        for (String path : List.of("/", "/reports", "/reports/one/edit", "/status", "/delete?label=one")) {
            ada.open(path);
            assertThat((int) ada.page().evaluate("document.documentElement.scrollWidth")).as(path)
                    .isLessThanOrEqualTo(390);
        }
    }
}
