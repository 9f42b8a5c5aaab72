package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was typed is not lost: on the way back, by Escape, or when the session ends in the middle of a form. */
class TypedTest extends InTheBrowser {

    private Pages ada;

    @BeforeEach
    void logIn() {
        ada = loggedIn("ada");
    }

    private void fillIn() {
        ada.newJob("null").plan("study").fill("label", "by-hand").set("batch-size", "1,10");
    }

    private void isFilledIn() {
        assertThat(ada.at("#label")).hasValue("by-hand");
        assertThat(ada.at("[id='p.batch-size']")).hasValue("1,10");
        assertThat(ada.at("input[name=plan][value=study]")).isChecked();
    }

    @Test
    void whoeverComesBackFindsTheFormAsItWas() {
        fillIn();
        ada.go("Jobs");
        ada.page().goBack();
        isFilledIn();
    }

    @Test
    void aNewFormIsEmpty() {
        fillIn();
        ada.go("Jobs");
        ada.go("New job");
        assertThat(ada.at("#label")).hasValue("");
    }

    @Test
    void aSessionThatEndsInTheMiddleOfAFormCostsNothing() {
        fillIn();
        ada.page().context().clearCookies();
        ada.press("Queue job");
        assertThat(ada.heading()).hasText("Not allowed");
        forgive("401");
        ada.page().locator("#login").click();
        ada.logIn("ada");
        isFilledIn();
        ada.queue("by-hand");
    }

    @Test
    void theNoticeOfAnEndedSessionIsSeenWhereverThePageStands() {
        fillIn();
        ada.page().context().clearCookies();
        ada.field("expect").fill("response.p99: < 50ms");
        ada.field("p.documents").scrollIntoViewIfNeeded();
        ada.field("p.documents").fill("20k");
        assertThat(ada.at("#notice")).isInViewport();
        assertThat(ada.at("#notice")).containsText("Your session has ended");
        forgive("401");
        ada.follow("Log in again");
        ada.logIn("ada");
        isFilledIn();
        assertThat(ada.at("[id='p.documents']")).hasValue("20k");
    }

    @Test
    void anExperimentInYamlComesBackToo() {
        ada.open("/new/yaml");
        ada.fill("yaml", "workload: ingest\ntarget: 'null'\n");
        ada.go("Jobs");
        ada.page().goBack();
        assertThat(ada.at("#yaml")).hasValue("workload: ingest\ntarget: 'null'\n");
    }

    @Test
    void nothingOfItIsLeftToWhoeverLogsInNext() {
        fillIn();
        ada.logOut();
        assertThat((String) ada.page().evaluate("sessionStorage.getItem('tidemark-typed') ?? ''")).isEmpty();
    }

    @Test
    void escapeLeavesNoFormInWhichSomethingWasTyped() {
        fillIn();
        ada.heading().click();
        ada.page().keyboard().press("Escape");
        isFilledIn();
    }

    @Test
    void escapeInAFieldLeavesNothing() {
        ada.go("New job");
        ada.at("#workload").focus();
        ada.page().keyboard().press("Escape");
        assertThat(ada.heading()).hasText("New job");
        ada.heading().click();
        ada.page().keyboard().press("Escape");
        assertThat(ada.heading()).hasText("Jobs");
    }
}
