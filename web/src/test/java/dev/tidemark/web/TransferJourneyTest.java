package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Download;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes out of one server and into another, in a real browser. */
@ByTurns(days = 10, heldBy = {"TransferPagesTest", "ReportPagesTest"})
class TransferJourneyTest extends InTheBrowser {

    @TempDir
    private Path elsewhere;

    @Override
    Served served(Path store) {
        return Served.withoutLogin(store);
    }

    @Test
    void statisticsGoFromOneServerToAnotherAndReadTheSameThere() {
        Stored.label(served().workbench().store(), "left out", 1);
        Stored.label(served().workbench().store(), "matrix", 4);
        Stored.label(served().workbench().store(), "study", 2);
        Pages here = pages(new NewContextOptions());
        here.open("/reports");
        here.page().getByLabel("choose matrix").check();
        here.page().getByLabel("choose study").check();
        here.press("Export the chosen");
        assertThat(here.at(".answer")).hasText("2 labels, 6 iterations.");
        Download download = here.page().waitForDownload(() -> here.follow("Full export (.zip)"));
        assertThat(download.suggestedFilename()).isEqualTo("tidemark-2-labels.zip");
        Path zip = folder().resolve("taken.zip");
        download.saveAs(zip);
        here.open("/reports/matrix");

        try (Served other = Served.withoutLogin(elsewhere)) {
            Pages there = pages(other, new NewContextOptions());
            there.open("/");
            there.follow("Import");
            there.page().getByLabel("File").first().setInputFiles(zip);
            there.press("Import");
            assertThat(there.said()).hasText("Imported 6 iterations of 2 labels.");
            assertThat(there.at("#listing tbody tr")).hasCount(2);
            there.follow("matrix");
            assertThat(there.heading()).hasText("matrix");
            assertThat(there.table()).isEqualTo(here.table());
            assertThat(other.failures()).isEmpty();
        }
    }

    @Test
    void contentGoesToFilesAndAJobIsReadyThatLoadsThem() throws IOException {
        submit("""
                label: made
                workload: ingest
                target: rocksdb
                set: {documents: 300, payload: 1kB, workers: 2, warm-up: none}
                plan: {order: given}
                """);
        Pages ada = pages(new NewContextOptions());
        ada.open("/status");
        assertThat(ada.at("#run")).containsText("The last run, made");
        ada.go("Reports");
        ada.follow("Export content");
        Path to = elsewhere.resolve("files");
        export(ada, "files");
        assertThat(ada.at(".complaint")).containsText("no absolute path");
        export(ada, to.toString());
        assertThat(ada.at("#progress")).containsText("documents of made to " + to + ": 300 documents");
        try (Stream<Path> files = Files.list(to)) {
            assertThat(files).hasSize(300);
        }

        export(ada, to.toString());
        assertThat(ada.at("#progress")).containsText("is not empty");

        export(ada, elsewhere.resolve("again").toString());
        assertThat(ada.at("#progress")).containsText("again: 300 documents");
        ada.follow("New job that loads them");
        assertThat(ada.at("#consequence pre")).containsText("source-directory:");
        assertThat(ada.at("#consequence pre")).containsText(elsewhere.resolve("again").toString());
        forgive("400");
    }

    private static void export(Pages pages, String folder) {
        pages.page().getByLabel("Folder on the server").fill(folder);
        pages.press("Export");
    }
}
