package dev.tidemark.web.jobs;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.JobOptions;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.StartTime;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.Job;
import dev.tidemark.store.JobQueue;
import dev.tidemark.store.JobState;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.reports.ReportPages;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Everything under {@code /new} and {@code /jobs}. */
public final class JobPages {

    private static final String JOBS = "/jobs";
    private static final String NEW = "/new";
    /** Jobs that are over, shown below the queue. */
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
                Route.get(NEW, ADMINISTRATOR, v -> form(v, v.query(), Optional.empty())),
                Route.post("/new/form", ADMINISTRATOR, v -> form(v, v.form(), Optional.empty())),
                Route.post("/new/check", ADMINISTRATOR, this::check),
                Route.get("/new/yaml", ADMINISTRATOR, this::paste),
                Route.post("/new/yaml/check", ADMINISTRATOR, this::checkYaml),
                Route.post(JOBS, ADMINISTRATOR, this::submit),
                Route.post("/jobs/yaml", ADMINISTRATOR, this::submitYaml),
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
                Route.post("/jobs/{id}/duplicate", ADMINISTRATOR, this::duplicate),
                Route.get("/jobs/{id}/cancel", ADMINISTRATOR, v -> ask(v, "Cancel", "cancel",
                        "A running iteration is broken off; what was measured before it is kept.")),
                Route.post("/jobs/{id}/cancel", ADMINISTRATOR, v -> change(v, queue()::cancel, "is cancelled")),
                Route.get("/jobs/{id}/delete", ADMINISTRATOR, v -> ask(v, "Delete", "delete",
                        "It goes from the list; its results stay.")),
                Route.post("/jobs/{id}/delete", ADMINISTRATOR, v -> change(v, queue()::delete, "is deleted")));
    }

    private JobQueue queue() {
        return workbench.jobs().queue();
    }

    // ---- Asking for a job ----

    private void form(Visit visit, Form filled, Optional<BadInput> refused) {
        Map<String, Object> params = Map.of("view", new JobForm(workbench, filled).view(refused));
        if (visit.partly()) {
            visit.part("jobs/form.jte", params);
        } else {
            visit.page(Kind.of("New job", NEW, "htmx.js"), "jobs/new.jte", params);
        }
    }

    private void check(Visit visit) {
        visit.part("jobs/checked.jte", Map.of("check", new JobForm(workbench, visit.form()).checked()));
    }

    private void submit(Visit visit) {
        Form filled = visit.form();
        try {
            Job job = workbench.jobs().submit(new JobForm(workbench, filled).experiment(), visit.author(),
                    options(filled));
            queued(visit, job);
        } catch (BadInput e) {
            visit.context().status(400);
            form(visit, filled, Optional.of(e));
        }
    }

    private JobOptions options(Form filled) {
        try {
            return new JobOptions(false, filled.text("alongside").isPresent(), filled.text("at")
                    .map(t -> StartTime.parse(t, clock.wallTime(), ZoneId.systemDefault())));
        } catch (BadInput e) {
            throw e.at("form:at");
        }
    }

    private static void queued(Visit visit, Job job) {
        visit.leadOn(JOBS, "Job " + job.id() + ", " + job.label() + ", is in the queue.");
    }

    /** What a pasted experiment would take. */
    public record Pasted(String yaml, String forecast, String complaint) {}

    private void paste(Visit visit) {
        String yaml = visit.query().text("job").map(id -> job(visit.query().number("job")).what().yaml()).orElse("");
        paste(visit, yaml.isEmpty() ? new Pasted("", "", "") : pasted(yaml));
    }

    private static void paste(Visit visit, Pasted pasted) {
        visit.page(Kind.of("New job from YAML", NEW, "htmx.js"), "jobs/yaml.jte", Map.of("pasted", pasted));
    }

    private Pasted pasted(String yaml) {
        try {
            return new Pasted(yaml, JobForm.sentence(workbench.jobs().forecast(yaml)), "");
        } catch (BadInput e) {
            return new Pasted(yaml, "", e.getMessage());
        }
    }

    private void checkYaml(Visit visit) {
        String yaml = visit.form().text("yaml").orElse("");
        visit.part("jobs/pasted.jte", Map.of("pasted", yaml.isEmpty() ? new Pasted("", "", "") : pasted(yaml)));
    }

    private void submitYaml(Visit visit) {
        String yaml = visit.form().text("yaml").orElse("");
        try {
            queued(visit, workbench.jobs().submit(yaml, visit.author(), options(visit.form())));
        } catch (BadInput e) {
            visit.context().status(400);
            paste(visit, new Pasted(yaml, "", Draft.Complaint.of(e).text()));
        }
    }

    // ---- The queue ----

    /**
     * A job as a line of the list.
     *
     * @param state    one word
     * @param standing more about it, in a sentence; may be empty
     * @param report   the address of its report; empty where there is none yet
     * @param place    its place in the queue, from 1; 0 for one that is not queued
     * @param last     whether no other is queued behind it
     */
    public record Line(long id, String label, String workload, String state, String standing, String report,
            int iterations, String expected, String author, String asked, int place, boolean last, boolean running,
            boolean queued, boolean paused, boolean again) {

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
                        .map(m -> "not before " + Texts.moment(m)))
                .orElse(job.urgent() && queued ? "next" : "");
        return new Line(job.id(), job.label(), job.what().workload(), state, standing,
                job.batch().isPresent() ? ReportPages.path(job.label()) : "", job.what().iterations(),
                job.what().expected().map(Texts::clock).orElse("–"), job.what().author(), Texts.moment(job.created()),
                place, last, running, queued, job.paused(),
                job.state() == JobState.FAILED || job.state() == JobState.CANCELLED);
    }

    /**
     * The list.
     *
     * @param scheduling whether queued jobs begin by themselves
     * @param trouble    what keeps them from it; may be empty
     * @param current    running and queued jobs, in order
     * @param over       jobs that are over, newest first
     * @param more       how many more are over
     */
    public record Listing(boolean scheduling, String trouble, List<Line> current, List<Line> over, int more) {}

    private Listing listing() {
        List<Job> all = queue().all();
        long queued = all.stream().filter(j -> j.state().queued()).count();
        List<Line> current = new ArrayList<>();
        int place = 0;
        for (Job job : all) {
            if (!job.state().over()) {
                place += job.state().queued() ? 1 : 0;
                current.add(line(job, job.state().queued() ? place : 0, place == queued));
            }
        }
        List<Line> over = all.stream().filter(j -> j.state().over()).map(j -> line(j, 0, false)).toList();
        return new Listing(queue().scheduling(), processor.trouble().orElse(""), current,
                over.stream().limit(MOST_OVER).toList(), Math.max(0, over.size() - MOST_OVER));
    }

    private void list(Visit visit) {
        Map<String, Object> params = Map.of("listing", listing());
        if (visit.partly()) {
            visit.part("jobs/listing.jte", params);
        } else {
            visit.page(Kind.of("Jobs", JOBS, "htmx.js"), "jobs/list.jte", params);
        }
    }

    private Job job(long id) {
        return queue().find(id).orElseThrow(() -> Refusal.missing("there is no job " + id));
    }

    private void one(Visit visit) {
        Job job = job(visit.number("id"));
        visit.page(Kind.of("Job " + job.id(), JOBS), "jobs/one.jte", Map.of("line", line(job, 0, false), "yaml",
                job.what().yaml()));
    }

    private void change(Visit visit, LongConsumer what, String said) {
        Job job = job(visit.number("id"));
        what.accept(job.id());
        visit.leadOn(JOBS, "Job " + job.id() + ", " + job.label() + ", " + said + ".");
    }

    private void move(Visit visit) {
        int place = Math.clamp(visit.form().number("place"), 1, JobQueue.MOST_QUEUED);
        change(visit, id -> queue().move(id, place), "has place " + place);
    }

    private void duplicate(Visit visit) {
        queued(visit, workbench.jobs().duplicate(job(visit.number("id")).id(), visit.author()));
    }

    private void ask(Visit visit, String verb, String action, String consequence) {
        Line line = line(job(visit.number("id")), 0, false);
        visit.ask(JOBS, verb + " job " + line.id() + ", " + line.label(), consequence, line.path() + "/" + action,
                JOBS);
    }

    private void schedule(Visit visit) {
        boolean on = switch (visit.form().needed("on")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Refusal(400, "scheduled processing is either on or off");
        };
        queue().schedule(on);
        visit.leadOn(JOBS, on ? "Scheduled processing is on: the next job begins when the machine is free."
                : "Scheduled processing is off: jobs begin when you say so. What is running goes on.");
    }

    private void askToClear(Visit visit) {
        long over = queue().all().stream().filter(j -> j.state().over()).count();
        visit.ask(JOBS, "Clear the list", Texts.counted(over, "job") + " that " + (over == 1 ? "is" : "are")
                + " over will go from it; results stay, and so does the queue.", "/jobs/clear", JOBS);
    }

    private void clear(Visit visit) {
        visit.leadOn(JOBS, Texts.counted(queue().clear(false), "job") + " cleared from the list.");
    }
}
