package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.READER;

import dev.tidemark.app.RunView;
import dev.tidemark.core.measure.host.HostUse;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.State;
import dev.tidemark.core.result.TakenReading;
import dev.tidemark.report.analysis.StateWords;
import dev.tidemark.web.api.Parameter.Kind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What is running. */
final class StatusOperations {

    private StatusOperations() {}

    record Status(@Says("what is running, the oldest first; when nothing is, what was run last, if anything was")
            List<Run> runs, @Says("how many jobs are queued") int waitingJobs,
            @Says("whether they begin by themselves") boolean scheduling) {}

    record Run(@Says("the store's number") long id, String label, String workload,
            @Says("what the workload counts, in the plural") String unit, boolean running, Instant started,
            @Says("iterations of the whole plan; the most there can be where a search decides") int expected,
            @Says("how many places of the plan are done, running, interrupted, failed, invalid or stopped")
            Map<String, Integer> states,
            @Says("how much is done, 0 to 1; with searches, of the running iteration") double share,
            @Says("how long it will still take, as share is meant") Optional<Double> secondsLeft,
            @Says("the iteration that is running") Optional<Current> current,
            @Says("the places of the plan in their order, where asked for") Optional<List<Place>> plan) {

        static Run of(RunView run, boolean plan) {
            Map<String, Integer> states = new LinkedHashMap<>();
            run.states().forEach((state, n) -> states.put(StateWords.of(state), n));
            return new Run(run.batch().id(), run.batch().label(), run.batch().workload(), run.unit(),
                    run.batch().running(), run.batch().started(), run.batch().expected(), states, run.share(),
                    run.left().map(ExperimentOperations::seconds), run.current().map(Current::of),
                    plan ? Optional.of(run.plan().stream().map(Place::of).toList()) : Optional.empty());
        }
    }

    record Place(@Says("from 0") int position, @Says("pass over all points, from 0") int round,
            @Says("what is varied") Map<String, String> varied,
            @Says("absent where it was not begun") Optional<State> state,
            @Says("why it is not done, in one sentence; may be empty") String verdict) {

        static Place of(RunView.Cell cell) {
            return new Place(cell.position(), cell.round(), texts(cell.varied()), cell.state(), cell.verdict());
        }
    }

    record Current(@Says("the store's number") long id, @Says("which of the run's iterations, from 1") int number,
            Instant started, @Says("what was set, varied or is a default") Map<String, String> settings,
            @Says("tags and facts of the machine") Map<String, String> environment,
            @Says("how far it is; absent before it has told") Optional<Progress> progress,
            @Says("units per second, in the last five seconds") Optional<Double> rate,
            @Says("by kind of operation, in the last five seconds") List<Operations> operations,
            @Says("what the machine did of late") Machine machine,
            @Says("the target's own newest figures, in base units") List<Engine> engine) {

        static Current of(RunView.Current c) {
            return new Current(c.id(), c.number(), c.started(), texts(c.settings()), texts(c.environment()),
                    c.live().map(Progress::of), maybe(c.rate()), c.kinds().stream().map(Operations::of).toList(),
                    Machine.of(c.host()), c.engine().stream().map(Engine::of).toList());
        }
    }

    record Progress(Phase phase, @Says("units done in this phase") long done,
            @Says("units expected in all; absent when only time ends the phase") Optional<Long> expected,
            @Says("user bytes written and read") long bytes,
            @Says("slots that were due and that no worker has taken yet") long backlog,
            @Says("operations that are inside the target") int inFlight, @Says("units failed") long failures) {

        static Progress of(Live live) {
            return new Progress(live.phase(), live.done(), ExperimentOperations.known(live.expected()), live.bytes(),
                    live.backlog(), live.inFlight(), live.failures());
        }
    }

    record Operations(String kind, @Says("finished per second") double rate, @Says("units done per second")
            double units, @Says("units failed per second") double failed,
            @Says("seconds by quantile, as 0.99; none when none was answered") Map<String, Double> response) {

        static Operations of(RunView.Kind kind) {
            Map<String, Double> response = new LinkedHashMap<>();
            RunView.Kind.QUANTILES.forEach(q -> kind.response(q)
                    .ifPresent(seconds -> response.put(String.valueOf(q), seconds)));
            return new Operations(kind.name(), kind.operations(), kind.units(), kind.failed(), response);
        }
    }

    record Machine(@Says("share of all processors' time that was work") Optional<Double> processorsBusy,
            @Says("share of it in which there was nothing to do but to wait for devices")
            Optional<Double> processorsWaiting,
            @Says("share of it that the generator's process took") Optional<Double> generator,
            List<Device> devices) {

        static Machine of(HostUse use) {
            return new Machine(use.processors().map(HostUse.Processors::busy),
                    use.processors().map(HostUse.Processors::iowait), use.generator().map(HostUse.Generator::cpu),
                    use.devices().stream().map(Device::of).toList());
        }
    }

    record Device(String name, @Says("share of the time with a request under way") double busy,
            @Says("bytes per second") double read, @Says("bytes per second") double written,
            @Says("mean seconds from a request's arrival to its answer") Optional<Double> await,
            @Says("mean number of requests under way") double queue) {

        static Device of(HostUse.Device d) {
            return new Device(d.name(), d.utilisation(), d.readBytes() / d.seconds(), d.writeBytes() / d.seconds(),
                    maybe(d.await()), d.queue());
        }
    }

    record Engine(@Says("of several; may be empty") String node, Map<String, Double> counters,
            Map<String, Double> gauges) {

        static Engine of(TakenReading taken) {
            return new Engine(taken.reading().node(), new TreeMap<>(taken.reading().counters()),
                    new TreeMap<>(taken.reading().gauges()));
        }
    }

    static List<Operation> all() {
        return List.of(
                Operation.get("/status", READER, "status",
                        "What is running, whoever began it, as it was within the last second.")
                        .query("plan", Kind.FLAG, "whether the places of the plan are told, the first 2000")
                        .answers(Output.of(Status.class, "what is running"))
                        .by((desk, call) -> Reply.of(status(desk, call.flag("plan")))),
                Operation.get("/status/events", READER, "statusEvents",
                        "The same by server-sent events, once a second where it changes; ends after five minutes.")
                        .query("plan", Kind.FLAG, "whether the places of the plan are told, the first 2000")
                        .answers(Output.text("text/event-stream", "events whose data is a Status"))
                        .by(StatusOperations::events));
    }

    private static Reply events(Desk desk, Call call) {
        boolean plan = call.flag("plan");
        desk.events().tell(call.visit(), Operation.ROOT + "/status", () -> JsonOut.write(status(desk, plan)));
        return new Reply.Sent();
    }

    private static Status status(Desk desk, boolean plan) {
        int waiting = (int) desk.queue().all().stream().filter(j -> j.state().queued()).count();
        return new Status(desk.watch().runs().stream().map(r -> Run.of(r, plan)).toList(), waiting,
                desk.queue().scheduling());
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
