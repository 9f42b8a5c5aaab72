package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Download;
import dev.tidemark.testing.Thorough;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The old manual's section 12: statistics are exported, and imported elsewhere. */
class StatisticsTest extends InTheBrowser {

    @TempDir
    private Path elsewhere;

    @Thorough("a whole run; TransferPagesTest takes stored results along")
    @Test
    void whatWasMeasuredHereReadsTheSameElsewhere() {
        Pages ada = loggedIn("ada");
        ada.watchToTheEnd(submit("""
                label: ml.medium
                workload: ingest
                target: rocksdb
                set: {documents: 200, payload: 100, warm-up: none}
                vary: {batch-size: [1, 10]}
                plan: {fork: round}
                """), "ml.medium");
        String here = ada.report("ml.medium").table();

        ada.open("/");
        ada.follow("Export");
        assertThat(ada.at(".answer")).containsText("1 label, 2 iterations");
        Download download = ada.page().waitForDownload(() -> ada.follow("Full export (.zip)"));
        Path zip = folder().resolve("ml-medium-stats.zip");
        download.saveAs(zip);

        try (Served other = Served.with(elsewhere)) {
            Pages there = loggedIn(other, "ada", new NewContextOptions());
            there.follow("Import");
            there.page().getByLabel("File").first().setInputFiles(zip);
            there.press("Import");
            assertThat(there.said()).hasText("Imported 2 iterations.");
            assertThat(there.report("ml.medium").at("#table")).isVisible();
            assertThat(there.table()).isEqualTo(here);
            assertThat(other.failures()).isEmpty();
        }
    }

    @Test
    void statisticsAreWrittenToAFileOnTheServerThatIsNamed() {
        Stored.label(served().workbench().store(), "ml.medium", 3);
        Pages ada = loggedIn("ada");
        ada.open("/export");
        ada.fill("file", "ml-medium-stats.zip").press("Export");
        assertThat(ada.main()).containsText("ml-medium-stats.zip");
        assertThat(ada.said()).containsText("3 iterations");
    }
}
