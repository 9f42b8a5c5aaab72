package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;

/** Runs the workload script on the real database. */
public abstract class ScriptRuns extends TargetContract {

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    /** Runs the only point of a plan. @return what became of its operations */
    protected final List<OutcomeCount> run(String settings) {
        events.clear();
        StringBuilder target = new StringBuilder();
        for (int i = 0; i < settings().size(); i += 2) {
            target.append(settings().get(i)).append(": \"").append(settings().get(i + 1)).append("\", ");
        }
        List<Setting> point = Planner.plan(ExperimentReader.read("workload: script\ntarget: " + driver().name()
                + "\nset: {warm-up: none, duration: none, failure-limit: none, " + target + settings + "}\n",
                "test.yaml"), Map.of()).points().getFirst().values().settings();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(new RunRequest(1, "script", driver().name(), point, 7, directory.resolve("scratch").toString(),
                    false), events::add);
        }
        return events.stream().filter(RunEvent.PhaseEnded.class::isInstance).map(RunEvent.PhaseEnded.class::cast)
                .flatMap(p -> p.outcomes().stream()).toList();
    }

    /** The last event of the run. */
    protected final String ended() {
        return events.getLast().toString();
    }

    /** What the run has warned of. */
    protected final List<String> warnings() {
        return events.stream().filter(RunEvent.EventLogged.class::isInstance).map(RunEvent.EventLogged.class::cast)
                .map(RunEvent.EventLogged::note).filter(note -> note.kind().equals("warning")).map(Event::text)
                .toList();
    }

    /** What was found out about where it ran, by name. */
    protected final Map<String, String> facts() {
        return events.stream().filter(RunEvent.Detected.class::isInstance).map(RunEvent.Detected.class::cast)
                .flatMap(d -> d.settings().stream()).collect(Collectors.toMap(Setting::name, Setting::text, (a, b) -> b));
    }

    /** What the target said of itself. */
    protected final Map<String, Double> gauges() {
        return events.stream().filter(RunEvent.Sampled.class::isInstance).map(RunEvent.Sampled.class::cast)
                .reduce((first, last) -> last).orElseThrow().reading().reading().gauges();
    }

    protected final String file(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected static long count(List<OutcomeCount> outcomes, String kind, Outcome outcome) {
        return outcomes.stream().filter(o -> o.kind().equals(kind) && o.outcome() == outcome)
                .mapToLong(OutcomeCount::operations).sum();
    }
}
