package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.JobAction;
import dev.tidemark.app.JobOptions;
import dev.tidemark.app.JobSettings;
import dev.tidemark.app.StartTime;
import dev.tidemark.app.run.Consent;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.write.Description;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobCommand;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Input;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Parameter.Kind;
import dev.tidemark.web.api.spec.Reply;

/** The queue. */
public final class JobOperations {

    private static final String DESTROY = "destroy";
    private static final String DESTROYS =
            "the name of a device that it writes over, once more; only where it does so, once for each device";

    private static final String AGREED = "agreed";
    private static final String AGREES = "a line of what it reaches, as the refusal tells it; only where the "
            + "experiment came from elsewhere, once for each line";

    private static final String LARGE = "large";
    private static final String IS_LARGE =
            "whether more than 1,000 iterations or more than two days are meant; else they are refused";

    private JobOperations() {}

    /** A job in JSON, for programs and for the command. */
    public record JobLine(@Description("its number, by which it is called") long id, String label, String workload,
            JobState state,
            @Description("whether all of it was run, and not all of that is valid; its state is done then")
            boolean invalid,
            @Description("whether it is passed over until it is resumed") boolean paused,
            @Description("whether it is to be run even while scheduled processing is off") boolean urgent,
            @Description("its place in the queue, from 1; absent for one that is not queued") Optional<Integer> place,
            @Description("of the whole plan; with searches, how many searches") int iterations,
            @Description("user bytes of the whole plan") Optional<Long> bytes,
            @Description("how long it will take, or with searches each step; absent where nothing is known of that, or "
            + "only a part or a limit of it") Optional<Double> expectedSeconds,
            @Description("who asked for it") String author, Instant created,
            @Description("the earliest moment at which it may begin") Optional<Instant> notBefore,
            Optional<Instant> started, Optional<Instant> ended,
            @Description("how often a process has begun or gone on with it") int attempts,
            @Description("why it is in its state, in one sentence; may be empty") String message,
            @Description("what the process that runs it has been asked to do with it") Optional<JobCommand> wish) {

        static JobLine of(Job job, Optional<Integer> place) {
            return new JobLine(job.id(), job.label(), job.what().workload(), job.state(), job.invalid(), job.paused(),
                    job.urgent(), place, job.what().iterations(), ExperimentOperations.known(job.what().bytes()),
                    job.what().expected().map(ExperimentOperations::seconds), job.what().author(), job.created(),
                    job.what().notBefore(), job.started(), job.ended(), job.attempts(), job.message(), job.wish());
        }
    }

    record Jobs(@Description("whether queued jobs begin by themselves") boolean scheduling,
            @Description("what keeps them from it") Optional<String> trouble,
            @Description("the running ones, the queued ones in their order, those that are over, newest first")
            List<JobLine> jobs) {}

    record JobDetail(JobLine job, @Description("its experiment") String yaml,
            @Description("what it runs: the settings that matter, and all that are set or stored as defaults")
            Map<String, String> settings) {}

    record Move(@Description("from 1; one beyond the end means the end") int place) {}

    record NotBefore(@Description("20:00, the next time the server's clock shows it; 2026-11-22T20:00 there; or "
            + "2026-11-22T19:00Z. Absent: as soon as its turn comes") Optional<String> time) {}

    record Scheduling(@Description("whether queued jobs begin by themselves") boolean on) {}

    record Cleared(@Description("how many jobs went from the list") int jobs) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/jobs", ADMINISTRATOR, "listJobs", "Lists the jobs.")
                        .answers(Output.of(Jobs.class, "the jobs"))
                        .by((apiServices, apiRequest) -> Reply.of(jobs(apiServices))),
                Operation.post("/jobs", ADMINISTRATOR, "addJob",
                        "Checks an experiment and puts it at the end of the queue.")
                        .query("notBefore", Kind.TEXT, "when it may begin: 20:00, or 2026-11-22T20:00")
                        .query("resume", Kind.FLAG,
                                "whether it goes on with the newest unfinished run of this same experiment")
                        .query("alongside", Kind.FLAG, "whether it may run beside another measured run")
                        .query(DESTROY, Kind.TEXTS, DESTROYS)
                        .query(AGREED, Kind.TEXTS, AGREES)
                        .query(LARGE, Kind.FLAG, IS_LARGE)
                        .takes(new Input.AnExperiment())
                        .answers(Output.of(201, JobDetail.class, "the job"))
                        .by(JobOperations::add),
                Operation.get("/jobs/{id}", ADMINISTRATOR, "job", "One job, with its experiment.")
                        .answers(Output.of(JobDetail.class, "the job"))
                        .by((apiServices, apiRequest) -> detail(apiServices, job(apiServices, apiRequest).id())),
                Operation.delete("/jobs/{id}", ADMINISTRATOR, "deleteJob", JobAction.DELETE.description())
                        .by((apiServices, apiRequest) -> {
                            JobAction.DELETE.on(apiServices.queue(), job(apiServices, apiRequest).id());
                            return new Reply.Nothing();
                        }),
                change(JobAction.RUN), change(JobAction.PAUSE), change(JobAction.RESUME), change(JobAction.CANCEL),
                Operation.post("/jobs/{id}/move", ADMINISTRATOR, "moveJob", "Gives a queued job another place.")
                        .takes(Move.class)
                        .answers(Output.of(JobDetail.class, "the job"))
                        .by(JobOperations::move),
                Operation.post("/jobs/{id}/at", ADMINISTRATOR, "putOffJob", "Says when a queued job may begin.")
                        .takes(NotBefore.class)
                        .answers(Output.of(JobDetail.class, "the job"))
                        .by(JobOperations::putOff),
                Operation.post("/jobs/{id}/duplicate", ADMINISTRATOR, "duplicateJob",
                        "Queues the same again, with the defaults of the first time.")
                        .query(DESTROY, Kind.TEXTS, DESTROYS)
                        .query(AGREED, Kind.TEXTS, AGREES)
                        .query(LARGE, Kind.FLAG, IS_LARGE)
                        .answers(Output.of(201, JobDetail.class, "the new job"))
                        .by((apiServices, apiRequest) -> added(apiServices, apiRequest,
                        apiServices.workbench().jobs().duplicate(job(apiServices, apiRequest).id(),
                                apiRequest.visit().author(), apiRequest.texts(DESTROY),
                                Consent.to(apiRequest.texts(AGREED)), apiRequest.flag(LARGE)))),
                Operation.post("/jobs/clear", ADMINISTRATOR, "clearJobs",
                        "Deletes the jobs that are over; results stay, and so does the queue.")
                        .answers(Output.of(Cleared.class, "how many there were"))
                        .by((apiServices, apiRequest) -> Reply.of(new Cleared(apiServices.queue().clear(false)))),
                Operation.get("/scheduling", ADMINISTRATOR, "scheduling", "Whether queued jobs begin by themselves.")
                        .answers(Output.of(Scheduling.class, "whether they do"))
                        .by((apiServices, apiRequest) -> Reply.of(new Scheduling(apiServices.queue().scheduling()))),
                Operation.put("/scheduling", ADMINISTRATOR, "setScheduling",
                        "Switches scheduled processing; running jobs continue.")
                        .takes(Scheduling.class)
                        .answers(Output.of(Scheduling.class, "what holds now"))
                        .by((apiServices, apiRequest) -> {
                            apiServices.queue().schedule(apiRequest.body(Scheduling.class).on());
                            return Reply.of(new Scheduling(apiServices.queue().scheduling()));
                        }));
    }

    private static Operation change(JobAction action) {
        String verb = Types.word(action);
        return Operation.post("/jobs/{id}/" + verb, ADMINISTRATOR, verb + "Job", action.description())
                .answers(Output.of(JobDetail.class, "the job"))
                .by((apiServices, apiRequest) -> {
                    long job = job(apiServices, apiRequest).id();
                    action.on(apiServices.queue(), job);
                    return detail(apiServices, job);
                });
    }

    private static Job job(ApiServices apiServices, ApiRequest apiRequest) {
        long id = apiRequest.job();
        return apiServices.queue().find(id).orElseThrow(() -> ApiRequest.noJob(String.valueOf(id)));
    }

    private static Jobs jobs(ApiServices apiServices) {
        return new Jobs(apiServices.queue().scheduling(), apiServices.processor().trouble(), lines(apiServices.queue().all()));
    }

    /** @param jobs in the order of the queue */
    public static List<JobLine> lines(List<Job> jobs) {
        List<JobLine> lines = new ArrayList<>();
        int place = 0;
        for (Job job : jobs) {
            lines.add(JobLine.of(job, job.state().queued() ? Optional.of(++place) : Optional.empty()));
        }
        return lines;
    }

    private static Reply detail(ApiServices apiServices, long id) {
        JobLine line = lines(apiServices.queue().all()).stream().filter(l -> l.id() == id).findFirst()
                .orElseThrow(() -> ApiRequest.noJob(String.valueOf(id))); // deleted meanwhile
        Optional<Job> job = apiServices.queue().find(id);
        return Reply.of(new JobDetail(line, job.map(j -> j.what().yaml()).orElse(""),
                job.map(JobSettings::of).orElse(Map.of())));
    }

    private static Reply add(ApiServices apiServices, ApiRequest apiRequest) {
        JobOptions options = new JobOptions(apiRequest.flag("resume"), apiRequest.flag("alongside"),
                time(apiServices, "notBefore", apiRequest.query("notBefore")), apiRequest.texts(DESTROY),
                Consent.to(apiRequest.texts(AGREED)), apiRequest.flag(LARGE));
        return added(apiServices, apiRequest,
                apiServices.workbench().jobs().submit(apiServices.workbench().read(apiRequest.experiment()),
                apiRequest.visit().author(), options));
    }

    private static Optional<Instant> time(ApiServices apiServices, String name, Optional<String> text) {
        try {
            return text.map(t -> StartTime.parse(t, apiServices.clock().wallTime(), ZoneId.systemDefault()));
        } catch (InvalidInputException e) {
            throw e.at(name);
        }
    }

    private static Reply added(ApiServices apiServices, ApiRequest apiRequest, Job job) {
        apiRequest.visit().context().res().setHeader("Location", Operation.ROOT + "/jobs/" + job.id());
        return detail(apiServices, job.id());
    }

    private static Reply move(ApiServices apiServices, ApiRequest apiRequest) {
        int place = apiRequest.body(Move.class).place();
        if (place < 1) {
            throw new InvalidInputException("place: places count from 1");
        }
        long job = job(apiServices, apiRequest).id();
        apiServices.queue().move(job, place);
        return detail(apiServices, job);
    }

    private static Reply putOff(ApiServices apiServices, ApiRequest apiRequest) {
        Optional<Instant> time = time(apiServices, "time", apiRequest.body(NotBefore.class).time());
        long job = job(apiServices, apiRequest).id();
        apiServices.queue().notBefore(job, time);
        return detail(apiServices, job);
    }
}
