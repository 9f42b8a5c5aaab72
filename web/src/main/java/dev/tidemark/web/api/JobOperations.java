package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.JobOptions;
import dev.tidemark.app.StartTime;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.store.Job;
import dev.tidemark.store.JobQueue;
import dev.tidemark.store.JobState;
import dev.tidemark.store.JobWish;
import dev.tidemark.web.api.Parameter.Kind;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;

/** The queue. */
final class JobOperations {

    private static final String DESTROY = "destroy";
    private static final String DESTROYS =
            "the name of a device that it writes over, once more; only where it does so, once for each device";

    private JobOperations() {}

    record JobLine(@Says("its number, by which it is called") long id, String label, String workload, JobState state,
            @Says("whether it is passed over until it is resumed") boolean paused,
            @Says("whether it is to be run even while scheduled processing is off") boolean urgent,
            @Says("its place in the queue, from 1; absent for one that is not queued") Optional<Integer> place,
            @Says("of the whole plan; with searches, how many searches") int iterations,
            @Says("user bytes of the whole plan") Optional<Long> bytes,
            @Says("how long it will take, where something of its kind has been run") Optional<Double> expectedSeconds,
            @Says("who asked for it") String author, Instant created,
            @Says("the earliest moment at which it may begin") Optional<Instant> notBefore,
            Optional<Instant> started, Optional<Instant> ended,
            @Says("how often a process has begun or gone on with it") int attempts,
            @Says("why it is in its state, in one sentence; may be empty") String message,
            @Says("what the process that runs it has been asked to do with it") Optional<JobWish> wish) {

        static JobLine of(Job job, Optional<Integer> place) {
            return new JobLine(job.id(), job.label(), job.what().workload(), job.state(), job.paused(), job.urgent(),
                    place, job.what().iterations(), ExperimentOperations.known(job.what().bytes()),
                    job.what().expected().map(ExperimentOperations::seconds), job.what().author(), job.created(),
                    job.what().notBefore(), job.started(), job.ended(), job.attempts(), job.message(), job.wish());
        }
    }

    record Jobs(@Says("whether queued jobs begin by themselves") boolean scheduling,
            @Says("what keeps them from it") Optional<String> trouble,
            @Says("the running ones, the queued ones in their order, those that are over, newest first")
            List<JobLine> jobs) {}

    record JobDetail(JobLine job, @Says("its experiment") String yaml) {}

    record Move(@Says("from 1; one beyond the end means the end") int place) {}

    record NotBefore(@Says("20:00, the next time the server's clock shows it; 2026-11-22T20:00 there; or "
            + "2026-11-22T19:00Z. Absent: as soon as its turn comes") Optional<String> time) {}

    record Scheduling(@Says("whether queued jobs begin by themselves") boolean on) {}

    record Cleared(@Says("how many jobs went from the list") int jobs) {}

    static List<Operation> all() {
        return List.of(
                Operation.get("/jobs", ADMINISTRATOR, "listJobs", "Lists the jobs.")
                        .answers(Output.of(Jobs.class, "the jobs"))
                        .by((desk, call) -> Reply.of(jobs(desk))),
                Operation.post("/jobs", ADMINISTRATOR, "addJob",
                        "Checks an experiment and puts it at the end of the queue.")
                        .query("notBefore", Kind.TEXT, "when it may begin: 20:00, or 2026-11-22T20:00")
                        .query("resume", Kind.FLAG,
                                "whether it goes on with the newest unfinished run of this same experiment")
                        .query("alongside", Kind.FLAG, "whether it may run beside another measured run")
                        .query(DESTROY, Kind.TEXTS, DESTROYS)
                        .takes(new Input.AnExperiment())
                        .answers(Output.of(201, JobDetail.class, "the job"))
                        .by(JobOperations::add),
                Operation.get("/jobs/{id}", ADMINISTRATOR, "job", "One job, with its experiment.")
                        .answers(Output.of(JobDetail.class, "the job"))
                        .by((desk, call) -> detail(desk, job(desk, call).id())),
                Operation.delete("/jobs/{id}", ADMINISTRATOR, "deleteJob",
                        "Deletes a job that is not running; its results stay.")
                        .by((desk, call) -> {
                            desk.queue().delete(job(desk, call).id());
                            return new Reply.Nothing();
                        }),
                change("run", "runJob", "Puts a job first, to be begun as soon as the machine is free, even while "
                        + "scheduled processing is off.", JobQueue::runNow),
                change("pause", "pauseJob", "Keeps a job from being begun; breaks a running one off, for it to be gone "
                        + "on with later.", JobQueue::pause),
                change("resume", "resumeJob", "Lets a paused job be begun, or gone on with, again.",
                        JobQueue::resume),
                change("cancel", "cancelJob", "Ends a job; what it has measured is kept.", JobQueue::cancel),
                Operation.post("/jobs/{id}/move", ADMINISTRATOR, "moveJob", "Gives a queued job another place.")
                        .takes(Move.class)
                        .answers(Output.of(JobDetail.class, "the job"))
                        .by(JobOperations::move),
                Operation.post("/jobs/{id}/at", ADMINISTRATOR, "putOffJob", "Says when a queued job may begin.")
                        .takes(NotBefore.class)
                        .answers(Output.of(JobDetail.class, "the job"))
                        .by(JobOperations::putOff),
                Operation.post("/jobs/{id}/duplicate", ADMINISTRATOR, "duplicateJob",
                        "Asks for the same experiment again, with the present defaults.")
                        .query(DESTROY, Kind.TEXTS, DESTROYS)
                        .answers(Output.of(201, JobDetail.class, "the new job"))
                        .by((desk, call) -> added(desk, call, desk.workbench().jobs().duplicate(job(desk, call).id(),
                                call.visit().author(), call.texts(DESTROY)))),
                Operation.post("/jobs/clear", ADMINISTRATOR, "clearJobs",
                        "Deletes the jobs that are over; results stay, and so does the queue.")
                        .answers(Output.of(Cleared.class, "how many there were"))
                        .by((desk, call) -> Reply.of(new Cleared(desk.queue().clear(false)))),
                Operation.get("/scheduling", ADMINISTRATOR, "scheduling", "Whether queued jobs begin by themselves.")
                        .answers(Output.of(Scheduling.class, "whether they do"))
                        .by((desk, call) -> Reply.of(new Scheduling(desk.queue().scheduling()))),
                Operation.put("/scheduling", ADMINISTRATOR, "setScheduling",
                        "Switches scheduled processing; what is running goes on.")
                        .takes(Scheduling.class)
                        .answers(Output.of(Scheduling.class, "what holds now"))
                        .by((desk, call) -> {
                            desk.queue().schedule(call.body(Scheduling.class).on());
                            return Reply.of(new Scheduling(desk.queue().scheduling()));
                        }));
    }

    private static Operation change(String verb, String id, String says, ObjLongConsumer<JobQueue> what) {
        return Operation.post("/jobs/{id}/" + verb, ADMINISTRATOR, id, says)
                .answers(Output.of(JobDetail.class, "the job"))
                .by((desk, call) -> {
                    long job = job(desk, call).id();
                    what.accept(desk.queue(), job);
                    return detail(desk, job);
                });
    }

    private static Job job(Desk desk, Call call) {
        long id = call.job();
        return desk.queue().find(id).orElseThrow(() -> Call.noJob(String.valueOf(id)));
    }

    private static Jobs jobs(Desk desk) {
        return new Jobs(desk.queue().scheduling(), desk.processor().trouble(), lines(desk));
    }

    private static List<JobLine> lines(Desk desk) {
        List<JobLine> lines = new ArrayList<>();
        int place = 0;
        for (Job job : desk.queue().all()) {
            lines.add(JobLine.of(job, job.state().queued() ? Optional.of(++place) : Optional.empty()));
        }
        return lines;
    }

    private static Reply detail(Desk desk, long id) {
        JobLine line = lines(desk).stream().filter(l -> l.id() == id).findFirst()
                .orElseThrow(() -> Call.noJob(String.valueOf(id))); // deleted meanwhile
        return Reply.of(new JobDetail(line, desk.queue().find(id).map(j -> j.what().yaml()).orElse("")));
    }

    private static Reply add(Desk desk, Call call) {
        JobOptions options = new JobOptions(call.flag("resume"), call.flag("alongside"),
                time(desk, "notBefore", call.query("notBefore")), call.texts(DESTROY));
        return added(desk, call, desk.workbench().jobs().submit(desk.workbench().read(call.experiment()),
                call.visit().author(), options));
    }

    private static Optional<Instant> time(Desk desk, String name, Optional<String> text) {
        try {
            return text.map(t -> StartTime.parse(t, desk.clock().wallTime(), ZoneId.systemDefault()));
        } catch (BadInput e) {
            throw e.at(name);
        }
    }

    private static Reply added(Desk desk, Call call, Job job) {
        call.visit().context().res().setHeader("Location", Operation.ROOT + "/jobs/" + job.id());
        return detail(desk, job.id());
    }

    private static Reply move(Desk desk, Call call) {
        int place = call.body(Move.class).place();
        if (place < 1) {
            throw new BadInput("place: places count from 1");
        }
        long job = job(desk, call).id();
        desk.queue().move(job, place);
        return detail(desk, job);
    }

    private static Reply putOff(Desk desk, Call call) {
        Optional<Instant> time = time(desk, "time", call.body(NotBefore.class).time());
        long job = job(desk, call).id();
        desk.queue().notBefore(job, time);
        return detail(desk, job);
    }
}
