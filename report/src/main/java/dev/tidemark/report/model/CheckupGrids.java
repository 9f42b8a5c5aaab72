package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.result.Measure;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Checkup;

/** A checkup as tables. */
public final class CheckupGrids {

    private CheckupGrids() {}

    /** One line for each load, without the errors of two short rounds; there has to be one. */
    public static Grid loads(Checkup checkup) {
        Measure throughput = checkup.loads().getFirst().measure();
        return new Grid("How good", List.of(Column.numbers("clients"), Column.words("offered"), Column.of(throughput),
                Column.numbers("response p50", "ms"), Column.numbers("p99", "ms"), Column.words("limited by")),
                checkup.loads().stream().map(load -> Line.of(Value.of(load.clients()), Value.of(load.offered()
                        .map(rate -> Numbers.rounded(rate) + "/s").orElse("as fast as they go")),
                        Value.of(throughput, load.throughput()), time(load.p50()), time(load.p99()),
                        Value.of(load.limitedBy().orElse("")))).toList()).withoutErrors();
    }

    /** What was kept, one line for each, with the throughput of as many clients as here; there has to be a load. */
    public static Grid references(Checkup checkup) {
        List<Checkup.Load> own = checkup.loads().stream().filter(load -> load.offered().isEmpty()).toList();
        List<Column> columns = new ArrayList<>(List.of(Column.words("kept"), Column.words("engine"), Column.badges("durability",
                "What an acknowledged write survives.")));
        own.forEach(load -> columns.add(Column.numbers(Checkup.clients(load.clients()), load.measure().unit())));
        return new Grid("Beside what was kept", "", "Measured at other times: nothing is claimed of a difference.", columns,
                checkup.references().stream().map(reference -> line(reference, own)).toList());
    }

    private static Line line(Checkup.Reference reference, List<Checkup.Load> own) {
        List<Value> values = new ArrayList<>(List.of(Value.of(reference.name()), Value.of(reference.engine()),
                Value.of(reference.durability()
                .map(Durability::word).orElse(""))));
        own.forEach(load -> values.add(reference.loads().stream().filter(l -> l.clients().equals(load.clients()))
                .findFirst()
                .map(l -> Value.of(l.measure(), l.throughput())).orElse(Value.noData())));
        return Line.of(values);
    }

    private static Value time(Optional<Cell> millis) {
        return millis.map(cell -> Value.of(cell.mean(), 3)).orElse(Value.noData());
    }
}
