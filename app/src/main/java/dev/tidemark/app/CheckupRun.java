package dev.tidemark.app;

import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.Doctor;
import dev.tidemark.app.run.Doctor.Diagnosis;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunOptions;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ConnectionSettings.Address;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.measure.host.RoundTrip;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.store.results.StoredTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What tells within about a minute how good a target is, without a setting of the user's: the doctor's trials, the round
 * trip, and a small standard load of the target's own kind, as fast as 1, 4 and 16 clients go, and then at a rate. All of
 * it is done in Tidemark's own namespace or folder.
 */
public final class CheckupRun {

    private static final List<Integer> CLIENTS = List.of(1, 4, 16);
    private static final int ROUNDS = 2;

    private final Workbench workbench;
    private final StoredTarget target;
    private final RunOptions options;

    /** A kind of load. @param set what differs from the workload's defaults */
    private record Load(String workload, Map<String, String> set) {}

    public CheckupRun(Workbench workbench, StoredTarget target, RunOptions options) {
        this.workbench = workbench;
        this.target = target;
        this.options = options;
    }

    /** Under which its results are kept. */
    public String label() {
        return "checkup-" + target.name();
    }

    /** Under which those at a rate are. */
    public String labelAtRate() {
        return label() + "-rate";
    }

    /** Tries what the driver offers, as {@link Doctor#examine} does. */
    public Diagnosis diagnose(RunListener listener, CancellationToken stop) throws InterruptedException {
        return workbench.doctor().examine(target, listener, stop);
    }

    /** Seconds to the target's first node and back; empty where it is reached by no connection of TCP. */
    public OptionalDouble roundTrip() {
        if (ConnectionParams.socket(values()).isPresent()) {
            return OptionalDouble.empty(); // whatever listens at the address that is not used
        }
        Optional<String> first = values().params().lookUp(ConnectionParams.ADDRESS)
                .map(found -> values().text(found.param()).split(",")[0]);
        try {
            return first.map(text -> Address.of(text, ConnectionParams.ADDRESS))
                    .map(address -> RoundTrip.to(address.host(), address.port(), workbench.clock())).orElse(OptionalDouble.empty());
        } catch (InvalidInputException e) {
            return OptionalDouble.empty(); // no host and port
        }
    }

    /** The target's settings, its driver's defaults included, as they are written. */
    public Map<String, String> settings() {
        return values().texts();
    }

    /** Whether there is a load for this target: it is not there where a driver, or what it is to look at, is only read. */
    public boolean hasLoad() {
        return load().isPresent();
    }

    /** As fast as 1, 4 and 16 clients go, in two rounds. */
    public RunSummary runClosed(RunListener listener) throws InterruptedException {
        return run(label(), Map.of(), Map.of("workers", CLIENTS), ROUNDS, listener);
    }

    /** At a rate, with as many clients as there were at most. @param rate operations per second */
    public RunSummary runAtRate(double rate, RunListener listener) throws InterruptedException {
        return run(labelAtRate(), Map.of("rate", Math.max(1, Math.round(rate)) + "/s", "workers",
                String.valueOf(CLIENTS.getLast())), Map.of(), 1, listener);
    }

    private RunSummary run(String label, Map<String, String> more, Map<String, List<Integer>> vary, int rounds,
            RunListener listener) throws InterruptedException {
        Load load = load().orElseThrow();
        Map<String, Object> set = new LinkedHashMap<>(target.settings());
        set.putAll(load.set());
        set.putAll(more);
        Experiment experiment = workbench.read((DocumentNode.Mapping) DocumentNode.of(Map.of("label", label, "workload",
                load.workload(), "target", target.driver(), "set", set, "vary", vary, "plan", Map.of("space", "matrix",
                "repeat", rounds)), "checkup"));
        return workbench.run(workbench.plan(experiment), options, listener);
    }

    private Optional<Load> load() {
        Driver driver = Drivers.named(target.driver());
        Set<Capability> can = driver.capabilities(values());
        if (driver.onlyReads(values())) {
            return Optional.empty();
        }
        return can.contains(Capability.KEYSPACES) ? Optional.of(new Load("volume", Map.of("key-count", "10k", "mix",
                        "get=4,update=1", "duration", "3s", "settle", "false", "keep", "none")))
                : can.contains(Capability.SEARCH) ? Optional.of(new Load("query", Map.of("documents", "2k", "queries",
                        "unlimited", "duration", "3s", "warm-up-queries", "200", "checked-queries", "none",
                        "slowest-queries", "none")))
                : can.contains(Capability.DOCUMENT_WRITER) ? Optional.of(new Load("ingest", Map.of("documents", "2k",
                        "payload", "1kB", "keep", "none"))) : Optional.empty();
    }

    private Values values() {
        List<Setting> settings = new ArrayList<>();
        target.settings().forEach((param, text) -> settings.add(new Setting(param, text, null, "", SettingOrigin.SET)));
        return Drivers.named(target.driver()).params().defaults().with(settings);
    }
}
