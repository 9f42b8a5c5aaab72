package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.Test;

/** The old manual's section 8: what one run made is exported, and another loads it from the disk. */
@ByTurns(days = 10, heldBy = {"JobFormTest", "TransferPagesTest"})
class LoadFromDiskTest extends InTheBrowser {

    private static final String LABEL = "compare-modes";

    @Test
    void generatedContentIsExportedAndLoadedFromDiskUnderTheSameLabel() throws IOException {
        Path data = folder().resolve("data");
        Pages ada = loggedIn("ada");
        ada.newJob("rocksdb").fill("label", LABEL);
        ada.set("documents", "300").set("payload", "1kB").set("warm-up", "none");
        ada.watchToTheEnd(ada.queue(LABEL), LABEL);

        ada.open("/");
        ada.follow("Export content");
        ada.page().getByLabel("Folder on the server").fill(data.toString());
        ada.press("Export");
        assertThat(ada.at("#progress")).containsText(": 300 documents");
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files).hasSize(300);
        }

        ada.go("Defaults");
        ada.set("source-directory", data.toString());
        ada.press("Save");
        ada.newJob("rocksdb").fill("label", LABEL).set("source", "directory").set("warm-up", "none");
        assertThat(ada.forecast()).containsText("1 iteration, 300 documents");
        ada.watchToTheEnd(ada.queue(LABEL), LABEL);

        ada.report(LABEL);
        assertThat(ada.column(ada.allSettings(), "Documents")).containsExactly("300", "300");
        assertThat(ada.at("#table")).containsText("generate");
        assertThat(ada.at("#table")).containsText("directory");
        assertThat(ada.at("#effects")).containsText("source");
    }
}
