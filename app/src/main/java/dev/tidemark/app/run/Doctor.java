package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.driver.trial.TrialResult;
import dev.tidemark.core.param.DigestedText;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.run.DoctorRequest;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.workload.script.ScriptRights;
import dev.tidemark.store.results.StoredTarget;

/** Finds out whether a target can be reached, and what can be done with it. */
public final class Doctor {

    private final DataFolder folder;
    private final Clock clock;
    private final ServerPolicy policy;

    public Doctor(DataFolder folder, Clock clock, ServerPolicy policy) {
        this.folder = folder;
        this.clock = clock;
        this.policy = policy;
    }

    /**
     * What was found.
     *
     * @param target its name
     * @param driver name of its driver
     * @param whole  whether all that the driver offers was to be tried, and not the user's own statements
     * @param facts  what the server has set, as far as it tells, and what the target's settings came to
     * @param trials in the order in which they were made; fewer than all where it was stopped
     */
    public record Diagnosis(String target, String driver, boolean whole, List<Setting> facts, List<Trial> trials) {

        public Diagnosis {
            facts = List.copyOf(facts);
            trials = List.copyOf(trials);
        }

        /** Whether all that was tried works. */
        public boolean works() {
            return trials.stream().noneMatch(Trial::failed);
        }

        /** What there is to say, in one sentence. */
        public String summary() {
            List<Trial> failed = trials.stream().filter(Trial::failed).toList();
            if (failed.isEmpty() && !whole) {
                return "What could be tried of these statements works on " + target + ".";
            }
            if (failed.isEmpty()) {
                return trials.stream().anyMatch(t -> t.verdict() == TrialResult.NOT_TRIED)
                        ? "What could be tried on " + target + " works; not everything could."
                        : "All that driver " + driver + " offers works on " + target + ".";
            }
            return failed.size() + (failed.size() == 1 ? " thing does" : " things do") + " not work on " + target + ": "
                    + failed.stream().map(Trial::name).collect(Collectors.joining(", ")) + ".";
        }
    }

    /**
     * Tries a target, in a process of its own as a run does. What is made there is removed again, also when it is
     * stopped.
     *
     * @param listener is asked for secrets, and told what the driver notes
     * @param stop     ends it early
     * @throws InvalidInputException when the settings cannot be used, are not allowed, or no process can be started
     */
    public Diagnosis examine(StoredTarget target, RunListener listener, CancellationToken stop)
            throws InterruptedException {
        return examine(target, "", listener, stop);
    }

    /**
     * Tries whether the user's own statements can be carried out, and makes nothing.
     *
     * @param scripts as in the setting {@code script}; empty for all that the driver offers
     */
    public Diagnosis examine(StoredTarget target, String scripts, RunListener listener, CancellationToken stop)
            throws InterruptedException {
        List<Setting> settings = Setting.given(target.settings());
        Driver driver = Drivers.named(target.driver());
        if (!scripts.isEmpty()) {
            new ScriptRights(driver, settings, scripts); // refused here in one line, before a process is started
        }
        policy.check(driver, driver.params().defaults().with(settings));
        List<Setting> facts = new ArrayList<>();
        List<Trial> trials = new ArrayList<>();
        DoctorRequest request = new DoctorRequest(target.driver(), settings, scripts, folder.name(folder.probe()));
        try {
            new RunnerTask(folder, clock, stop).run("target " + target.name(), target.driver(), settings, listener,
                    (runner, events) -> runner.carryOut(request, event -> {
                        switch (event) {
                            case RunEvent.Detected e -> e.settings().stream().filter(s -> !DigestedText.is(s)).forEach(facts::add);
                            case RunEvent.TrialEnded e -> trials.add(e.trial());
                            default -> { }
                        }
                        events.accept(event);
                    }));
        } catch (InvalidInputException e) {
            if (!stop.isStopRequested()) {
                throw e;
            }
        }
        return new Diagnosis(target.name(), target.driver(), scripts.isEmpty(), facts, trials);
    }
}
