package dev.tidemark.web.home;

import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.Workbench;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.reports.ReportPages.Line;
import dev.tidemark.web.status.StatusPages;
import dev.tidemark.web.status.StatusView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is running, the latest reports, and where to go. */
public final class HomePage {

    private static final int LATEST = 8;

    private final Workbench workbench;
    private final StatusPages status;

    public HomePage(Workbench workbench, StatusPages status) {
        this.workbench = workbench;
        this.status = status;
    }

    public List<Route> routes() {
        return List.of(Route.get("/", READER, this::show));
    }

    /** Where a person can go, with what is there. */
    public record Way(String path, String name, String what) {}

    private static final List<Way> WAYS = List.of(
            new Way("/new", "New job", "A matrix, a study, a comparison or a ramp, from a form or a document."),
            new Way("/jobs", "Jobs", "The queue: its order, scheduled processing, what failed and why."),
            new Way("/targets", "Targets", "Engines with their settings under a name; whether they can be reached."),
            new Way("/datasets", "Datasets", "Content that several runs share: made, grown, verified, dropped."),
            new Way("/defaults", "Defaults", "What every experiment starts from, and what this machine is called."),
            new Way("/users", "Users", "Who may run and change, and who may only read."));

    private void show(RequestContext requestContext) {
        Optional<StatusView> running = status.view(0).filter(StatusView::running);
        List<Line> latest = workbench.store().labels().reversed().stream().limit(LATEST).map(Line::of).toList();
        long waiting = workbench.jobs().queue().waiting();
        Optional<Job> failed = workbench.jobs().queue().over(1).stream().filter(j -> j.state() == JobState.FAILED)
                .findFirst();
        requestContext.page(Kind.of("Home", "/"), "home.jte",
                Map.of("running", running, "latest", latest, "waiting", waiting,
                "scheduling", workbench.jobs().queue().scheduling(), "failed", failed.map(j -> "Job " + j.id() + ", "
                        + j.label() + ", failed" + (j.message().isEmpty() ? "." : ": " + j.message() + ".")).orElse(""),
                "ways", requestContext.administrator() ? WAYS : List.of()));
    }
}
