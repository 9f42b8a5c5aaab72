package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import module java.base;
import dev.tidemark.app.JobForecast;
import dev.tidemark.core.param.Reached;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.report.write.Description;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.ApiServices;
import dev.tidemark.web.api.spec.Input;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;

/** Experiments that are only looked at. */
public final class ExperimentOperations {

    private ExperimentOperations() {}

    record Forecast(@Description("repeats included; where searches are made, how many searches") int iterations,
            @Description("whether searches are made, so that nobody knows how many iterations there will be")
            boolean searching,
            @Description("what the workload counts, in the plural") String unit,
            @Description("of the whole plan; absent where only time ends an iteration, or searches are made")
            Optional<Long> units,
            @Description("user bytes that the loads of the whole plan store; absent where not known")
            Optional<Long> bytes,
            @Description("user bytes that are stored before the loads, in the whole plan; absent where not known")
            Optional<Long> preloadBytes,
            @Description("of the whole plan, with searches of one iteration; absent until something like it has run")
            Optional<Double> seconds,
            @Description("whether it may take less time, and nobody knows how much less") boolean atMost,
            @Description("what takes time that is not in the seconds, and nobody knows how long: preload of 1M keys")
            List<String> left,
            @Description("what it reaches outside of Tidemark's own data: commands, jars, files, folders, devices, "
                    + "secrets, addresses, statements") List<String> reaches,
            @Description("the experiment as a document that stands by itself") String yaml) {

        static Forecast of(JobForecast f, List<Reached> reached, String yaml) {
            return new Forecast(f.iterations(), f.searching(), f.unit(), known(f.units()), known(f.bytes()),
                    known(f.preload()), f.time().map(ExperimentOperations::seconds), f.atMost(), f.left(),
                    reached.stream().map(Reached::toString).toList(), yaml);
        }
    }

    /** 0 stands for what is not known. */
    static Optional<Long> known(long number) {
        return number == 0 ? Optional.empty() : Optional.of(number);
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    public static List<Operation> all() {
        return List.of(Operation.post("/experiments/check", ADMINISTRATOR, "checkExperiment",
                "Checks an experiment and tells what it would take; runs nothing and keeps nothing.")
                .takes(new Input.AnExperiment())
                .answers(Output.of(Forecast.class, "what it would take"))
                .by(ExperimentOperations::check));
    }

    private static Reply check(ApiServices apiServices, ApiRequest apiRequest) {
        Experiment experiment = apiServices.workbench().read(apiRequest.experiment());
        return Reply.of(Forecast.of(apiServices.workbench().jobs().forecast(apiServices.workbench().plan(experiment)),
                apiServices.workbench().reached(experiment), experiment.yaml()));
    }
}
