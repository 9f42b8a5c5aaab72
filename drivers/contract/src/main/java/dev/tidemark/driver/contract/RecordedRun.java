package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.run.RunEvent;
import dev.tidemark.core.run.RunRequest;
import dev.tidemark.core.run.runner.InProcessRunner;
import dev.tidemark.core.time.Clock;

/** What a run told. */
record RecordedRun(List<RunEvent> events) {

    /** The points of a plan. @param set settings, as in a flow mapping of YAML @param more of the experiment, as YAML */
    static List<Point> points(String workload, String target, String set, String more) {
        return Planner.plan(ExperimentReader.read("workload: " + workload + "\ntarget: \"" + target + "\"\nset: {" + set
                + "}\n" + more, "test.yaml"), Map.of()).points();
    }

    /** The only point of a plan. @param set settings, as in a flow mapping of YAML */
    static List<Setting> point(String workload, String target, String set) {
        return points(workload, target, set, "").getFirst().values().settings();
    }

    static RunRequest request(long iteration, String workload, String target, List<Setting> point, Path folder) {
        return new RunRequest(iteration, workload, target, point, 7, folder.resolve("scratch-" + iteration).toString(),
                false);
    }

    static RecordedRun of(RunRequest request) {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (InProcessRunner runner = new InProcessRunner(Clock.system())) {
            runner.run(request, events::add);
        }
        return new RecordedRun(events);
    }

    <E extends RunEvent> Stream<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    List<OutcomeCount> outcomes() {
        return all(RunEvent.PhaseEnded.class).flatMap(p -> p.outcomes().stream()).toList();
    }

    List<Event> notes() {
        return all(RunEvent.EventLogged.class).map(RunEvent.EventLogged::note).toList();
    }

    RunEvent.Ended ended() {
        return (RunEvent.Ended) events.getLast();
    }

    /** As it would be stored. */
    IterationDetail detail(String workload, List<Setting> settings) {
        return new IterationDetail(workload, settings,
                all(RunEvent.PhaseEnded.class).map(RunEvent.PhaseEnded::span).toList(),
                all(RunEvent.Measured.class).map(RunEvent.Measured::interval).toList(), outcomes(),
                all(RunEvent.Sampled.class).map(RunEvent.Sampled::reading).toList(),
                all(RunEvent.PhaseEnded.class).flatMap(p -> p.workers().stream()).toList(), notes(),
                all(RunEvent.OperationsLogged.class).flatMap(o -> o.operations().stream()).toList(),
                all(RunEvent.LogWritten.class).map(RunEvent.LogWritten::block).toList());
    }
}
