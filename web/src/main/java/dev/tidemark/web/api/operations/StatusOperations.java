package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.app.run.RunView;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.report.analysis.table.StateWords;
import dev.tidemark.report.write.Description;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Parameter.Kind;
import dev.tidemark.web.api.spec.RecordJson;
import dev.tidemark.web.api.spec.Reply;

/** What is running. */
public final class StatusOperations {

    private StatusOperations() {}

    record Status(@Description("what is running, the oldest first; when nothing is, what was run last, if anything was")
            List<Run> runs, @Description("how many jobs are queued") int waitingJobs,
            @Description("whether they begin by themselves") boolean scheduling) {}

    record Run(@Description("the store's number") long id, String label, String workload,
            @Description("what the workload counts, in the plural") String unit, boolean running, Instant started,
            @Description("iterations of the whole plan; the most there can be where a search decides") int expected,
            @Description("how many places of the plan are done, running, interrupted, failed, invalid or stopped")
            Map<String, Integer> states,
            @Description("how much is done, 0 to 1; with searches, of the running iteration") double share,
            @Description("how long it will still take, as share is meant") Optional<Double> secondsLeft,
            @Description("the iteration that is running") Optional<Current> current,
            @Description("the places of the plan in their order, where asked for") Optional<List<Place>> plan) {

        static Run of(RunView run, boolean plan) {
            Map<String, Integer> states = new LinkedHashMap<>();
            run.states().forEach((iterationState, n) -> states.put(StateWords.of(iterationState), n));
            return new Run(run.batch().id(), run.batch().label(), run.batch().workload(), run.unit(),
                    run.batch().running(), run.batch().started(), run.batch().expected(), states, run.share(),
                    run.left().map(ExperimentOperations::seconds), run.current().map(Current::of),
                    plan ? Optional.of(run.plan().stream().map(Place::of).toList()) : Optional.empty());
        }
    }

    record Place(@Description("from 0") int position, @Description("pass over all points, from 0") int round,
            @Description("what is varied") Map<String, String> varied,
            @Description("absent where it was not begun") Optional<IterationState> state,
            @Description("why it is not done, in one sentence; may be empty") String verdict) {

        static Place of(RunView.Cell cell) {
            return new Place(cell.position(), cell.round(), texts(cell.varied()), cell.state(), cell.verdict());
        }
    }

    record Current(@Description("the store's number") long id,
            @Description("which of the run's iterations, from 1") int number,
            Instant started, @Description("what was set, varied or is a default") Map<String, String> settings,
            @Description("tags and facts of the machine") Map<String, String> environment,
            @Description("how far it is; absent before it has told") Optional<Progress> progress,
            @Description("units per second, in the last five seconds") Optional<Double> rate,
            @Description("by kind of operation, in the last five seconds") List<Operations> operations,
            @Description("what the machine did of late") Machine machine,
            @Description("the target's own newest figures, in base units") List<Engine> engine) {

        static Current of(RunView.Current c) {
            return new Current(c.id(), c.number(), c.started(), texts(c.settings()), texts(c.environment()),
                    c.live().map(Progress::of), maybe(c.rate()), c.kinds().stream().map(Operations::of).toList(),
                    Machine.of(c.host()), c.engine().stream().map(Engine::of).toList());
        }
    }

    record Progress(Phase phase, @Description("units done in this phase; before and after the load, which is warm-up, "
            + "measure and drain, what the phase itself counts, as bytes to be compacted") long done,
            @Description("how many of these in all; absent when only time ends the phase") Optional<Long> expected,
            @Description("user bytes written and read") long bytes,
            @Description("slots that were due and that no worker has taken yet") long backlog,
            @Description("operations that are inside the target") int inFlight,
            @Description("units failed") long failures) {

        static Progress of(RunStatus runStatus) {
            return new Progress(runStatus.phase(), runStatus.done(), ExperimentOperations.known(runStatus.expected()),
                    runStatus.bytes(),
                    runStatus.backlog(), runStatus.inFlight(), runStatus.failures());
        }
    }

    record Operations(String kind, @Description("finished per second") double rate,
            @Description("units done per second")
            double units, @Description("units failed per second") double failed,
            @Description("seconds by quantile, as 0.99, of those that were answered; none when none was") Map<String, Double> response) {

        static Operations of(RunView.Kind kind) {
            Map<String, Double> response = new LinkedHashMap<>();
            RunView.Kind.QUANTILES.forEach(q -> kind.response(q)
                    .ifPresent(seconds -> response.put(String.valueOf(q), seconds)));
            return new Operations(kind.name(), kind.operations(), kind.units(), kind.failed(), response);
        }
    }

    record Machine(@Description("share of all processors' time that was work") Optional<Double> processorsBusy,
            @Description("share of it in which there was nothing to do but to wait for devices")
            Optional<Double> processorsWaiting,
            @Description("share of it that the generator's process took") Optional<Double> generator,
            List<Device> devices) {

        static Machine of(HostUtilization use) {
            return new Machine(use.processors().map(HostUtilization.Processors::busy),
                    use.processors().map(HostUtilization.Processors::iowait),
                    use.generator().map(HostUtilization.Generator::cpu),
                    use.devices().stream().map(Device::of).toList());
        }
    }

    record Device(String name, @Description("share of the time with a request in progress") double busy,
            @Description("bytes per second") double read, @Description("bytes per second") double written,
            @Description("mean seconds from a request's arrival to its answer") Optional<Double> await,
            @Description("mean number of requests in progress") double queue) {

        static Device of(HostUtilization.Device d) {
            return new Device(d.name(), d.utilisation(), d.readBytes() / d.seconds(), d.writeBytes() / d.seconds(),
                    maybe(d.await()), d.queue());
        }
    }

    record Engine(@Description("of several; may be empty") String node, Map<String, Double> counters,
            Map<String, Double> gauges) {

        static Engine of(TimedSnapshot taken) {
            return new Engine(taken.reading().node(), new TreeMap<>(taken.reading().counters()),
                    new TreeMap<>(taken.reading().gauges()));
        }
    }

    public static List<Operation> all() {
        return List.of(
                Operation.get("/status", READER, "status",
                        "What is running, whoever began it, as it was within the last second.")
                        .query("plan", Kind.FLAG, "whether the places of the plan are told, the first 2000")
                        .answers(Output.of(Status.class, "what is running"))
                        .by((apiServices, apiRequest) -> Reply.of(status(apiServices, apiRequest.flag("plan")))),
                Operation.get("/status/events", READER, "statusEvents",
                        "The same by server-sent events, once a second where it changes; ends after five minutes.")
                        .query("plan", Kind.FLAG, "whether the places of the plan are told, the first 2000")
                        .answers(Output.text(Output.EVENTS, "events whose data is a Status"))
                        .by(StatusOperations::events));
    }

    private static Reply events(ApiServices apiServices, ApiRequest apiRequest) {
        boolean plan = apiRequest.flag("plan");
        apiServices.events().stream(apiRequest.visit(), Operation.ROOT + "/status",
                () -> RecordJson.write(status(apiServices, plan)));
        return new Reply.Sent();
    }

    private static Status status(ApiServices apiServices, boolean plan) {
        int waiting = (int) apiServices.queue().all().stream().filter(j -> j.state().queued()).count();
        return new Status(apiServices.watch().runs().stream().map(r -> Run.of(r, plan)).toList(), waiting,
                apiServices.queue().scheduling());
    }

    private static Map<String, String> texts(List<Setting> settings) {
        Map<String, String> texts = new LinkedHashMap<>();
        settings.forEach(s -> texts.put(s.name(), s.text()));
        return texts;
    }

    private static Optional<Double> maybe(OptionalDouble number) {
        return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
    }
}
