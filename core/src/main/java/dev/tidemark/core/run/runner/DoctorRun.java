package dev.tidemark.core.run.runner;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.Trials;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.run.Directories;
import dev.tidemark.core.run.DoctorRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunnerFolders;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.ScriptRights;

/** Tries what a target can do, and tells each trial. */
final class DoctorRun extends TargetTask {

    private final DoctorRequest request;

    DoctorRun(Clock clock, RunnerFolders folders, Secrets secrets, DoctorRequest request, Consumer<RunEvent> events) {
        super(clock, folders, secrets, 0, events);
        this.request = request;
    }

    @Override
    String carryOut() throws IOException {
        Driver driver = Drivers.named(request.driver());
        Values values = driver.params().defaults().with(request.settings());
        Path scratch = Files.createDirectories(resolve(request.scratch()));
        try {
            Trials trials = new Trials(driver, values, context(scratch), new Teller());
            if (request.scripts().isEmpty()) {
                trials.run();
            } else {
                trials.run(new ScriptRights(driver, request.settings(), request.scripts()));
            }
            return "";
        } finally {
            Directories.delete(scratch);
        }
    }

    private final class Teller implements Trials.Listener {

        @Override
        public void found(List<Setting> facts) {
            tell(new RunEvent.Detected(0, facts));
        }

        @Override
        public void tried(Trial trial) {
            tell(new RunEvent.Tried(0, trial));
        }
    }
}
