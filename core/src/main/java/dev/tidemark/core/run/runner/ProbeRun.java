package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.ProbeRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.registry.Workloads;

/**
 * Connects to a target, asks its engine's version and settings, or whether it has what a point names in it, and leaves
 * it as it was.
 */
final class ProbeRun extends TargetTask {

    private final ProbeRequest request;

    ProbeRun(Clock clock, RunnerFolders folders, Secrets secrets, ProbeRequest request, Consumer<RunEvent> events) {
        super(clock, folders, secrets, 0, events);
        this.request = request;
    }

    /** @return the engine with its version, empty where there is none to ask; of a point what the target has not */
    @Override
    String carryOut() throws DriverException, IOException {
        Driver driver = Drivers.named(request.driver());
        boolean ofPoint = !request.workload().isEmpty();
        Values values = ofPoint ? Planner.values(Workloads.named(request.workload()), driver, request.settings())
                : driver.params().defaults().with(request.settings());
        Path scratch = Files.createDirectories(resolve(request.scratch()));
        try (OpenTarget target = driver.open(values.only(driver.params()), context(scratch))) {
            tell(new RunEvent.Detected(0, target.effective().settings()));
            return ofPoint ? missing(values, target) : target.version();
        } finally {
            Directories.delete(scratch);
        }
    }

    private String missing(Values values, OpenTarget target) throws DriverException {
        try {
            target.visit();
            target.version(); // one that cannot be reached says so here, and not as though it had not what is named
            Workloads.named(request.workload()).requireNamed(values, target);
            return "";
        } catch (InvalidInputException e) {
            return e.getMessage();
        }
    }
}
