package dev.tidemark.web.api.operations;

import static dev.tidemark.web.http.Access.READER;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Alias;
import dev.tidemark.core.param.ChangeCost;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.write.Description;
import dev.tidemark.report.write.MeasureDeclaration;
import dev.tidemark.web.api.spec.ApiRequest;
import dev.tidemark.web.api.spec.Operation;
import dev.tidemark.web.api.spec.Output;
import dev.tidemark.web.api.spec.Reply;
import dev.tidemark.web.http.HttpException;

/** What there is to be set and measured. */
public final class DeclarationOperations {

    private DeclarationOperations() {}

    record ParamDeclaration(String name, @Description("kind of value") String kind,
            @Description("how to write one") String example,
            @Description("what holds where nothing is said; absent where a value must be given")
            Optional<String> byDefault,
            @Description("the word for not set") Optional<String> absent,
            @Description("the smallest number, in the unit") Optional<Double> min,
            @Description("the largest number, in the unit") Optional<Double> max,
            @Description("of its numbers") String unit,
            @Description("the valid words, where there is a list of them") List<String> words, String help,
            @Description("what changing it between two iterations costs") ChangeCost changing,
            @Description("older names") List<String> aliases) {

        static <T> ParamDeclaration of(Param<T> p) {
            return new ParamDeclaration(p.name(), p.type().kind(), p.type().example(),
                    p.required() ? Optional.empty() : Optional.of(p.format(p.defaultValue())),
                    Optional.ofNullable(p.absent()), number(p.min()), number(p.max()), p.type().unit(),
                    p.type().words(), p.explained(), p.change(), p.aliases().stream().map(Alias::name).toList());
        }

        private static Optional<Double> number(double bound) {
            return Double.isNaN(bound) ? Optional.empty() : Optional.of(bound);
        }

        static List<ParamDeclaration> all(Collection<Param<?>> params) {
            return params.stream().<ParamDeclaration>map(ParamDeclaration::of).toList();
        }
    }

    record WorkloadLine(String name, @Description("the question it answers") String question,
            @Description("what it counts, in the plural") String unit) {

        static WorkloadLine of(Workload w) {
            return new WorkloadLine(w.name(), w.question(), w.unit());
        }
    }

    record WorkloadList(List<WorkloadLine> workloads) {}

    record WorkloadDeclaration(String name, String question, String unit,
            @Description("what a driver must be able to do") List<Capability> needs,
            @Description("the measure that ranks the rows of a report") String objective, List<ParamDeclaration> params,
            List<MeasureDeclaration> measures,
            @Description("named sets of settings") Map<String, Map<String, String>> presets) {

        static WorkloadDeclaration of(Workload w) {
            return new WorkloadDeclaration(w.name(), w.question(), w.unit(), w.needs().stream().sorted().toList(),
                    w.objective(), ParamDeclaration.all(w.params().all()), MeasureDeclaration.all(w.measures().all()),
                    new LinkedHashMap<>(w.presets()));
        }
    }

    record DriverLine(String name, String summary, @Description("what it can do") List<Capability> capabilities) {

        static DriverLine of(Driver d) {
            return new DriverLine(d.name(), d.summary(), d.capabilities().stream().sorted().toList());
        }
    }

    record DriverList(List<DriverLine> drivers) {}

    record DriverDeclaration(String name, String summary, List<Capability> capabilities, List<ParamDeclaration> params,
            @Description("what the engine counts, beside what is measured of every target")
            List<MeasureDeclaration> measures) {

        static DriverDeclaration of(Driver d) {
            DriverLine line = DriverLine.of(d);
            return new DriverDeclaration(line.name(), line.summary(), line.capabilities(),
                    ParamDeclaration.all(d.params().all()), MeasureDeclaration.all(d.measures().all()));
        }
    }

    record ParamList(List<ParamDeclaration> params) {}

    public static List<Operation> all() {
        return List.of(
                Operation.get("/workloads", READER, "listWorkloads", "Lists the workloads.")
                        .answers(Output.of(WorkloadList.class, "the workloads"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new WorkloadList(Workloads.all().stream().map(WorkloadLine::of)
                                .toList()))),
                Operation.get("/workloads/{workload}", READER, "workload",
                        "A workload's settings, measures and presets.")
                        .answers(Output.of(WorkloadDeclaration.class, "the workload"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(WorkloadDeclaration.of(DefaultsOperations.workload(apiRequest)))),
                Operation.get("/drivers", READER, "listDrivers", "Lists the drivers.")
                        .answers(Output.of(DriverList.class, "the drivers"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new DriverList(Drivers.all().stream().map(DriverLine::of)
                                .toList()))),
                Operation.get("/drivers/{driver}", READER, "driver", "A driver's settings and measures.")
                        .answers(Output.of(DriverDeclaration.class, "the driver"))
                        .by((apiServices, apiRequest) -> Reply.of(DriverDeclaration.of(driver(apiRequest)))),
                Operation.get("/params", READER, "params", "The settings that every run has.")
                        .answers(Output.of(ParamList.class, "the settings"))
                        .by((apiServices, apiRequest) ->
                        Reply.of(new ParamList(ParamDeclaration.all(RunParams.ALL.all())))));
    }

    private static Driver driver(ApiRequest apiRequest) {
        return HttpException.found(() -> Drivers.named(apiRequest.name("driver")));
    }
}
