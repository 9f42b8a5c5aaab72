package dev.tidemark.web.jobs;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.UnconfirmedDeviceException;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.reports.ReportPages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** {@code /jobs}: the queue, and each job. Asking for one is {@link NewJobPages}. */
public final class JobPages {

    private static final String JOBS = "/jobs";
    /** Queued jobs on a page, and jobs that are over below them. */
    private static final int MOST_QUEUED = 100;
    private static final int MOST_OVER = 50;

    private final Workbench workbench;
    private final JobProcessor processor;
    private final Clock clock;

    public JobPages(Workbench workbench, JobProcessor processor, Clock clock) {
        this.workbench = workbench;
        this.processor = processor;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(JOBS, ADMINISTRATOR, this::list),
                Route.post("/jobs/scheduling", ADMINISTRATOR, this::schedule),
                Route.get("/jobs/clear", ADMINISTRATOR, this::askToClear),
                Route.post("/jobs/clear", ADMINISTRATOR, this::clear),
                Route.get("/jobs/{id}", ADMINISTRATOR, this::one),
                Route.post("/jobs/{id}/run", ADMINISTRATOR, v -> change(v, queue()::runNow,
                        "begins as soon as the machine is free")),
                Route.post("/jobs/{id}/pause", ADMINISTRATOR, v -> change(v, queue()::pause,
                        "waits until you resume it")),
                Route.post("/jobs/{id}/resume", ADMINISTRATOR, v -> change(v, queue()::resume,
                        "is in the queue again")),
                Route.post("/jobs/{id}/move", ADMINISTRATOR, this::move),
                Route.post("/jobs/{id}/at", ADMINISTRATOR, this::putOff),
                Route.post("/jobs/{id}/at/check", ADMINISTRATOR, this::checkNotBefore),
                Route.post("/jobs/{id}/duplicate", ADMINISTRATOR, this::duplicate),
                Route.get("/jobs/{id}/cancel", ADMINISTRATOR, v -> ask(v, "Cancel", "cancel",
                        "A running iteration is interrupted; what was measured before it is kept.")),
                Route.post("/jobs/{id}/cancel", ADMINISTRATOR, v -> change(v, queue()::cancel, "is cancelled")),
                Route.get("/jobs/{id}/delete", ADMINISTRATOR, v -> ask(v, "Delete", "delete",
                        "It goes from the list; its results stay.")),
                Route.post("/jobs/{id}/delete", ADMINISTRATOR, v -> change(v, queue()::delete, "is deleted")));
    }

    private JobQueue queue() {
        return workbench.jobs().queue();
    }

    // ---- The queue ----

    /**
     * A job as a line of the list.
     *
     * @param state    one word
     * @param standing more about it, in a sentence; may be empty
     * @param report   the address of its report; empty where there is none yet
     * @param extent   how much it runs: iterations, or ramps and the most steps of them
     * @param expected how long it was thought to take
     * @param ended    when it was over; empty before
     * @param took     from when it first began until then
     * @param place    its place in the queue, from 1; 0 for one that is not queued
     * @param last     whether no other is queued behind it
     * @param again    whether it can be gone on with, although it is over
     * @param changeable whether something else can still be asked for in its place
     */
    public record Line(long id, String label, String workload, String state, String standing, String report,
            String extent, String expected, String ended, String took, String author, String asked, int place,
            boolean last, boolean running,
            boolean queued, boolean paused, boolean again, boolean changeable) {

        /** The address of the job's own page. */
        public String path() {
            return JOBS + "/" + id;
        }
    }

    private Line line(Job job, int place, boolean last) {
        boolean running = job.state() == JobState.RUNNING;
        boolean queued = job.state().queued();
        String state = queued && job.paused() ? "paused" : Types.word(job.state());
        String standing = job.wish().map(w -> "is being " + (Types.word(w).equals("pause") ? "paused" : "cancelled"))
                .or(() -> Optional.of(job.message()).filter(m -> !m.isEmpty()))
                .or(() -> job.what().notBefore().filter(m -> queued && m.isAfter(clock.wallTime()))
                        .map(m -> "not before " + TextSanitizer.moment(m)))
                .orElse(job.urgent() && queued ? "next" : "");
        return new Line(job.id(), job.label(), job.what().workload(), state, standing,
                job.batch().isPresent() ? ReportPages.path(job.label()) : "", extent(job), expected(job),
                job.ended().map(TextSanitizer::moment).orElse(""), job.started().flatMap(began -> job.ended()
                        .map(ended -> Numbers.clock(Duration.between(began, ended)))).orElse("–"), job.what().author(),
                        TextSanitizer.moment(job.created()),
                place, last, running, queued, job.paused(),
                job.state() == JobState.FAILED || job.state() == JobState.CANCELLED,
                job.state() == JobState.WAITING && job.started().isEmpty());
    }

    private static String extent(Job job) {
        int steps = job.what().steps();
        return steps > 0 ? ForecastText.searches(job.what().iterations(),
                job.what().yaml().contains("find-rate:") ? "search" : "ramp", steps)
                : Numbers.counted(job.what().iterations(), "iteration");
    }

    private static String expected(Job job) {
        return job.what().expected().map(t -> Numbers.clock(t) + (job.what().steps() > 0 ? " a step" : "")).orElse("–");
    }

    /**
     * The list.
     *
     * @param scheduling whether queued jobs begin by themselves
     * @param trouble    what keeps them from it; may be empty
     * @param waitsFor   the run that the machine is busy with while a job's turn has come; may be empty
     * @param current    running and queued jobs, in order
     * @param over       jobs that are over, newest first
     * @param more       how many more are over
     * @param page       which of the pages of queued jobs, from 1
     * @param pages      how many there are
     */
    public record Listing(boolean scheduling, String trouble, String waitsFor, List<Line> current, List<Line> over,
            int more, int page, int pages) {}

    private Listing listing(int wanted) {
        List<Job> all = queue().current();
        List<Job> queued = all.stream().filter(j -> j.state().queued()).toList();
        int pages = Math.max(1, (queued.size() + MOST_QUEUED - 1) / MOST_QUEUED);
        int page = Math.clamp(wanted, 1, pages);
        List<Line> current = new ArrayList<>();
        all.stream().filter(j -> !j.state().queued()).forEach(j -> current.add(line(j, 0, false)));
        int from = (page - 1) * MOST_QUEUED;
        for (int i = from; i < Math.min(from + MOST_QUEUED, queued.size()); i++) {
            current.add(line(queued.get(i), i + 1, i + 1 == queued.size()));
        }
        List<Line> over = queue().over(MOST_OVER).stream().map(j -> line(j, 0, false)).toList();
        return new Listing(queue().scheduling(), processor.trouble().orElse(""), processor.waitsFor()
                .map(who -> who.isEmpty() ? "another measured run" : who).orElse(""), current, over,
                queue().over() - over.size(), page, pages);
    }

    private void list(RequestContext requestContext) {
        int page = requestContext.query().text("page").isEmpty() ? 1
                : Math.clamp(requestContext.query().number("page"), 1,
                JobQueue.MOST_QUEUED);
        Map<String, Object> params = Map.of("listing", listing(page));
        if (requestContext.partly()) {
            requestContext.changing("jobs/listing.jte", params);
        } else {
            requestContext.page(Kind.of("Jobs", JOBS, "htmx.js"), "jobs/list.jte", params);
        }
    }

    private Job job(long id) {
        return queue().find(id).orElseThrow(() -> HttpException.missing("there is no job " + id));
    }

    private void one(RequestContext requestContext) {
        Job job = job(requestContext.number("id"));
        one(requestContext, job, StartTimeField.field(job.what().notBefore().map(TextSanitizer::moment), Map.of()));
    }

    private void one(RequestContext requestContext, Job job, Field at) {
        requestContext.page(Kind.of("Job " + job.id(), JOBS, "htmx.js"), "jobs/one.jte",
                Map.of("line", line(job, 0, false),
                "yaml", job.what().yaml(), "at", at));
    }

    private void change(RequestContext requestContext, LongConsumer what, String said) {
        Job job = job(requestContext.number("id"));
        what.accept(job.id());
        requestContext.leadOn(JOBS, "Job " + job.id() + ", " + job.label() + ", " + said + ".");
    }

    private void move(RequestContext requestContext) {
        int place = Math.clamp(requestContext.form().number("place"), 1, JobQueue.MOST_QUEUED);
        change(requestContext, id -> queue().move(id, place), "has place " + place);
    }

    private void putOff(RequestContext requestContext) {
        Form form = requestContext.form();
        if (!StartTimeField.told(form).right()) {
            requestContext.context().status(400);
            one(requestContext, job(requestContext.number("id")),
                    StartTimeField.field(form.text(StartTimeField.NAME), StartTimeField.wrong(form)));
            return;
        }
        Optional<Instant> moment = StartTimeField.read(form, clock);
        change(requestContext, id -> queue().notBefore(id, moment),
                moment.map(m -> "begins not before " + TextSanitizer.moment(m))
                .orElse("begins as soon as its turn comes"));
    }

    private void checkNotBefore(RequestContext requestContext) {
        requestContext.part("fields/wrongs.jte", Map.of("wrongs", List.of(StartTimeField.told(requestContext.form()))));
    }

    private void duplicate(RequestContext requestContext) {
        long id = job(requestContext.number("id")).id();
        try {
            Job job = workbench.jobs().duplicate(id, requestContext.author(),
                    RequestContext.destroy(requestContext.form()));
            requestContext.leadOn(JOBS, "Job " + job.id() + ", " + job.label() + ", is in the queue.");
        } catch (UnconfirmedDeviceException e) {
            requestContext.askToDestroy(e, JOBS, JOBS);
        }
    }

    private void ask(RequestContext requestContext, String verb, String action, String consequence) {
        Line line = line(job(requestContext.number("id")), 0, false);
        requestContext.ask(JOBS, verb + " job " + line.id() + ", " + line.label(), consequence, line.path() + "/"
                + action,
                JOBS);
    }

    private void schedule(RequestContext requestContext) {
        boolean on = switch (requestContext.form().needed("on")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new HttpException(400, "scheduled processing is either on or off");
        };
        queue().schedule(on);
        requestContext.leadOn(JOBS, on ? "Scheduled processing is on: the next job begins when the machine is free."
                : "Scheduled processing is off: jobs begin when you say so. What is running goes on.");
    }

    private void askToClear(RequestContext requestContext) {
        int over = queue().over();
        requestContext.ask(JOBS, "Clear the list", Numbers.counted(over, "job") + " that " + (over == 1 ? "is" : "are")
                + " over will go from it; results stay, and so does the queue.", "/jobs/clear", JOBS);
    }

    private void clear(RequestContext requestContext) {
        requestContext.leadOn(JOBS, Numbers.counted(queue().clear(false), "job") + " cleared from the list.");
    }
}
