package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.driver.Capability;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A target is examined from its page. */
@Timeout(300)
class DoctorPageTest extends InTheBrowser {

    @Test
    void aTargetIsExaminedAndWhatWasFoundStays() {
        served().workbench().targets().put("kept", "null", Map.of("store-documents", "true"));
        Pages ada = loggedIn("ada");
        ada.go("Targets");
        ada.at("a[aria-label='Doctor of kept']").click();
        assertThat(ada.heading()).hasText("Doctor of kept");
        assertThat(ada.at("#diagnosis")).containsText("Nothing has been tried since this server began.");
        ada.press("Examine kept");
        assertThat(ada.at("#diagnosis")).containsText("All that driver null offers works on kept.");
        assertThat(ada.at("#diagnosis tbody tr")).hasCount(Capability.values().length + 3);
        ada.page().reload();
        assertThat(ada.at("#diagnosis")).containsText("not offered");
        served().workbench().targets().put("kept", "null", Map.of("store-documents", "false"));
        ada.page().reload();
        assertThat(ada.at("#diagnosis")).containsText("Nothing has been tried");
    }

    @Test
    void aServerThatIsNotThereIsSaidInItsWords() {
        served().workbench().targets().put("gone", "rocksdb", Map.of("directory", "/proc/nowhere"));
        Pages ada = loggedIn("ada");
        ada.open("/targets/named/gone/doctor");
        ada.press("Examine gone");
        assertThat(ada.at("#diagnosis .answer")).containsText("does not work on gone");
        assertThat(served().failures()).isEmpty();
        ada.open("/targets/named/nowhere/doctor");
        assertThat(ada.heading()).hasText("Page not found");
        forgive("404");
    }
}
