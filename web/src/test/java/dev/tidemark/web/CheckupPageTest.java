package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How good a target is, from the first button on. */
@Timeout(300)
class CheckupPageTest extends InTheBrowser {

    @Test
    void aTargetWithoutALoadIsCheckedUpFromTheKeyboard() throws IOException {
        served().workbench().targets().put("scratch", "file", Map.of("file", Files.write(folder().resolve("scratch"),
                new byte[1 << 20]).toString(), "io", "buffered"));
        Pages ada = loggedIn("ada");
        ada.open("/");
        assertThat(ada.at("main .button.primary").first()).hasText("Check up a database");
        ada.at("main .button.primary").first().press("Enter");
        assertThat(ada.heading()).hasText("Checkup");
        assertThat(ada.at("#checkup")).containsText("Nothing has been checked up since this server began.");
        ada.at("#target").selectOption("scratch");
        ada.at("#url").press("Enter");
        assertThat(ada.at("#checkup .verdict")).containsText("nothing looks wrong");
        assertThat(ada.at("#checkup .verdict")).containsText("scratch");
        assertThat(ada.at("#checkup")).containsText("Nothing of what was looked at.");
        ada.page().reload();
        assertThat(ada.at("#checkup .verdict")).containsText("scratch");
        assertThat(served().failures()).isEmpty();
    }

    @Test
    void whatDoesNotWorkLooksWrong() {
        served().workbench().targets().put("gone", "rocksdb", Map.of("directory", "/proc/nowhere"));
        Pages ada = loggedIn("ada");
        ada.open("/targets");
        ada.at("a[aria-label='Checkup of gone']").click();
        assertThat(ada.at("#target")).hasValue("gone");
        ada.press("Check up");
        assertThat(ada.at("#checkup .verdict")).containsText("1 thing looks wrong");
        assertThat(ada.at("#checkup")).containsText("tidemark doctor --target gone");
        assertThat(served().failures()).isEmpty();
    }

    @Test
    void aUrlThatIsNoneIsSaidBesideTheForm() {
        Pages ada = loggedIn("ada");
        ada.open("/checkup");
        ada.fill("url", "postgers://db1/shop");
        ada.press("Check up");
        assertThat(ada.at("[role=alert].complaint")).containsText("No driver is reached by this URL of postgers");
        assertThat(ada.at("#url")).hasValue("postgers://db1/shop");
        assertThat(served().workbench().store().labels()).isEmpty();
        forgive("400");
    }
}
