package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Any two reports, side by side, by two clicks. */
@Timeout(300)
class ComparedInTwoClicksTest extends InTheBrowser {

    private Pages rob;

    @BeforeEach
    void store() {
        Stored.overTime(served().workbench().store(), "before", List.of("ssd"), 8, 1);
        Stored.overTime(served().workbench().store(), "after", List.of("ssd"), 8, 1.5);
        rob = loggedIn("rob");
    }

    @Test
    void fromAReportByTheChoiceOfTheSecond() {
        rob.open("/reports/before");
        rob.follow("Compare with…");
        assertThat(rob.heading()).hasText("Compare before with");
        rob.follow("after");
        assertThat(rob.heading()).hasText("before and after");
        assertThat(rob.at(".side")).hasText(new String[] {"A before", "B after"});
        rob.follow("Swap A and B");
        assertThat(rob.heading()).hasText("after and before");
        rob.follow("Compare A with another");
        assertThat(rob.heading()).hasText("Compare after with");
    }

    @Test
    void fromTheList() {
        rob.open("/reports");
        rob.link("compare before with…").click();
        rob.follow("after");
        assertThat(rob.heading()).hasText("before and after");
    }

    @Test
    void whatIsBetterIsSaidByColourSignAndWord() {
        rob.open("/compare?a=before&b=after");
        Locator overall = rob.at(".sub:has(h3:text('Overall')) table").first();
        Locator throughput = overall.locator("tr:has(td:text('Throughput')) .tone");
        assertThat(throughput).hasText("△"); // one run each: nothing is claimed
        assertThat(throughput).hasAttribute("aria-label", "better, not shown to be significant");
        assertThat(overall.locator("tr:has(td:text('On disk size')) .tone")).hasAttribute("aria-label",
                "worse, not shown to be significant");
        assertThat(rob.column(overall, "measure")).anyMatch(m -> m.startsWith("Flush write"))
                .anyMatch(m -> m.startsWith("On disk size"));
    }

    @Test
    void onlyThoseOfTheSameWorkloadAreOfferedAndFoundByTheirNames() {
        Stored.label(served().workbench().store(), "again", 1);
        rob.open("/compare?with=before");
        assertThat(rob.at("#listing a")).hasText(new String[] {"after", "again"});
        rob.page().locator("#q").fill("aft");
        assertThat(rob.at("#listing a")).hasText(new String[] {"after"});
        rob.page().locator("#q").fill("nothing");
        assertThat(rob.at("#listing")).containsText("No other label of ingest contains “nothing”.");
        rob.open("/compare?with=befor");
        assertThat(rob.main()).containsText("did you mean 'before'?");
        forgive("404");
    }

    @Test
    void itWorksWithoutScripts() {
        Pages plain = pages(new NewContextOptions().setJavaScriptEnabled(false));
        plain.open("/");
        plain.logIn("rob");
        plain.open("/reports/before");
        assertThat(plain.button("Copy link")).hasCount(0);
        plain.follow("Compare with…");
        plain.page().locator("#q").fill("aft");
        plain.press("Find");
        plain.follow("after");
        assertThat(plain.heading()).hasText("before and after");
    }
}
