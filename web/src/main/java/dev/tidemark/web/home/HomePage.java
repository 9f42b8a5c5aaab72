package dev.tidemark.web.home;

import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.result.LabelSummary;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.jobs.ForecastText;
import dev.tidemark.web.reports.ReportLine;
import dev.tidemark.web.reports.ReportService;
import dev.tidemark.web.status.StatusPages;
import dev.tidemark.web.status.StatusView;

/** State at a glance: what runs, what comes next, what failed, the last results; and where to go. */
public final class HomePage {

    private static final int LATEST = 8;
    private static final int NEXT = 5;
    private static final int FAILED = 3;
    /** So many jobs back it is looked for those that failed. */
    private static final int LOOKED_AT = 20;

    private final Workbench workbench;
    private final StatusPages status;
    private final ReportService reportService;

    public HomePage(Workbench workbench, StatusPages status, ReportService reportService) {
        this.workbench = workbench;
        this.status = status;
        this.reportService = reportService;
    }

    public List<Route> routes() {
        return List.of(Route.get("/", READER, this::show));
    }

    /** Where a person can go, with what is there. */
    public record Destination(String path, String name, String what) {}

    private static final List<Destination> WAYS = List.of(
            new Destination("/checkup", "Checkup",
                    "How good a database is, and what looks wrong, within about a minute."),
            new Destination("/new", "New job", "A matrix, a study, a comparison or a ramp, from a form or a document."),
            new Destination("/jobs", "Jobs", "The queue: its order, scheduled processing, what failed and why."),
            new Destination("/targets", "Targets",
                    "Engines with their settings under a name; whether they can be reached."),
            new Destination("/datasets", "Datasets",
                    "Content that several runs share: made, grown, verified, dropped."),
            new Destination("/defaults", "Defaults",
                    "What every experiment starts from, and what this machine is called."),
            new Destination("/users", "Users", "Who may run and change, and who may only read."));

    /** A job in a line. @param said how long it is thought to take, or why it failed */
    public record JobLine(String name, String path, String said) {}

    /**
     * What the page tells.
     *
     * @param stamp   changes when more than the numbers of what runs does
     * @param running what runs, the oldest of it
     * @param next    the first of the queue; none for who may not ask for jobs
     * @param waiting how many jobs are queued
     * @param scheduling whether queued jobs are run by themselves
     * @param waits   what the next one waits for, in a sentence
     * @param begins  what is on its way to be run, in a sentence; empty where nothing is
     * @param failed  jobs that failed last or are invalid, since one went well
     * @param latest  the last results
     */
    public record Glance(String stamp, Optional<StatusView> running, List<JobLine> next, int waiting,
            boolean scheduling, String waits, String begins, List<JobLine> failed, List<ReportLine> latest,
            boolean administrator) {}

    private void show(RequestContext requestContext) {
        Glance glance = glance(requestContext.administrator());
        if (requestContext.isFragmentRequest()) {
            requestContext.part("home/glance.jte", Map.of("glance", glance));
            return;
        }
        requestContext.page(Kind.of("Home", "/", "htmx.js", "notify.js", "home.js"), "home.jte",
                Map.of("glance", glance, "ways", glance.administrator() ? WAYS : List.of()));
    }

    private Glance glance(boolean administrator) {
        Optional<StatusView> view = status.view(0);
        List<LabelSummary> latest = reportService.found("", false).stream()
                .sorted((one, other) -> other.started().compareTo(one.started())).limit(LATEST).toList();
        List<Job> queued = workbench.jobs().queue().current().stream().filter(j -> j.state().queued()).toList();
        return new Glance(view.map(StatusView::stamp).orElse(""), view.filter(StatusView::running),
                administrator ? queued.stream().limit(NEXT).map(HomePage::next).toList() : List.of(), queued.size(),
                workbench.jobs().queue().scheduling(), administrator && !queued.isEmpty() ? status.waits() : "",
                status.begins(),
                administrator ? failed() : List.of(), ReportLine.of(latest, reportService.headlines()), administrator);
    }

    private static JobLine next(Job job) {
        return new JobLine(job.label(), path(job), job.paused() ? "paused" : ForecastText.expected(job));
    }

    private List<JobLine> failed() {
        return workbench.jobs().queue().over(LOOKED_AT).stream()
                .takeWhile(j -> j.state() != JobState.DONE || j.invalid())
                .filter(j -> j.state() == JobState.FAILED || j.invalid()).limit(FAILED)
                .map(j -> new JobLine(j.label(), path(j), TextSanitizer.sentence(j.message()))).toList();
    }

    private static String path(Job job) {
        return "/jobs/" + job.id();
    }
}
