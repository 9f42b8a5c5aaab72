package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What scripts add to the form of a new job and to the list: filter, folders, presets at once, a menu by keyboard. */
class JobFormInTheBrowserTest extends InTheBrowser {

    private Pages ada;

    @BeforeEach
    void logIn() {
        ada = loggedIn("ada");
    }

    @Test
    void theRestIsFilteredByNameOldNameAndHelp() {
        ada.newJob("rocksdb");
        ada.at("#more > summary").click();
        ada.at("#filter").fill("merge-ratio");
        Locator found = ada.at("#more .field:not([hidden])");
        assertThat(found).hasCount(1);
        assertThat(ada.at("#filtered")).hasText("1 found");
        ada.at("#filter").fill("write-ahead");
        assertThat(found.first()).containsText("rite-ahead");
        ada.at("#filter").press("Enter");
        assertThat(ada.heading()).hasText("New job");
        ada.plan("study");
        assertThat(ada.at("#filter")).hasValue("write-ahead");
        ada.at("#filter").press("Escape");
        assertThat(ada.at("#more .field[hidden]")).hasCount(0);
    }

    @Test
    void aPresetFillsAtOnceAndIsUnmarkedWhereOneTypes() {
        ada.newJob("rocksdb");
        ada.field("preset").selectOption("old-defaults");
        assertThat(ada.at("[id='set.workers']")).hasValue("16");
        Locator origin = ada.at(".field:has([id='set.workers']) .origin");
        assertThat(origin).hasText("From preset old-defaults");
        ada.set("workers", "2");
        assertThat(origin).hasCount(0);
        ada.field("preset").selectOption("");
        assertThat(ada.at("[id='set.payload']")).hasValue("");
        assertThat(ada.at("[id='set.workers']")).hasValue("2");
    }

    @Test
    void aFolderIsLookedForAndChosen() throws IOException {
        Files.createDirectories(folder().resolve("data/inner"));
        ada.newJob("rocksdb");
        ada.set("directory", folder().toString());
        ada.press("Browse for directory");
        ada.press("data");
        assertThat(ada.at(".folders:visible b")).hasText(folder().resolve("data").toString());
        ada.press("Use this folder");
        assertThat(ada.field("set.directory")).hasValue(folder().resolve("data").toString());
        assertThat(ada.field("set.directory")).isFocused();
        assertThat(ada.at(".folders:visible")).hasCount(0);
    }

    /** Also where a button has the focus that would send the form elsewhere. */
    @Test
    void whatIsTypedIsCheckedWhereverTheFocusIs() {
        ada.newJob("rocksdb");
        Request check = ada.page().waitForRequest(request -> request.url().contains("/new/"), () -> {
            ada.set("directory", folder().toString());
            ada.at("[name=browse]").first().focus();
        });
        assertThat(check.url()).endsWith("/new/check");
    }

    @Test
    void aComplaintLeadsToItsFieldWhereverItStands() {
        ada.newJob("null").set("documents", "many").set("warm-up", "long");
        ada.press("Queue job");
        assertThat(ada.at("#errors")).containsText("Fix these 2 errors to queue the job");
        assertThat(ada.at("[aria-invalid=true]").first()).isFocused();
        ada.at("#errors a:text-is('warm-up')").click();
        assertThat(ada.at("[id='set.warm-up']")).isFocused();
        forgive("400");
    }

    /** Where no script runs a round trip does the same. */
    @Test
    void withoutScriptsThePresetFoldersAndAllSettingsAreThereToo() throws IOException {
        Files.createDirectories(folder().resolve("data"));
        Pages plain = loggedIn("ada", new NewContextOptions().setJavaScriptEnabled(false));
        plain.open("/new?target=rocksdb");
        plain.at("#preset").selectOption("old-defaults");
        plain.button("Fill in the preset").press("Enter");
        assertThat(plain.at("[id='set.workers']")).hasValue("16");
        plain.at("[id='set.directory']").fill(folder().toString());
        plain.button("Browse for directory").press("Enter");
        plain.button("data").press("Enter");
        plain.button("Use this folder").press("Enter");
        assertThat(plain.at("[id='set.directory']")).hasValue(folder().resolve("data").toString());
        assertThat(plain.at("[id='set.workers']")).hasValue("16");
        plain.at("#more > summary").click();
        assertThat(plain.at("#tags")).isVisible();
    }

    @Test
    void theMenuOfAJobWorksByKeyboardAndStaysOpenWhileTheListIsDrawnAnew() {
        served().workbench().jobs().queue().schedule(false);
        long job = submit("label: kept\nworkload: ingest\ntarget: 'null'\n");
        ada.page().clock().install(); // the list is drawn anew every 3 s
        ada.go("Jobs");
        ada.at("#menu-" + job).focus();
        ada.page().keyboard().press("Enter");
        assertThat(ada.button("Duplicate: job " + job)).isVisible();
        ada.page().evaluate("document.getElementById('listing').dataset.before = 'true'");
        ada.page().clock().runFor(3000);
        ada.at("#listing:not([data-before])").waitFor();
        assertThat(ada.button("Duplicate: job " + job)).isVisible();
        ada.button("Duplicate: job " + job).focus();
        ada.page().keyboard().press("Enter");
        assertThat(ada.said()).containsText("kept, was queued");
        assertThat(served().workbench().jobs().queue().all()).hasSize(2);
    }
}
