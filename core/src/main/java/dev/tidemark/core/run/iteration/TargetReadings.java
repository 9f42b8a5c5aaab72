package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.LocalStorage;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.support.TargetsByDataset;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.EnvironmentFacts;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.workload.BackgroundTarget;

/** What is read from a target and found on its machine. */
final class TargetReadings {

    private final IterationTarget iterationTarget;
    private final IterationEvents events;
    private final List<BackgroundTarget> instances;
    private final List<ServerProcess> servers;
    private final ReadingGaps gaps = new ReadingGaps();

    /**
     * @param instances whose units are read beside the target's counters
     * @param servers   processes of the target on this machine
     */
    TargetReadings(IterationTarget iterationTarget, IterationEvents events, List<BackgroundTarget> instances,
            List<ServerProcess> servers) {
        this.servers = servers;
        this.iterationTarget = iterationTarget;
        this.events = events;
        this.instances = instances;
    }

    /** Facts found on the machine, and settings read back from the engine. @param ofPlan what the plan has found */
    void facts(MachineObservations looks, List<Setting> ofPlan) throws DriverException {
        OpenTarget opened = iterationTarget.target();
        EnvironmentFacts found = Environment.detect(LocalStorage.directories(opened));
        found.warnings().forEach(text -> events.note("warning", text));
        List<Setting> facts = new ArrayList<>(found.settings());
        looks.contention(servers).ifPresent(cores -> {
            events.note("warning", CpuContention.warning(cores,
                    iterationTarget.mayBeElsewhere()));
            facts.add(CpuContention.fact(cores));
        });
        facts.addAll(Environment.facts(servers));
        if (!opened.version().isEmpty()) {
            facts.add(new Setting(OpenTarget.ENGINE, opened.version(), null, "", SettingOrigin.DETECTED));
        }
        facts.addAll(opened.facts());
        facts.addAll(iterationTarget.workload().facts(iterationTarget.values()));
        facts.addAll(AttachedFiles.facts(iterationTarget.values()));
        facts.addAll(ofPlan);
        Values effective = opened.effective();
        durability(effective, facts).ifPresent(word -> facts.add(Setting.detected(Durability.FACT, word)));
        List<Setting> readBack = new ArrayList<>(effective.settings());
        // A default that was not read back is not what the data have.
        readBack.removeIf(setting -> iterationTarget.driver().isDecidedByData(iterationTarget.values(), setting));
        if (opened instanceof TargetsByDataset several) {
            readBack.addAll(several.differences());
        }
        if (iterationTarget.faults().areBetween()) { // it is their own, and reaches the one that was set
            readBack.removeIf(setting -> setting.name().equals(ConnectionParams.ADDRESS));
            events.note("note", "Connections go through a proxy of Tidemark's own on this machine, which disturbs them at the "
                    + "times of the timetable, and takes part in all response times.");
        }
        for (Setting setting : readBack) {
            facts.add(new Setting(setting.name(), setting.text(), setting.number(), setting.unit(),
                    SettingOrigin.EFFECTIVE));
        }
        events.emit(new RunEvent.Detected(events.iteration(), facts));
    }

    /** What an acknowledged write of the load survives; empty where it writes nothing, or nothing is stated. */
    private Optional<String> durability(Values effective, List<Setting> facts) {
        Values values = iterationTarget.values();
        return iterationTarget.workload().durability(values, iterationTarget.driver().durability(values).of(facts),
                effective).map(Durability::word);
    }

    void read(String moment) {
        List<MetricSnapshot> snapshots = iterationTarget.target().read();
        long at = events.now(); // one for all nodes, as they are read together
        for (MetricSnapshot metricSnapshot : snapshots) {
            events.sample(new TimedSnapshot(at, moment, metricSnapshot));
        }
        gaps.check(snapshots).forEach(sentence -> events.note("note", sentence));
        for (BackgroundTarget backgroundTarget : instances) {
            backgroundTarget.units().ifPresent(units -> {
                Map<String, Double> counted = Map.of(MetricSnapshot.UNITS, (double) units.getAsLong());
                events.sample(new TimedSnapshot(events.now(), moment,
                        new MetricSnapshot(MetricSnapshot.INSTANCE + backgroundTarget.name(), counted, Map.of())));
            });
        }
    }

    /** What the target's data may outgrow; each of several instances has a cache of its own. */
    void memory() {
        Driver driver = iterationTarget.driver();
        int caches = iterationTarget.workload().instances(iterationTarget.values());
        Map<String, Double> gauges = new LinkedHashMap<>();
        driver.cache().flatMap(this::effective)
                .ifPresent(bytes -> gauges.put(MetricSnapshot.ENGINE_CACHE, (double) bytes * caches));
        if (ConnectionParams.nodes(iterationTarget.values()).isEmpty()) {
            Environment.memoryLimit().ifPresent(bytes -> gauges.put(MetricSnapshot.MEMORY_LIMIT, (double) bytes));
        } else if (servers.size() == 1) { // of several nobody knows whether each holds all of the data, or its part
            Environment.memoryLimit(servers)
                    .ifPresent(bytes -> gauges.put(MetricSnapshot.SERVER_LIMIT, (double) bytes));
        }
        if (!gauges.isEmpty()) {
            events.sample(new TimedSnapshot(events.now(), TimedSnapshot.START,
                    new MetricSnapshot(MetricSnapshot.MEMORY, Map.of(), gauges)));
        }
    }

    private Optional<Long> effective(Param<Long> param) {
        Values effective = iterationTarget.target().effective();
        return effective.params().contains(param) ? effective.find(param) : Optional.empty();
    }
}
