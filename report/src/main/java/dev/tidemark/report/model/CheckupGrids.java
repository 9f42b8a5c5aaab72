package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Checkup;

/** A checkup as tables. */
public final class CheckupGrids {

    /** All of them are written alike. */
    private static final Measure TIME = CommonMeasures.RESPONSE.getFirst();

    private CheckupGrids() {}

    /** One line for each load, without the errors of two short rounds; there has to be one. */
    public static Grid loads(Checkup checkup) {
        Measure throughput = checkup.loads().getFirst().measure();
        return new Columns<Checkup.Load>().with(Column.numbers("clients"), load -> Value.of(load.clients()))
                .with(Column.words("offered"), load -> Value.of(load.offered().map(rate -> Numbers.rounded(rate) + "/s")
                        .orElse("as fast as they go")))
                .with(Column.of(throughput), load -> Value.of(throughput, load.throughput()))
                .with(Column.numbers("response p50", "ms"), load -> Value.of(TIME, load.p50()))
                .with(Column.numbers("p99", "ms"), load -> Value.of(TIME, load.p99()))
                .with(Column.words("limited by"), load -> Value.of(load.limitedBy().orElse("")))
                .grid("How good", checkup.loads()).withoutErrors();
    }

    /** What was kept, one line for each, with the throughput of as many clients as here; there has to be a load. */
    public static Grid references(Checkup checkup) {
        List<Checkup.Load> own = checkup.loads().stream().filter(load -> load.offered().isEmpty()).toList();
        return new Columns<Checkup.Reference>().with(Column.words("kept"), r -> Value.of(r.name()))
                .with(Column.words("engine"), r -> Value.of(r.engine()))
                .with(Column.badges("durability", "What an acknowledged write survives."),
                        r -> Value.of(r.durability().map(Durability::word).orElse("")))
                .withEach(own, load -> Column.numbers(Checkup.clients(load.clients()), load.measure().unit()),
                        (r, load) -> r.loads().stream().filter(l -> l.clients().equals(load.clients())).findFirst()
                        .map(l -> Value.of(l.measure(), l.throughput())).orElse(Value.noData()))
                .grid("Beside what was kept", "Measured at other times: nothing is claimed of a difference.",
                        checkup.references());
    }
}
