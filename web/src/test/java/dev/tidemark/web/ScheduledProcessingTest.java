package dev.tidemark.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.tidemark.testing.ByTurns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The old manual's section 10, scheduled processing: jobs wait, and begin by themselves, or when they are told to. */
@ByTurns(days = 10, heldBy = {"JobPagesTest", "JobProcessorTest"})
class ScheduledProcessingTest extends InTheBrowser {

    private final ShiftedClock clock = new ShiftedClock();
    private Pages ada;

    @Override
    Served served(Path store) {
        return Served.with(store, clock);
    }

    @BeforeEach
    void logIn() {
        ada = loggedIn("ada");
        ada.go("Jobs");
    }

    private long ask(String label, String notBefore) {
        ada.newJob("null").fill("label", label).set("documents", "100").set("payload", "100").set("warm-up", "none");
        ada.field("plan.fork").selectOption("none");
        ada.fill("at", notBefore);
        long job = ada.queue(label);
        assertThat(ada.heading()).isVisible();
        assertThat(ada.page()).hasURL(Pattern.compile(".*/status\\?job=" + job));
        ada.go("Jobs");
        return job;
    }

    /** The same without the form, at once. */
    private long ask(String label) {
        long job = submit("""
                label: %s
                workload: ingest
                target: 'null'
                set: {documents: 100, payload: 100, warm-up: none}
                plan: {fork: none}
                """.formatted(label));
        ada.go("Jobs");
        return job;
    }

    /** One of the things that can be done to a job, by its menu. */
    private Locator action(long job, String what) {
        ada.at("#menu-" + job).click();
        return ada.at("#actions-" + job).getByText(what, new Locator.GetByTextOptions().setExact(true));
    }

    private Locator waiting() {
        return ada.page().getByRole(AriaRole.REGION,
                new Page.GetByRoleOptions().setName("Running and waiting jobs"));
    }

    private Locator over() {
        return ada.page().getByRole(AriaRole.REGION,
                new Page.GetByRoleOptions().setName("Finished jobs"));
    }

    private List<String> inTheOrderOfTheirStart() {
        return served().workbench().store().labels().stream().map(l -> l.label()).toList();
    }

    @Test
    void whileItIsOffJobsWaitAndOnceItIsOnTheyRunInTheirOrder() {
        ada.press("Switch it off");
        assertThat(ada.said()).containsText("Scheduled processing is off");
        ask("first", "");
        ask("second");
        long third = ask("third");
        assertThat(ada.column(waiting().locator("table"), "label")).containsExactly("first", "second", "third");
        action(third, "Up").click();
        assertThat(ada.column(waiting().locator("table"), "label")).containsExactly("first", "third", "second");
        ada.open("/");
        assertThat(ada.main()).containsText("3 jobs wait; scheduled processing is off.");

        ada.go("Jobs");
        ada.press("Switch it on");
        assertThat(ada.said()).containsText("Scheduled processing is on");
        assertThat(over().locator("tbody tr")).hasCount(3);
        assertThat(ada.at("#listing")).containsText("Nothing is waiting.");
        assertThat(inTheOrderOfTheirStart()).containsExactly("first", "third", "second");
    }

    @Test
    void aJobOfALaterTimeLetsOthersPassAndBeginsByItselfThen() {
        LocalDateTime later = LocalDateTime.now().plusHours(1).truncatedTo(ChronoUnit.SECONDS);
        ask("in an hour", later.toString()); // without seconds where they are 0, as a browser has it
        assertThat(waiting()).containsText("waits until 2");
        ask("at once");
        assertThat(over()).containsText("at once");
        assertThat(ada.column(waiting().locator("table"), "label")).containsExactly("in an hour");
        clock.putForward(Duration.ofHours(1));
        assertThat(over()).containsText("in an hour");
        assertThat(served().workbench().store().labels()).filteredOn(l -> l.label().equals("in an hour"))
                .singleElement().satisfies(l -> assertThat(l.started())
                        .isAfterOrEqualTo(later.atZone(ZoneId.systemDefault()).toInstant()));
    }

    @Test
    void whatIsToBeDeletedIsNamedAndEscapeLeavesItBe() {
        ada.press("Switch it off");
        long job = ask("kept");
        action(job, "Cancel").click();
        assertThat(ada.heading()).hasText("Cancel job " + job + ", kept?");
        ada.page().keyboard().press("Escape");
        assertThat(waiting()).containsText("kept");
        action(job, "Delete").click();
        ada.press("Delete job " + job + ", kept");
        assertThat(ada.said()).hasText("Job " + job + ", kept, is deleted.");
        assertThat(ada.at("#listing")).containsText("Nothing is waiting.");
    }
}
