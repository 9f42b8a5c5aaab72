package dev.tidemark.web.jobs;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.FollowUp;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.Workbench;
import dev.tidemark.app.run.UnagreedException;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.NewJob;
import dev.tidemark.web.fields.Field;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.IdempotencyTokens;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;

/** Asking for a job, by a form or by a document, and changing one that waits. */
public final class NewJobPages {

    private static final String JOBS = "/jobs";
    private static final String NEW = "/new";
    private static final String ALONGSIDE = "alongside";
    private static final String STATUS = "/status";
    private static final String BROWSE = "browse";
    private static final String CHOOSE = "choose";
    /** What an address may say of a form in whose place a draft may come. */
    private static final Set<String> DRAFTED = Set.of("workload");

    private final Workbench workbench;
    private final Clock clock;
    private final IdempotencyTokens idempotencyTokens = new IdempotencyTokens();

    public NewJobPages(Workbench workbench, Clock clock) {
        this.workbench = workbench;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(NEW, ADMINISTRATOR, this::begin),
                Route.post("/new/form", ADMINISTRATOR, v -> form(v, chosen(v.form()), Optional.empty())),
                Route.post("/new/folders", ADMINISTRATOR, this::folders),
                Route.post("/new/check", ADMINISTRATOR, this::check),
                Route.get("/new/yaml", ADMINISTRATOR, this::paste),
                Route.post("/new/yaml", ADMINISTRATOR, this::goOnInYaml),
                Route.post("/new/yaml/check", ADMINISTRATOR, this::checkYaml),
                Route.post(JOBS, ADMINISTRATOR, this::submit),
                Route.post("/jobs/yaml", ADMINISTRATOR, this::submitYaml),
                Route.get("/jobs/{id}/change", ADMINISTRATOR, this::change));
    }

    private Job job(long id) {
        return workbench.jobs().queue().find(id).orElseThrow(() -> HttpException.missing("there is no job " + id));
    }

    // ---- The form ----

    /** An empty form, one with what its address says, or one with another job's experiment. */
    private void begin(RequestContext requestContext) {
        Form query = requestContext.query();
        Optional<String> label = query.text("again");
        if (label.isPresent()) {
            filled(requestContext, again(label.get()), new LinkedHashMap<>());
            return;
        }
        if (query.text("job").isEmpty()) {
            boolean fresh = DRAFTED.containsAll(query.fields().keySet());
            form(requestContext, query, new JobForm(workbench, query).view(Optional.empty()).whenFresh(fresh));
            return;
        }
        filled(requestContext, job(query.number("job")), Map.of());
    }

    /** The newest experiment of a label, with another seed. */
    private String again(String label) {
        LabelResults results = workbench.store().label(label)
                .orElseThrow(() -> HttpException.missing("there is no label " + label));
        return workbench.read(FollowUp.AS_IT_WAS.document(results)).yaml();
    }

    /** What a job asks for, in the form, or as a document where that has no fields for something in it. */
    private void filled(RequestContext requestContext, Job job, Map<String, String> more) {
        Map<String, String> how = new LinkedHashMap<>(more);
        job.what().notBefore().filter(m -> !more.isEmpty() || m.isAfter(clock.wallTime()))
                .ifPresent(m -> how.put(StartTimeField.NAME, StartTimeField.text(m)));
        if (job.what().alongside()) {
            how.put(ALONGSIDE, "true");
        }
        filled(requestContext, job.what().yaml(), how);
    }

    private void filled(RequestContext requestContext, String yaml, Map<String, String> how) {
        Optional<Form> filled = ExperimentFields.of(workbench, yaml, how);
        if (filled.isPresent()) {
            form(requestContext, filled.get(), Optional.empty());
        } else {
            Map<String, List<String>> fields = new LinkedHashMap<>();
            how.forEach((name, text) -> fields.put(name, List.of(text)));
            paste(requestContext, pasted(yaml, Form.of(fields)));
        }
    }

    private void form(RequestContext requestContext, Form filled, Optional<InvalidInputException> refused) {
        form(requestContext, filled, new JobForm(workbench, filled).view(refused));
    }

    private void form(RequestContext requestContext, Form filled, FormView view) {
        Map<String, Object> params = Map.of("view", view);
        if (requestContext.isFragmentRequest()) {
            requestContext.part("jobs/form.jte", params);
        } else {
            requestContext.page(Kind.of(JobRevision.of(filled).map(JobRevision::title).orElse("New job"), NEW,
                    "htmx.js", "job-form.js"),
                    "jobs/new.jte", params);
        }
    }

    private void check(RequestContext requestContext) {
        requestContext.part("jobs/checked.jte",
                Map.of("check", new JobForm(workbench, requestContext.form()).checked()));
    }

    private void submit(RequestContext requestContext) {
        Form filled = requestContext.form();
        Optional<Job> other = changedMeanwhile(filled);
        if (other.isPresent()) {
            requestContext.context().status(409);
            form(requestContext, seenAnew(filled, other.get()),
                    Optional.of(new ConflictException(JobRevision.conflictMessage(other.get()))));
            return;
        }
        try {
            ask(requestContext,
                    options -> workbench.jobs().submit(new JobForm(workbench, filled).experiment(),
                    requestContext.author(),
                    options), (id, options) -> workbench.jobs().replace(id, new JobForm(workbench, filled).experiment(),
                            requestContext.author(), options));
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            form(requestContext, filled, Optional.of(e));
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
            Optional<JobRevision> changed) {}

    private void paste(RequestContext requestContext) {
        Optional<String> id = requestContext.query().text("job");
        paste(requestContext,
                pasted(id.map(i -> job(requestContext.query().number("job")).what().yaml()).orElse(""),
                requestContext.query()));
    }

    private static void paste(RequestContext requestContext, Pasted pasted) {
        requestContext.page(Kind.of(pasted.changed().map(JobRevision::title).orElse("New job from YAML"), NEW,
                "htmx.js"),
                "jobs/yaml.jte", Map.of("pasted", pasted, "once", IdempotencyTokens.key()));
    }

    private Pasted pasted(String yaml, Form form) {
        try {
            return pasted(yaml, form, yaml.isEmpty() ? "" : ForecastText.of(workbench.jobs().forecast(yaml)), "");
        } catch (UnagreedException e) {
            return pasted(yaml, form, "It came from elsewhere: you must agree to what it accesses before it is read "
                    + "any further.", "");
        } catch (InvalidInputException e) {
            return pasted(yaml, form, "", e.getMessage());
        }
    }

    private static Pasted pasted(String yaml, Form form, String forecast, String complaint) {
        return new Pasted(yaml, forecast, TextSanitizer.sentence(complaint),
                StartTimeField.field(form.text(StartTimeField.NAME),
                StartTimeField.wrong(form)), form.text(ALONGSIDE).isPresent(), JobRevision.of(form));
    }

    /** What a form says, to be written further: for what no form has fields for. */
    private void goOnInYaml(RequestContext requestContext) {
        paste(requestContext, pasted(new JobForm(workbench, requestContext.form()).yaml(), requestContext.form()));
    }

    private void checkYaml(RequestContext requestContext) {
        requestContext.part("jobs/pasted.jte",
                Map.of("pasted", pasted(requestContext.form().text("yaml").orElse(""), requestContext.form()),
                "checked", true));
    }

    private void submitYaml(RequestContext requestContext) {
        String yaml = requestContext.form().text("yaml").orElse("");
        Optional<Job> other = changedMeanwhile(requestContext.form());
        if (other.isPresent()) {
            requestContext.context().status(409);
            paste(requestContext,
                    pasted(yaml, seenAnew(requestContext.form(), other.get()), "", JobRevision.conflictMessage(other.get())));
            return;
        }
        try {
            ask(requestContext, options -> workbench.jobs().submit(yaml, requestContext.author(), options),
                    (id, options) -> workbench.jobs().replace(id, yaml, requestContext.author(), options));
        } catch (InvalidInputException e) {
            requestContext.context().status(400);
            ExperimentFields.Complaint complaint = ExperimentFields.Complaint.of(e);
            boolean besideField = complaint.field().equals(Optional.of(StartTimeField.NAME)); // beside its field
            paste(requestContext, pasted(yaml, requestContext.form(), "", besideField ? "" : complaint.text()));
        }
    }

    // ---- Asking ----

    /** Puts something else in the place of a job. */
    @FunctionalInterface
    private interface Replacing {
        Job replace(long id, JobOptions options);
    }

    private void ask(RequestContext requestContext, Function<JobOptions, Job> submit, Replacing replace) {
        requestContext.confirming(NEW, JOBS, () -> put(requestContext, submit, replace));
    }

    private void put(RequestContext requestContext, Function<JobOptions, Job> submit, Replacing replace) {
        Form form = requestContext.form();
        JobOptions options = options(form);
        Optional<JobRevision> changed = JobRevision.of(form);
        if (changed.isPresent()) {
            Job job = replace.replace(changed.get().id(), options);
            requestContext.redirect(JOBS, "Job " + job.id() + ", " + job.label() + ", is changed.");
            return;
        }
        IdempotencyTokens.Done done = idempotencyTokens.carryOut(form, () -> submit.apply(options).id());
        requestContext.redirect(STATUS + "?job=" + done.result(), done.already()
                ? "This job was already created, as job " + done.result() + "; Duplicate asks for it again."
                : "Job " + done.result() + ", " + job(done.result()).label() + ", was queued.");
    }

    private JobOptions options(Form filled) {
        Optional<NewJob> before = JobRevision.of(filled).flatMap(c -> workbench.jobs().queue().find(c.id()))
                .map(Job::what);
        try {
            return new JobOptions(before.map(NewJob::resume).orElse(false), filled.text(ALONGSIDE).isPresent(),
                    StartTimeField.read(filled, clock, before.flatMap(NewJob::notBefore)),
                    RequestContext.destroy(filled), RequestContext.agreed(filled), RequestContext.large(filled));
        } catch (InvalidInputException e) {
            throw e.at(ExperimentFields.PLACE + StartTimeField.NAME);
        }
    }

    // ---- Changing one that waits ----

    /** The job that a form is to change, where somebody else has changed it since the form was made. */
    private Optional<Job> changedMeanwhile(Form form) {
        return JobRevision.of(form).flatMap(c -> workbench.jobs().queue().find(c.id()).filter(job -> !c.isCurrent(job)));
    }

    /** The form as if it had been made of what the job is now. */
    private static Form seenAnew(Form form, Job job) {
        Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
        JobRevision.fields(job).forEach((name, text) -> fields.put(name, List.of(text)));
        return Form.of(fields);
    }

    private void change(RequestContext requestContext) {
        Job job = job(requestContext.number("id"));
        if (!job.state().queued() || job.started().isPresent()) {
            throw new HttpException(409, "job " + job.id()
                    + " has been begun and cannot be changed; duplicate it instead");
        }
        filled(requestContext, job, JobRevision.fields(job));
    }

    // ---- A folder of this machine ----

    /** The folders in the one that a button names, beside the field that it is looked for. */
    private void folders(RequestContext requestContext) {
        Form form = requestContext.form();
        Picked picked = Picked.of(form.needed(BROWSE));
        FolderListing listing = FolderListing.of(picked.field(),
                picked.folder().isEmpty() ? form.text(picked.field()).orElse("") : picked.folder(), workbench.policy());
        if (requestContext.isFragmentRequest()) {
            requestContext.part("jobs/folders.jte", Map.of("listing", listing));
        } else {
            form(requestContext, form, new JobForm(workbench, form).view(Optional.empty()).browsing(listing));
        }
    }

    /** The form with the folder that a button names in its field. */
    private static Form chosen(Form form) {
        return form.text(CHOOSE).map(Picked::of).map(picked -> {
            Map<String, List<String>> fields = new LinkedHashMap<>(form.fields());
            fields.put(picked.field(), List.of(picked.folder()));
            return Form.of(fields);
        }).orElse(form);
    }

    /** What a button says: a field, and behind a space a folder, if it names one. */
    private record Picked(String field, String folder) {

        static Picked of(String button) {
            int space = button.indexOf(' ');
            String field = space < 0 ? button : button.substring(0, space);
            if (!field.matches("(set|vary)\\.[a-z0-9.-]+")) {
                throw new HttpException(400, "'" + field + "' is no field for a folder");
            }
            return new Picked(field, space < 0 ? "" : button.substring(space + 1));
        }
    }
}
