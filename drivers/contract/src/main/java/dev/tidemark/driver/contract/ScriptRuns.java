package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunEvent;

/** Runs the workload script on the real database. */
public abstract class ScriptRuns extends TargetContract {

    private RecordedRun run;

    /** Runs the only point of a plan. @return what became of its operations */
    protected final List<OutcomeCount> run(String settings) {
        List<Setting> point = RecordedRun.point("script", driver().name(),
                "warm-up: none, duration: none, failure-limit: none, " + written() + settings);
        run = RecordedRun.of(request(1, "script", point));
        return run.outcomes();
    }

    /** The last event of the run. */
    protected final String ended() {
        return run.ended().toString();
    }

    /** What the run has warned of. */
    protected final List<String> warnings() {
        return run.notes().stream().filter(note -> note.kind().equals("warning")).map(Event::text).toList();
    }

    /** What was found out about where it ran, by name. */
    protected final Map<String, String> facts() {
        return run.all(RunEvent.Detected.class).flatMap(d -> d.settings().stream())
                .collect(Collectors.toMap(Setting::name, Setting::text, (a, b) -> b));
    }

    /** What the target said of itself. */
    protected final Map<String, Double> gauges() {
        return run.all(RunEvent.Sampled.class).reduce((first, last) -> last).orElseThrow().reading().reading().gauges();
    }

    /** What the target told last of a measure: a server on a busy machine may not answer each reading in time. */
    protected final double gauge(String measure) {
        return run.all(RunEvent.Sampled.class).map(sampled -> sampled.reading().reading().gauges().get(measure))
                .filter(Objects::nonNull).reduce((first, last) -> last).orElseThrow();
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
