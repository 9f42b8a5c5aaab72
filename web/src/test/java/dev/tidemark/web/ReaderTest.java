package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.AriaRole;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.Route;
import io.javalin.http.HandlerType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The old manual's section 13: the user without rights browses reports, and is told what is not for them. */
class ReaderTest extends InTheBrowser {

    private Pages rob;

    @BeforeEach
    void logIn() {
        Stored.label(served().workbench().store(), "matrix", 3);
        rob = loggedIn("rob");
    }

    @Test
    void theReaderIsToldWhatOnlyAnAdministratorMayDo() {
        assertThat(rob.main()).containsText("You are here as a reader: you can look at reports and the status. "
                + "Asking for jobs, and changing anything, is for an administrator.");
        assertThat(rob.at("header nav li")).hasText(new String[] {"Reports", "Status"});
        assertThat(rob.main().getByRole(AriaRole.BUTTON)).hasCount(0);
    }

    @Test
    void theReaderReadsReportsComparesThemAndSeesTheStatus() {
        Stored.label(served().workbench().store(), "again", 3);
        rob.report("matrix");
        assertThat(rob.rows(rob.allSettings())).hasSize(3);
        assertThat(rob.page().getByText("Delete matrix")).hasCount(0);
        rob.go("Reports");
        rob.page().getByLabel("choose matrix").check();
        rob.page().getByLabel("choose again").check();
        rob.press("Compare the two chosen");
        assertThat(rob.heading()).containsText("matrix");
        rob.go("Status");
        assertThat(rob.at("[data-v=standing]")).containsText("Nothing is running.");
    }

    @Test
    void theFirstPageSaysWhenItsNumbersStandStill() {
        rob.page().route("**/status/events*", route -> route.abort());
        rob.page().route("**/status/data*", route -> route.abort());
        rob.page().reload();
        assertThat(rob.at("#notice")).hasText("The server does not answer; trying again.");
        rob.page().unroute("**/status/data*");
        assertThat(rob.at("#notice")).isHidden();
        rob.page().context().clearCookies();
        assertThat(rob.heading()).hasText("Log in");
        forgive("net::ERR_FAILED");
        forgive("401");
    }

    @Test
    void noAddressLeadsTheReaderToAnAdministratorsPage() {
        for (Route route : served().server().routes()) {
            if (route.method() == HandlerType.GET && route.access() == Access.ADMINISTRATOR
                    && !route.path().startsWith("/api/")) {
                rob.open(route.path().replace("{id}", "1").replaceAll("\\{[a-z]+}", "matrix"));
                assertThat(rob.main()).containsText("Only an administrator may do this");
            }
        }
        forgive("403");
        assertThat(served().workbench().store().labels()).hasSize(1);
    }
}
