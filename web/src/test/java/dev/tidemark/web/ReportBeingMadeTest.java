package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.WaitForSelectorState;
import org.junit.jupiter.api.Test;

/** A server whose pages never wait for a report. */
class ReportBeingMadeTest extends InTheBrowser {

    @Override
    Served served(Path store) {
        return Served.with(store, Duration.ZERO);
    }

    @Test
    void aPageThatTakesLongSaysSoAndThenComesByItself() {
        Stored.label(served().workbench().store(), "matrix", 100);
        Pages rob = loggedIn("rob");
        Response first = rob.page().navigate(served().server().address() + "/reports/matrix");
        assertThat(first.status()).isEqualTo(202);
        assertThat(rob.at("#table")).isVisible();
        assertThat(rob.heading()).hasText("matrix");
        Response again = rob.page().navigate(served().server().address() + "/reports/matrix");
        assertThat(again.status()).isEqualTo(200);
    }

    @Test
    void aComparisonDoesTheSame() {
        Stored.label(served().workbench().store(), "before", 20);
        Stored.label(served().workbench().store(), "after", 20);
        Pages rob = loggedIn("rob");
        Response first = rob.page().navigate(served().server().address() + "/compare?a=before&b=after");
        assertThat(first.status()).isEqualTo(202);
        rob.at("main table").first().waitFor(new Locator.WaitForOptions()
                .setState(WaitForSelectorState.VISIBLE));
    }

    @Test
    void whatIsRefusedIsToldInTheEnd() throws Exception {
        Browser rob = served().loggedIn("rob");
        Browser.Answer answer = rob.get("/reports/nothing");
        while (answer.status() == 202) {
            answer = rob.get("/reports/nothing");
        }
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).contains("There is no label 'nothing'");
    }
}
