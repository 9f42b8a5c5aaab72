package dev.tidemark.web.jobs;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.JobOptions;
import dev.tidemark.app.Unconfirmed;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Conflict;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.Job;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Refusal;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Texts;
import dev.tidemark.web.http.Visit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Asking for a job, by a form or by a document, and changing one that waits. */
public final class NewJobPages {

    private static final String JOBS = "/jobs";
    private static final String NEW = "/new";
    private static final String ALONGSIDE = "alongside";

    private final Workbench workbench;
    private final Clock clock;
    private final Once once = new Once();

    public NewJobPages(Workbench workbench, Clock clock) {
        this.workbench = workbench;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(NEW, ADMINISTRATOR, this::begin),
                Route.post("/new/form", ADMINISTRATOR, v -> form(v, v.form(), Optional.empty())),
                Route.post("/new/check", ADMINISTRATOR, this::check),
                Route.get("/new/yaml", ADMINISTRATOR, this::paste),
                Route.post("/new/yaml", ADMINISTRATOR, this::goOnInYaml),
                Route.post("/new/yaml/check", ADMINISTRATOR, this::checkYaml),
                Route.post(JOBS, ADMINISTRATOR, this::submit),
                Route.post("/jobs/yaml", ADMINISTRATOR, this::submitYaml),
                Route.get("/jobs/{id}/change", ADMINISTRATOR, this::change));
    }

    private Job job(long id) {
        return workbench.jobs().queue().find(id).orElseThrow(() -> Refusal.missing("there is no job " + id));
    }

    // ---- The form ----

    /** An empty form, one with what its address says, or one with another job's experiment. */
    private void begin(Visit visit) {
        Form query = visit.query();
        if (query.text("job").isEmpty()) {
            form(visit, query, Optional.empty());
            return;
        }
        Job job = job(query.number("job"));
        Optional<Form> filled = Filled.with(workbench, job.what().yaml(), Map.of());
        if (filled.isPresent()) {
            form(visit, filled.get(), Optional.empty());
        } else {
            paste(visit, pasted(job.what().yaml(), Form.of(Map.of())));
        }
    }

    private void form(Visit visit, Form filled, Optional<BadInput> refused) {
        Map<String, Object> params = Map.of("view", new JobForm(workbench, filled).view(refused));
        if (visit.partly()) {
            visit.part("jobs/form.jte", params);
        } else {
            visit.page(Kind.of(Changed.of(filled).map(Changed::title).orElse("New job"), NEW, "htmx.js"),
                    "jobs/new.jte", params);
        }
    }

    private void check(Visit visit) {
        visit.part("jobs/checked.jte", Map.of("check", new JobForm(workbench, visit.form()).checked()));
    }

    private void submit(Visit visit) {
        Form filled = visit.form();
        Optional<Job> other = changedMeanwhile(filled);
        if (other.isPresent()) {
            visit.context().status(409);
            form(visit, seenAnew(filled, other.get()), Optional.of(new Conflict(Changed.meanwhile(other.get()))));
            return;
        }
        try {
            ask(visit, options -> workbench.jobs().submit(new JobForm(workbench, filled).experiment(), visit.author(),
                    options), (id, options) -> workbench.jobs().replace(id, new JobForm(workbench, filled).experiment(),
                            visit.author(), options));
        } catch (Unconfirmed e) {
            visit.askToDestroy(e, NEW, JOBS);
        } catch (BadInput e) {
            visit.context().status(400);
            form(visit, filled, Optional.of(e));
        }
    }

    // ---- A document ----

    /**
     * What a pasted experiment would take.
     *
     * @param at        from when on it may begin
     * @param alongside whether it is to run even beside another measured run
     * @param changed   the job in whose place it is asked for
     */
    public record Pasted(String yaml, String forecast, String complaint, Field at, boolean alongside,
            Optional<Changed> changed) {}

    private void paste(Visit visit) {
        Optional<String> id = visit.query().text("job");
        paste(visit, pasted(id.map(i -> job(visit.query().number("job")).what().yaml()).orElse(""), visit.query()));
    }

    private static void paste(Visit visit, Pasted pasted) {
        visit.page(Kind.of(pasted.changed().map(Changed::title).orElse("New job from YAML"), NEW, "htmx.js"),
                "jobs/yaml.jte", Map.of("pasted", pasted, "once", Once.key()));
    }

    private Pasted pasted(String yaml, Form form) {
        try {
            return pasted(yaml, form, yaml.isEmpty() ? "" : JobForm.sentence(workbench.jobs().forecast(yaml)), "");
        } catch (BadInput e) {
            return pasted(yaml, form, "", e.getMessage());
        }
    }

    private static Pasted pasted(String yaml, Form form, String forecast, String complaint) {
        return new Pasted(yaml, forecast, Texts.sentence(complaint), NotBefore.field(form.text(NotBefore.NAME),
                NotBefore.wrong(form)), form.text(ALONGSIDE).isPresent(), Changed.of(form));
    }

    /** What a form says, to be written further: for what no form has fields for. */
    private void goOnInYaml(Visit visit) {
        paste(visit, pasted(new JobForm(workbench, visit.form()).yaml(), visit.form()));
    }

    private void checkYaml(Visit visit) {
        visit.part("jobs/pasted.jte", Map.of("pasted", pasted(visit.form().text("yaml").orElse(""), visit.form()),
                "checked", true));
    }

    private void submitYaml(Visit visit) {
        String yaml = visit.form().text("yaml").orElse("");
        Optional<Job> other = changedMeanwhile(visit.form());
        if (other.isPresent()) {
            visit.context().status(409);
            paste(visit, pasted(yaml, seenAnew(visit.form(), other.get()), "", Changed.meanwhile(other.get())));
            return;
        }
        try {
            ask(visit, options -> workbench.jobs().submit(yaml, visit.author(), options),
                    (id, options) -> workbench.jobs().replace(id, yaml, visit.author(), options));
        } catch (Unconfirmed e) {
            visit.askToDestroy(e, NEW, JOBS);
        } catch (BadInput e) {
            visit.context().status(400);
            Draft.Complaint complaint = Draft.Complaint.of(e);
            boolean told = complaint.field().equals(Optional.of(NotBefore.NAME)); // beside its field
            paste(visit, pasted(yaml, visit.form(), "", told ? "" : complaint.text()));
        }
    }

    // ---- Asking ----

    /** Puts something else in the place of a job. */
    @FunctionalInterface
    private interface Replacing {
        Job replace(long id, JobOptions options);
    }

    private void ask(Visit visit, Function<JobOptions, Job> submit, Replacing replace) {
        Form form = visit.form();
        JobOptions options = options(form);
        Optional<Changed> changed = Changed.of(form);
        if (changed.isPresent()) {
            Job job = replace.replace(changed.get().id(), options);
            visit.leadOn(JOBS, "Job " + job.id() + ", " + job.label() + ", is changed.");
            return;
        }
        Once.Done done = once.carryOut(form, () -> submit.apply(options).id());
        visit.leadOn(JOBS, done.already() ? "This was asked for already, as job " + done.result()
                + "; Duplicate asks for it again."
                : "Job " + done.result() + ", " + job(done.result()).label() + ", is in the queue.");
    }

    private JobOptions options(Form filled) {
        try {
            return new JobOptions(false, filled.text(ALONGSIDE).isPresent(), NotBefore.read(filled, clock),
                    Visit.destroy(filled));
        } catch (BadInput e) {
            throw e.at(Draft.PLACE + NotBefore.NAME);
        }
    }

    // ---- Changing one that waits ----

    /** The job that a form is to change, where somebody else has changed it since the form was made. */
    private Optional<Job> changedMeanwhile(Form form) {
        return Changed.of(form).flatMap(c -> workbench.jobs().queue().find(c.id()).filter(job -> !c.holds(job)));
    }

    /** The form as if it had been made of what the job is now. */
    private static Form seenAnew(Form form, Job job) {
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        Changed.fields(job).forEach((name, text) -> fields.put(name, List.of(text)));
        return Form.of(fields);
    }

    private void change(Visit visit) {
        Job job = job(visit.number("id"));
        if (!job.state().queued() || job.started().isPresent()) {
            throw new Refusal(409, "job " + job.id() + " has been begun and cannot be changed; duplicate it instead");
        }
        Map<String, String> more = new LinkedHashMap<>(Changed.fields(job));
        job.what().notBefore().ifPresent(m -> more.put(NotBefore.NAME, Texts.moment(m).replace(' ', 'T')));
        if (job.what().alongside()) {
            more.put(ALONGSIDE, "true");
        }
        Optional<Form> filled = Filled.with(workbench, job.what().yaml(), more);
        if (filled.isPresent()) {
            form(visit, filled.get(), Optional.empty());
        } else {
            Map<String, List<String>> fields = new LinkedHashMap<>();
            more.forEach((name, text) -> fields.put(name, List.of(text)));
            paste(visit, pasted(job.what().yaml(), Form.of(fields)));
        }
    }
}
