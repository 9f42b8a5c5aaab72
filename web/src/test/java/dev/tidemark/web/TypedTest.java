package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.results.StoredDefault;
import dev.tidemark.testing.ByTurns;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was typed is not lost: on the way back, by Escape, or when the session ends in the middle of a form. */
@ByTurns(days = 10, heldBy = "JobFormTest")
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
        assertThat(ada.at("[id='vary.batch-size']")).hasValue("1,10");
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
    void aDraftIsKeptUntilItIsSent() {
        fillIn();
        ada.go("Jobs");
        ada.go("New job");
        assertThat(ada.at("#draft")).containsText(Pattern.compile("Draft of \\d\\d:\\d\\d restored"));
        isFilledIn();
        ada.page().reload();
        isFilledIn();
        ada.set("documents", "one");
        ada.press("Queue job");
        assertThat(ada.at("#errors")).containsText("documents");
        forgive("400");
        ada.go("Jobs");
        ada.go("New job");
        assertThat(ada.at("[id='vary.documents']")).hasValue("one");
        ada.set("documents", "100");
        ada.queue("by-hand");
        ada.go("New job");
        assertThat(ada.at("#draft")).isHidden();
        assertThat(ada.at("#label")).hasValue("");
    }

    @Test
    void aDraftCanBeThrownAwayAndIsThatOfItsWorkload() {
        fillIn();
        ada.open("/new?workload=volume");
        assertThat(ada.at("#draft")).isHidden();
        assertThat(ada.at("#label")).hasValue("");
        ada.open("/new?workload=ingest");
        isFilledIn();
        ada.press("Discard");
        assertThat(ada.at("#label")).hasValue("");
        assertThat(ada.at("#draft")).isHidden();
        ada.page().reload();
        assertThat(ada.at("#label")).hasValue("");
    }

    @Test
    void whatWasTypedWhereASecretBelongsIsKeptNowhere() {
        ada.newJob("null").fill("label", "by-hand");
        ada.at("[id='set.payload']").evaluate("field => { field.dataset.secret = 'true'; }"); // as a password's field
        ada.set("payload", "open sesame");
        ada.go("Jobs");
        assertThat((String) ada.page().evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])"))
                .contains("by-hand").doesNotContain("sesame");
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
        ada.field("set.documents").scrollIntoViewIfNeeded();
        ada.field("set.documents").fill("20k");
        assertThat(ada.at("#notice")).isInViewport();
        assertThat(ada.at("#notice")).containsText("Your session has ended");
        forgive("401");
        ada.follow("Log in again");
        ada.logIn("ada");
        isFilledIn();
        assertThat(ada.at("[id='set.documents']")).hasValue("20k");
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
    void whatComesBackOverwritesNothingThatOthersHaveChangedMeanwhile() {
        ada.open("/defaults?workload=ingest");
        ada.fill("set.documents", "7k");
        ada.go("Jobs");
        served().workbench().store().setDefault("ingest", new StoredDefault("workers", false, "8"));
        ada.page().goBack();
        assertThat(ada.at("[id='set.documents']")).hasValue("7k");
        ada.press("Save");
        assertThat(ada.main()).containsText("Somebody else has changed these defaults");
        forgive("409");
        assertThat(ada.at("[id='set.documents']")).hasValue("7k");
        assertThat(served().workbench().store().defaults("ingest")).extracting(StoredDefault::name)
                .containsExactly("workers");
    }

    @Test
    void nothingOfItIsLeftToWhoeverLogsInNext() {
        fillIn();
        ada.logOut();
        assertThat((String) ada.page().evaluate("sessionStorage.getItem('tidemark-typed') ?? ''")).isEmpty();
        assertThat((String) ada.page().evaluate("JSON.stringify({...localStorage})")).doesNotContain("by-hand");
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
