package dev.tidemark.web.api;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.JobForecast;
import dev.tidemark.core.plan.Experiment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Experiments that are only looked at. */
final class ExperimentOperations {

    private ExperimentOperations() {}

    record Forecast(@Says("repeats included; where searches are made, how many searches") int iterations,
            @Says("whether searches are made, so that nobody knows how many iterations there will be")
            boolean searching,
            @Says("what the workload counts, in the plural") String unit,
            @Says("of the whole plan; absent where only time ends an iteration, or searches are made")
            Optional<Long> units,
            @Says("user bytes of the whole plan; absent where not known") Optional<Long> bytes,
            @Says("of the whole plan, with searches of one iteration; absent until something of its kind has run")
            Optional<Double> seconds,
            @Says("the experiment as a document that stands by itself") String yaml) {

        static Forecast of(JobForecast f, String yaml) {
            return new Forecast(f.iterations(), f.searching(), f.unit(), known(f.units()), known(f.bytes()),
                    f.time().map(ExperimentOperations::seconds), yaml);
        }
    }

    /** 0 stands for what is not known. */
    static Optional<Long> known(long number) {
        return number == 0 ? Optional.empty() : Optional.of(number);
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    static List<Operation> all() {
        return List.of(Operation.post("/experiments/check", ADMINISTRATOR, "checkExperiment",
                "Checks an experiment and tells what it would take; runs nothing and keeps nothing.")
                .takes(new Input.AnExperiment())
                .answers(Output.of(Forecast.class, "what it would take"))
                .by(ExperimentOperations::check));
    }

    private static Reply check(Desk desk, Call call) {
        Experiment experiment = desk.workbench().read(call.experiment());
        return Reply.of(Forecast.of(desk.workbench().jobs().forecast(desk.workbench().plan(experiment)),
                experiment.yaml()));
    }
}
