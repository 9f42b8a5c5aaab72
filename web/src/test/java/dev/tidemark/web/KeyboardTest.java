package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Single keys lead to places, unless somebody types or has switched them off. */
@Timeout(300)
class KeyboardTest extends InTheBrowser {

    private static final String CLIPBOARD = "navigator.clipboard.readText()";

    private Pages ada;

    @BeforeEach
    void store() {
        Stored.label(served().workbench().store(), "matrix", 3);
        ada = loggedIn("ada", new NewContextOptions().setPermissions(List.of("clipboard-read", "clipboard-write")));
    }

    private void type(String... keys) {
        assertThat(ada.at("#keys-open")).isVisible(); // the page's scripts are there
        for (String key : keys) {
            ada.page().keyboard().press(key);
        }
    }

    @Test
    void aQuestionMarkListsTheKeysAndEscapeLeavesTheList() {
        type("?");
        assertThat(ada.at("#shortcuts")).isVisible();
        assertThat(ada.at("#keys-list dt")).containsText(new String[] {"This list", "Search or filter the list of the page",
            "Copy the link to the page", "Home", "New job", "Jobs", "Status", "Reports"});
        assertThat(Axe.findings(ada.page())).isEmpty();
        type("g", "j"); // not while it is open
        assertThat(ada.at("#shortcuts")).isVisible();
        type("Escape");
        assertThat(ada.at("#shortcuts")).isHidden();
    }

    @Test
    void gAndALetterLeadToThePages() {
        type("g", "j");
        assertThat(ada.heading()).hasText("Jobs");
        type("g", "r");
        assertThat(ada.heading()).hasText("Reports");
        type("g", "s");
        assertThat(ada.page()).hasURL(Pattern.compile(".*/status"));
        type("g", "n");
        assertThat(ada.page()).hasURL(Pattern.compile(".*/new"));
        type("g", "h");
        assertThat(ada.page()).hasURL(Pattern.compile(".*[0-9]/"));
    }

    @Test
    void aSlashIsTheFilterOfTheListAndWhatIsTypedThereLeadsNowhere() {
        ada.open("/reports");
        type("/");
        assertThat(ada.at("#q")).isFocused();
        type("g", "j", "?");
        assertThat(ada.at("#q")).hasValue("gj?");
        assertThat(ada.heading()).hasText("Reports");
        assertThat(ada.at("#shortcuts")).isHidden();
    }

    @Test
    void keysWithControlOrAltAreTheBrowsers() {
        ada.open("/reports");
        type("Control+/", "Alt+/");
        assertThat(ada.at("#q")).not().isFocused();
        type("/");
        assertThat(ada.at("#q")).isFocused();
    }

    @Test
    void theyAreSwitchedOffForGoodAndOnAgainWithoutAKey() {
        type("?");
        ada.at("#keys-on").uncheck();
        ada.press("Close");
        type("g", "j", "?");
        assertThat(ada.at("#shortcuts")).isHidden();
        ada.open("/reports");
        type("g", "j", "?");
        assertThat(ada.heading()).hasText("Reports");
        ada.press("Keyboard shortcuts");
        assertThat(ada.at("#keys-on")).not().isChecked();
        ada.at("#keys-on").check();
        ada.press("Close");
        type("g", "j");
        assertThat(ada.heading()).hasText("Jobs");
    }

    @Test
    void theLinkIsCopiedByAKeyAndByAButton() {
        ada.open("/reports/matrix");
        type("c");
        assertThat(ada.at("#copied")).hasText("The link to this page is in the clipboard.");
        assertThat(ada.page().evaluate(CLIPBOARD)).isEqualTo(ada.page().url());
        ada.open("/compare?a=matrix&b=matrix");
        ada.press("Copy link");
        assertThat(ada.button("Copied")).isVisible();
        assertThat(ada.page().evaluate(CLIPBOARD)).isEqualTo(ada.page().url());
    }

    /** Over plain HTTP from another machine there is no such clipboard. */
    @Test
    void whereTheBrowserHasNoClipboardTheLinkIsSelectedAndCopied() {
        ada.open("/reports/matrix");
        ada.page().evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined});"
                + "document.addEventListener('copy', () => { window.copied = String(document.activeElement.value); })");
        ada.press("Copy link");
        assertThat(ada.button("Copied")).isVisible();
        assertThat(ada.page().evaluate("window.copied")).isEqualTo(ada.page().url());
    }

    @Test
    void theListOfJobsIsFiltered() {
        served().workbench().jobs().queue().schedule(false);
        for (String label : List.of("alpha", "beta")) {
            submit("label: " + label + "\nworkload: ingest\ntarget: 'null'\n");
        }
        ada.go("Jobs");
        type("/");
        assertThat(ada.at("#filter")).isFocused();
        type("b", "e", "t", "a");
        assertThat(ada.at("#listing tbody tr:visible")).hasCount(1);
        assertThat(ada.at("#listing tbody tr:visible")).containsText("beta");
    }
}
