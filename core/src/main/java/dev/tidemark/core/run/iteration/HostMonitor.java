package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.measure.environment.ProcFs;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.measure.host.FsyncBaseline;
import dev.tidemark.core.measure.host.HostSampler;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.measure.host.StandstillWatch;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.RunParams;

/** Watches the machines from just before the headline stage until the target has settled. */
final class HostMonitor implements AutoCloseable {

    private final Clock clock;
    private final long origin;
    private final Consumer<TimedSnapshot> readings;
    private final BiConsumer<String, String> note;
    private final HostSampler sampler;
    private final boolean apart;
    private final StandstillWatch standstills;
    private long closed;
    private final List<TimedSnapshot> start = new CopyOnWriteArrayList<>();
    private final List<TimedSnapshot> end = new CopyOnWriteArrayList<>();

    /**
     * @param exporter    as {@link RunParams#HOST_METRICS} has it
     * @param elsewhere   whether the target may be on another machine
     * @param directories of the target's data
     * @param servers     processes of the target on this machine
     * @param readings    receives what was counted, on any thread
     * @param note        receives the kind and the text of what there is to tell
     */
    HostMonitor(Clock clock, long origin, Optional<String> exporter, boolean elsewhere,
            List<Path> directories, List<ServerProcess> servers, Consumer<TimedSnapshot> readings,
            BiConsumer<String, String> note) {
        this.clock = clock;
        this.origin = origin;
        this.readings = readings;
        this.note = note;
        this.apart = exporter.isPresent();
        this.sampler = HostSampler.of(clock, origin, exporter, elsewhere, directories,
                apart ? List.of() : servers, this::keep, text -> note.accept("warning", text));
        this.standstills = new StandstillWatch(clock, origin,
                found -> note.accept(found.touches() ? "warning" : "note", found.sentence()));
    }

    private void keep(TimedSnapshot reading) {
        switch (reading.moment()) {
            case TimedSnapshot.START -> start.add(reading);
            case TimedSnapshot.END -> end.add(reading);
            default -> { }
        }
        readings.accept(reading);
    }

    /** Measures the devices' floor where the target promises to sync what it acknowledges. @param sync by which setting */
    void measureFloor(Optional<Param<?>> sync, Values effective, List<Path> directories, MachineObservations looks) {
        if (sync.flatMap(param -> Durability.stated(param, effective)).filter(Durability.DURABLE::equals).isEmpty()) {
            return;
        }
        distinct(directories).stream().map(looks::floor)
                .flatMap(Optional::stream).peek(floor -> note.accept("note", floor.sentence()))
                .min(Comparator.comparingDouble(FsyncBaseline::p50))
                .ifPresent(floor -> readings.accept(new TimedSnapshot(clock.nanoTime() - origin, TimedSnapshot.START,
                        floor.reading())));
    }

    /** One directory of each disk. Which of them a sync waits for is the engine's affair; the fastest is the floor. */
    private static List<Path> distinct(List<Path> directories) {
        List<Path> distinct = new ArrayList<>();
        directories.stream().filter(d -> distinct.stream().noneMatch(other -> Environment.sameDevice(d, other)))
                .forEach(distinct::add);
        return distinct;
    }

    void start() {
        take(TimedSnapshot.START);
        sampler.start();
        standstills.start();
    }

    void take(String moment) {
        sampler.take(moment);
    }

    /** This process alone. */
    void takeOwn(String moment) {
        sampler.takeOwn(moment);
    }

    /** All but this process. */
    void takeOthers(String moment) {
        sampler.takeOthers(moment);
    }

    /** By what it can be told what held the headline stage. */
    RunnerReply.Watched watched(StageExecution stage, StageResult result) {
        HostUtilization use = HostUtilization.between(start, end);
        Optional<Demand> demand = result.demand().map(d -> stage.growth(result)
                .map(growth -> d.grew(growth.significant())).orElse(d));
        return new RunnerReply.Watched(meanThink(stage.stage(), stage.series()), demand, apart ? use.fromApart() : use,
                ProcFs.system().text("proc/sys/kernel/random/boot_id").orElse(""));
    }

    /** The pause before an operation, over those of all groups; those of one name have recorded together. */
    private static long meanThink(Stage stage, SeriesSet series) {
        double nanos = 0;
        Set<String> seen = new HashSet<>();
        for (WorkerGroup workerGroup : stage.workerGroups()) {
            if (workerGroup.load() instanceof Load.Closed closed && seen.add(workerGroup.name())) {
                nanos += (double) closed.think().toNanos()
                        * series.of(workerGroup.name()).total().operations();
            }
        }
        long operations = series.total().operations();
        return operations == 0 ? 0 : Math.round(nanos / operations);
    }

    /**
     * Why the headline stage and the settling after it must not be used, when the runner or the machine stood still
     * meanwhile; after it was closed.
     *
     * @param from      first slot due, in nanoseconds since the iteration's start
     * @param intervals where the stage was cut
     */
    Optional<String> standstill(long from, IntervalRule intervals) {
        return standstills.objection(from, closed, intervals);
    }

    @Override
    public void close() {
        if (closed == 0) {
            closed = clock.nanoTime() - origin;
        }
        standstills.close();
        sampler.close();
    }
}
