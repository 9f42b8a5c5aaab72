package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.driver.remote.LocalServers;
import dev.tidemark.core.driver.support.InstanceGroup;
import dev.tidemark.core.driver.support.TargetsByDataset;
import dev.tidemark.core.driver.support.TargetsByGroup;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.run.background.TargetFaults;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.WorkloadContext;
import dev.tidemark.core.workload.registry.Workloads;

/** What an iteration works on: opens it, makes its content, and lets it go. */
final class IterationTarget {

    private final Clock clock;
    private final RunRequest request;
    private final RunnerFolders folders;
    private final Secrets secrets;
    private final boolean makes;
    private final boolean warmUp;
    private final IterationEvents events;
    private final Workload workload;
    private final Driver driver;
    private final Values values;
    private final boolean ownContent;
    /** What iterations share that say the same; empty where nothing is shared. */
    private final String shared;
    private Context context;
    private final TargetFaults faults;
    private TargetCache.InUse use;
    private volatile OpenTarget target;
    /** Whether it works on what others have made. */
    private boolean visits;
    private volatile boolean stopped;

    /**
     * @param makes  whether this runner makes and drops the content
     * @param warmUp whether it is only for the warm-up, with content of its own where it makes any
     */
    IterationTarget(Clock clock, RunRequest request, RunnerFolders folders, Secrets secrets, boolean makes,
            boolean warmUp, IterationEvents events) {
        this.clock = clock;
        this.request = request;
        this.folders = folders;
        this.secrets = secrets;
        this.makes = makes;
        this.warmUp = warmUp;
        this.events = events;
        workload = Workloads.named(request.workload());
        driver = Drivers.named(request.driver());
        Values given = values(request);
        values = warmUp ? OwnDatabase.without(given) : given; // no copy is made of a large one for what is not measured
        faults = new TargetFaults(values, clock);
        ownContent = workload.datasets(values).isEmpty();
        shared = makes && !warmUp && !request.keep() ? workload.content(values).map(content -> content + " seed "
                + request.seed()).orElse("") : "";
    }

    static Values values(RunRequest request) {
        return Planner.values(Workloads.named(request.workload()), Drivers.named(request.driver()), request.settings());
    }

    void open(TargetCache targets) throws DriverException, IOException {
        Path scratch = Files.createDirectories(scratch());
        context = new Context(clock, scratch, secrets, text -> events.note("note", text),
                () -> stopped);
        TargetFaults.refusal(driver, values).ifPresent(why -> {
            throw new InvalidInputException(why);
        });
        Values settings = through(values.only(driver.params()));
        use = targets.open(request, shared, settings, context,
                user -> open(settings, workload.instances(values), user));
        target = use.target();
        visits = workload.visits(values) && target.visit();
        if (makesContent() && use.fresh()) {
            target.create();
        }
    }

    private Path scratch() {
        Path scratch = folders.resolve(request.scratch());
        return warmUp && ownContent ? RunRequest.warmUpScratch(scratch) : scratch;
    }

    /** The target, or one for each of several datasets or of groups that have another, or several instances. */
    private OpenTarget open(Values settings, int instances, Context user) throws DriverException {
        if (instances > 1) {
            return InstanceGroup.open(driver, settings, user, instances);
        }
        SequencedMap<String, Values> apart = WorkerGroups.apart(values, driver.params());
        if (!apart.isEmpty()) {
            SequencedMap<String, TargetsByGroup.Opener> openings = new LinkedHashMap<>();
            apart.forEach((group, own) -> openings.put(group, () -> driver.open(through(own), user)));
            return TargetsByGroup.open(() -> driver.open(settings, user), openings);
        }
        if (request.datasets().isEmpty()) {
            return driver.open(settings, user);
        }
        SequencedMap<String, TargetsByDataset.Opener> openings = new LinkedHashMap<>();
        for (RunRequest.DatasetLocation place : request.datasets()) {
            Values own = with(values.only(driver.params()), place);
            openings.put(place.dataset(), () -> driver.open(through(own), user.in(folders.resolve(place.folder()))));
        }
        return TargetsByDataset.open(openings);
    }

    /** What cuts connections stands before whatever is connected to. */
    private Values through(Values settings) throws DriverException {
        try {
            return faults.through(settings);
        } catch (IOException e) {
            throw new DriverException("nothing could be put before the target that cuts its connections: " + e.getMessage(), e);
        }
    }

    private static Values with(Values settings, RunRequest.DatasetLocation place) {
        Values own = settings;
        for (Setting setting : place.settings()) {
            own = own.with(setting.name(), setting.text(), setting.origin());
        }
        return own;
    }

    Workload workload() {
        return workload;
    }

    Driver driver() {
        return driver;
    }

    /** Whether its servers, if it has any, may be on another machine. */
    boolean mayBeElsewhere() {
        return driver.mayBeElsewhere(values).orElseGet(() -> LocalServers.mayBeElsewhere(values));
    }

    /** What is done to it from outside. */
    TargetFaults faults() {
        return faults;
    }

    /** Every setting of the point. */
    Values values() {
        return values;
    }

    OpenTarget target() {
        return target;
    }

    /** Whether it was opened for this iteration. */
    boolean fresh() {
        return use.fresh();
    }

    WorkloadContext context() {
        return new WorkloadContext(values, request.seed(), target, context, request.arrivals());
    }

    boolean stopped() {
        return stopped;
    }

    /** Lets nothing new begin, and makes blocked operations return. */
    void stop() {
        stopped = true;
        abort();
    }

    void abort() {
        OpenTarget running = target;
        if (running != null) {
            running.abort();
        }
    }

    /** Whether the content is made here, for this iteration or those that share it. */
    private boolean makesContent() {
        return ownContent && makes && !visits;
    }

    private boolean discards() {
        return ownContent && makes && (warmUp || !request.keep());
    }

    /** Drops what was made, where it is not to be kept. */
    void drop() throws DriverException {
        if (discards() && !visits && shared.isEmpty()) {
            target.drop();
        }
    }

    /** Closes the target, and removes the folder of what is not kept. @param keep whether the next one may have it */
    void close(boolean keep) throws DriverException {
        try {
            if (use != null) {
                if (keep && !faults.areBetween() && (!shared.isEmpty() || !ownContent && !request.hold().isEmpty())) {
                    use.keep();
                }
                use.close();
            }
        } finally {
            // A folder of its own has each of several runners, whoever makes what is on the target.
            boolean removes = (discards() || ownContent && !makes) && context != null
                    && (shared.isEmpty() || use == null || !use.fresh());
            target = null;
            use = null;
            faults.close();
            if (removes) {
                discard(context.scratch());
            }
        }
    }

    /** A folder that stays behind spoils no number. */
    private void discard(Path scratch) {
        try {
            Directories.delete(scratch);
        } catch (IOException e) {
            events.note("warning", "The folder " + scratch + " could not be removed: " + FailureReason.of(e));
        }
    }
}
