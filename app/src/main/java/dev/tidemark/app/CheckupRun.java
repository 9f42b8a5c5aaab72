package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.measure.host.RoundTrip;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.CheckupLabels;
import dev.tidemark.store.results.StoredTarget;

/**
 * What tells within about a minute how good a target is, without a setting of the user's: the doctor's trials, the round
 * trip, and a small standard load of the target's own kind, as fast as 1, 4 and 16 clients go, and then at a rate. All of
 * it is done in Tidemark's own namespace or folder.
 */
public final class CheckupRun {

    private static final List<Integer> CLIENTS = List.of(1, 4, 16);
    private static final Map<String, List<Integer>> CLOSED = Map.of("workers", CLIENTS);
    private static final int ROUNDS = 2;

    private final Workbench workbench;
    private final StoredTarget target;
    private final Optional<String> keep;
    private final RunOptions options;

    /** A kind of load. @param set what differs from the workload's defaults */
    private record Load(String workload, Map<String, String> set) {}

    /** What is done, one part after the other. */
    public enum CheckupStage {
        TRIALS("trials", 10), AS_FAST_AS_CLIENTS_GO("operations", 72), AT_A_RATE("operations", 18);

        private final String counted;
        private final int percent;

        CheckupStage(String counted, int percent) {
            this.counted = counted;
            this.percent = percent;
        }

        /** What its progress counts. */
        public String counted() {
            return counted;
        }

        /** Its share of the time that all take, in percent, about. */
        public int percent() {
            return percent;
        }
    }

    /** Goes along from part to part. */
    public interface Listener {

        /** A part begins. @param activity what is done in it, in words. @return who is told how it goes */
        RunListener began(CheckupStage part, String activity);

        /** It is over, also where it failed. */
        default void ended() {}
    }

    /**
     * What was found out.
     *
     * @param roundTrip seconds to the target's first node and back; empty where it is in this process, or reached by a
     *                  socket's file
     * @param closed    the label of what was done as fast as clients went; empty where nothing was
     * @param atRate    likewise of what was done at a rate
     */
    public record Findings(Diagnosis diagnosis, OptionalDouble roundTrip, Optional<String> closed,
            Optional<String> atRate) {}

    /** @param keep a name under which the loads are kept, to stand beside those of later checkups; empty for none */
    CheckupRun(Workbench workbench, StoredTarget target, Optional<String> keep, RunOptions options) {
        this.workbench = workbench;
        this.target = target;
        this.keep = keep;
        this.options = options;
    }

    private String label() {
        return keep.map(CheckupLabels::kept).orElse(CheckupLabels.of(target.name()));
    }

    /**
     * Does all of it.
     *
     * @param half operations per second to be offered, by what was done under a label
     * @return empty where it was stopped
     * @throws InvalidInputException when settings cannot be used, or are not allowed, or the machine is taken
     */
    public Optional<Findings> carryOut(Listener stages, Function<String, OptionalDouble> half, CancellationToken stop)
            throws InterruptedException {
        if (!options.alongside()) { // which each load asks again: without it the trials would disturb another's run
            MachineLock.take("checkup of " + target.name(), false).close();
        }
        Optional<Load> load = load();
        Optional<Submission> fast = load.map(l -> plan(l, label(), Map.of(), CLOSED, ROUNDS)); // refused before anything is done
        Diagnosis diagnosis = runStage(stages, CheckupStage.TRIALS, "Trying what driver "
                + target.driver() + " offers",
                listener -> workbench.doctor().examine(target, listener, stop));
        OptionalDouble roundTrip = stop.isStopRequested() ? OptionalDouble.empty() : roundTrip();
        Optional<String> closed = Optional.empty();
        Optional<String> atRate = Optional.empty();
        if (diagnosis.works() && fast.isPresent() && !stop.isStopRequested()) {
            closed = Optional.of(label());
            runStage(stages, CheckupStage.AS_FAST_AS_CLIENTS_GO, "A small load as fast as 1, 4 and 16 clients "
                    + "go", listener ->
                    workbench.run(fast.get(), options, listener, stop));
            OptionalDouble rate = stop.isStopRequested() ? OptionalDouble.empty() : half.apply(label());
            if (rate.isPresent()) {
                atRate = Optional.of(CheckupLabels.atRate(target.name()));
                String offered = Math.max(1, Math.round(rate.getAsDouble())) + "/s";
                runStage(stages, CheckupStage.AT_A_RATE, "The same at " + offered, listener -> workbench.run(plan(
                        load.get(), CheckupLabels.atRate(target.name()), Map.of("rate", offered, "workers",
                                String.valueOf(CLIENTS.getLast())), Map.of(), 1), options, listener, stop));
            }
        }
        return stop.isStopRequested() ? Optional.empty() : Optional.of(new Findings(diagnosis, roundTrip, closed, atRate));
    }

    private interface Step<T> {
        T carryOut(RunListener listener) throws InterruptedException;
    }

    private static <T> T runStage(Listener stages, CheckupStage part, String activity, Step<T> step)
            throws InterruptedException {
        RunListener listener = stages.began(part, activity);
        try {
            return step.carryOut(listener);
        } finally {
            stages.ended();
        }
    }

    private OptionalDouble roundTrip() {
        Values values = values();
        return ConnectionParams.socket(values).isPresent() ? OptionalDouble.empty()
                : values.params().lookUp(ConnectionParams.ADDRESS)
                .map(found -> Address.of(values.text(found.param()).split(",")[0], ConnectionParams.ADDRESS))
                .map(address -> RoundTrip.to(address.host(), address.port(), workbench.clock()))
                .orElse(OptionalDouble.empty());
    }

    /** The target's settings, its driver's defaults included. */
    public Values values() {
        return Drivers.named(target.driver()).params().defaults().with(Setting.given(target.settings()));
    }

    private Submission plan(Load load, String label, Map<String, ?> more, Map<String, List<Integer>> vary, int rounds) {
        Map<String, Object> set = new LinkedHashMap<>(target.settings());
        set.putAll(load.set());
        set.putAll(more);
        return workbench.plan(workbench.read((DocumentNode.Mapping) DocumentNode.of(Map.of("label", label, "workload",
                load.workload(), "target", target.driver(), "set", set, "vary", vary, "plan", Map.of("space", "matrix",
                "repeat", rounds)), "checkup")));
    }

    /** Of a driver, or what it is to look at, that is only read there is none. */
    private Optional<Load> load() {
        Driver driver = Drivers.named(target.driver());
        Values values = values();
        Set<Capability> can = driver.capabilities(values);
        if (driver.onlyReads(values)) {
            return Optional.empty();
        }
        return can.contains(Capability.KEY_VALUES) ? Optional.of(new Load("volume", Map.of("key-count", "10k", "mix",
                        "get=4,update=1", "duration", "3s", "settle", "false", "keep", "none")))
                : can.contains(Capability.SEARCH) ? Optional.of(new Load("query", Map.of("documents", "2k", "queries",
                        "unlimited", "duration", "3s", "warm-up-queries", "200", "checked-queries", "none",
                        "slowest-queries", "none")))
                : can.contains(Capability.DOCUMENT_WRITER) ? Optional.of(new Load("ingest", Map.of("documents", "2k",
                        "payload", "1kB", "keep", "none"))) : Optional.empty();
    }

}
