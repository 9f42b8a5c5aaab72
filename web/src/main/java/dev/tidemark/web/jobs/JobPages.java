package dev.tidemark.web.jobs;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.JobAction;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** {@code /jobs}: the queue, and each job. Asking for one is {@link NewJobPages}. */
public final class JobPages {

    static final String JOBS = "/jobs";
    /** Queued jobs on a page, and jobs that are over below them. */
    private static final int MOST_QUEUED = 100;
    private static final int MOST_OVER = 50;

    private final Workbench workbench;
    private final JobProcessor processor;
    private final Clock clock;
    private final JobLines lines;

    public JobPages(Workbench workbench, JobProcessor processor, Clock clock) {
        this.workbench = workbench;
        this.processor = processor;
        this.clock = clock;
        this.lines = new JobLines(workbench, processor, clock);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(JOBS, ADMINISTRATOR, this::list),
                Route.post("/jobs/scheduling", ADMINISTRATOR, this::schedule),
                Route.get("/jobs/clear", ADMINISTRATOR, this::askToClear),
                Route.post("/jobs/clear", ADMINISTRATOR, this::clear),
                Route.get("/jobs/{id}", ADMINISTRATOR, this::one),
                Route.post("/jobs/{id}/run", ADMINISTRATOR, v -> change(v, JobAction.RUN)),
                Route.post("/jobs/{id}/pause", ADMINISTRATOR, v -> change(v, JobAction.PAUSE)),
                Route.post("/jobs/{id}/resume", ADMINISTRATOR, v -> change(v, JobAction.RESUME)),
                Route.post("/jobs/{id}/move", ADMINISTRATOR, this::move),
                Route.post("/jobs/{id}/at", ADMINISTRATOR, this::putOff),
                Route.post("/jobs/{id}/at/check", ADMINISTRATOR, this::checkNotBefore),
                Route.post("/jobs/{id}/duplicate", ADMINISTRATOR, this::duplicate),
                Route.get("/jobs/{id}/cancel", ADMINISTRATOR, v -> ask(v, "Cancel", "cancel", JobPages::cancelled)),
                Route.post("/jobs/{id}/cancel", ADMINISTRATOR, v -> change(v, JobAction.CANCEL)),
                Route.get("/jobs/{id}/delete", ADMINISTRATOR, v -> ask(v, "Delete", "delete",
                        line -> line.begun() ? "It goes from the list; its results stay." : "It goes from the list.")),
                Route.post("/jobs/{id}/delete", ADMINISTRATOR, v -> change(v, JobAction.DELETE)));
    }

    private JobQueue queue() {
        return workbench.jobs().queue();
    }

    // ---- The queue ----

    /**
     * The list.
     *
     * @param scheduling whether queued jobs begin by themselves
     * @param trouble    what keeps them from it; may be empty
     * @param current    running and queued jobs, in order
     * @param over       jobs that are over, newest first
     * @param more       how many more are over
     * @param page       which of the pages of queued jobs, from 1
     * @param pages      how many there are
     */
    public record Listing(boolean scheduling, String trouble, List<JobLine> current, List<JobLine> over,
            int more, int page, int pages) {}

    private Listing listing(int requested) {
        List<Job> all = queue().current();
        List<Job> ended = queue().over(MOST_OVER);
        JobLines.Snapshot snapshot = lines.among(all, ended);
        List<Job> queued = all.stream().filter(j -> j.state().queued()).toList();
        int pages = Math.max(1, (queued.size() + MOST_QUEUED - 1) / MOST_QUEUED);
        int page = Math.clamp(requested, 1, pages);
        List<JobLine> current = Stream.concat(all.stream().filter(j -> !j.state().queued()),
                queued.stream().skip((page - 1L) * MOST_QUEUED).limit(MOST_QUEUED)).map(snapshot::line).toList();
        return new Listing(queue().scheduling(), processor.trouble().orElse(""), current,
                ended.stream().map(snapshot::line).toList(), queue().over() - ended.size(), page, pages);
    }

    private void list(RequestContext requestContext) {
        int page = requestContext.query().text("page").isEmpty() ? 1
                : Math.clamp(requestContext.query().number("page"), 1,
                JobQueue.MOST_QUEUED);
        Map<String, Object> params = Map.of("listing", listing(page));
        if (requestContext.isFragmentRequest()) {
            requestContext.changing("jobs/listing.jte", params);
        } else {
            requestContext.page(Kind.of("Jobs", JOBS, "htmx.js"), "jobs/list.jte", params);
        }
    }

    private Job job(long id) {
        return queue().find(id).orElseThrow(() -> HttpException.missing("there is no job " + id));
    }

    /** With its place and its predecessor. */
    private JobLine line(Job job) {
        List<Job> all = queue().all();
        return lines.among(all.stream().filter(j -> !j.state().over()).toList(),
                all.stream().filter(j -> j.state().over()).toList()).line(job);
    }

    private void one(RequestContext requestContext) {
        Job job = job(requestContext.number("id"));
        one(requestContext, job, StartTimeField.of(job));
    }

    private void one(RequestContext requestContext, Job job, Field at) {
        requestContext.page(Kind.of("Job " + job.id(), JOBS, "htmx.js"), "jobs/one.jte",
                Map.of("line", line(job), "yaml", job.what().yaml(), "at", at));
    }

    private void change(RequestContext requestContext, LongConsumer what, String message) {
        Job job = job(requestContext.number("id"));
        what.accept(job.id());
        requestContext.redirect(JOBS, "Job " + job.id() + ", " + job.label() + ", " + message + ".");
    }

    private void change(RequestContext requestContext, JobAction action) {
        requestContext.redirect(JOBS, action.on(queue(), job(requestContext.number("id")).id()));
    }

    private void move(RequestContext requestContext) {
        int place = Math.clamp(requestContext.form().number("place"), 1, JobQueue.MOST_QUEUED);
        change(requestContext, id -> queue().move(id, place), "has place " + place);
    }

    private void putOff(RequestContext requestContext) {
        Form form = requestContext.form();
        Job job = job(requestContext.number("id"));
        if (!StartTimeField.feedback(form).right()) {
            requestContext.context().status(400);
            one(requestContext, job, StartTimeField.field(form.text(StartTimeField.NAME), StartTimeField.wrong(form)));
            return;
        }
        Optional<Instant> moment = StartTimeField.read(form, clock, job.what().notBefore());
        change(requestContext, id -> queue().notBefore(id, moment),
                moment.map(m -> "begins not before " + TextSanitizer.moment(m))
                .orElse("begins as soon as its turn comes"));
    }

    private void checkNotBefore(RequestContext requestContext) {
        requestContext.part("fields/wrongs.jte", Map.of("wrongs",
                List.of(StartTimeField.feedback(requestContext.form()))));
    }

    private void duplicate(RequestContext requestContext) {
        long id = job(requestContext.number("id")).id();
        requestContext.confirming(JOBS, JOBS, () -> {
            Job job = workbench.jobs().duplicate(id, requestContext.author(),
                    RequestContext.destroy(requestContext.form()), RequestContext.agreed(requestContext.form()),
                    RequestContext.large(requestContext.form()));
            requestContext.redirect(JOBS, "Job " + job.id() + ", " + job.label() + ", was queued.");
        });
    }

    private void ask(RequestContext requestContext, String verb, String action, Function<JobLine, String> consequence) {
        JobLine line = line(job(requestContext.number("id")));
        requestContext.ask(JOBS, verb + " job " + line.id() + ", " + line.label(), consequence.apply(line),
                line.path() + "/" + action, JOBS);
    }

    /** Of what has not begun nothing can be interrupted. */
    private static String cancelled(JobLine line) {
        return line.running() ? "The running iteration is interrupted; what was measured before it is kept."
                : line.begun() ? "It does not go on; what was measured of it is kept."
                : "It has not begun, so nothing is lost; it stays in the list as cancelled.";
    }

    private void schedule(RequestContext requestContext) {
        boolean on = switch (requestContext.form().needed("on")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new HttpException(400, "scheduled processing is either on or off");
        };
        queue().schedule(on);
        requestContext.redirect(JOBS, on ? "Scheduled processing is on: the next job begins when the machine is free."
                : "Scheduled processing is off: start jobs yourself. Running jobs continue.");
    }

    private void askToClear(RequestContext requestContext) {
        int over = queue().over();
        requestContext.ask(JOBS, "Clear the list", Numbers.counted(over, "job") + " that " + (over == 1 ? "is" : "are")
                + " over will go from it; results stay, and so does the queue.", "/jobs/clear", JOBS);
    }

    private void clear(RequestContext requestContext) {
        requestContext.redirect(JOBS, Numbers.counted(queue().clear(false), "job") + " cleared from the list.");
    }
}
