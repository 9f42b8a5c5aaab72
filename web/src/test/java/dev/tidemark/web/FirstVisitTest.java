package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import module java.base;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page.GetByLabelOptions;
import org.junit.jupiter.api.Test;

/** The way in: by the link that the server prints, and later by the login. */
class FirstVisitTest extends InTheBrowser {

    @Override
    Served served(Path store) {
        return Served.withoutAccounts(store);
    }

    @Test
    void theLinkOfTheFirstStartMakesTheAdministratorWhoLogsInFromThenOn() {
        String link = served().server().setUpLink().orElseThrow();
        Pages ada = pages(new NewContextOptions());
        ada.open(link.substring(served().server().address().length()));
        ada.page().getByLabel("Name").fill("ada");
        ada.page().getByLabel("Password", new GetByLabelOptions().setExact(true)).fill(Served.PASSWORD);
        ada.page().getByLabel("Repeat password").fill(Served.PASSWORD);
        ada.press("Begin");
        assertThat(ada.said()).containsText("Welcome, ada");

        ada.logOut();
        ada.open("/new");
        ada.logIn("ada");
        assertThat(ada.page()).hasURL(Pattern.compile(".*/new"));
    }
}
