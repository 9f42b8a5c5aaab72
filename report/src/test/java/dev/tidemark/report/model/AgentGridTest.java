package dev.tidemark.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.measures.AgentShare;
import dev.tidemark.report.analysis.AgentFigures;
import dev.tidemark.report.analysis.AgentTable;
import dev.tidemark.report.write.TsvReport;
import org.junit.jupiter.api.Test;

class AgentGridTest {

    private static AgentTable.Line line(String point, int number, OptionalDouble late, OptionalDouble cpu) {
        return new AgentTable.Line(point, 70, 3, new AgentFigures("gen" + number, new AgentShare(number, 2, 1500, 10,
                millis(1.2, false), millis(2.5, false), millis(4, number == 1), OptionalDouble.empty(), late,
                0.00004), cpu));
    }

    private static Optional<MeasuredValue> millis(double number, boolean atLeast) {
        return Optional.of(new MeasuredValue("response", number, atLeast));
    }

    private static List<String> texts(Line line) {
        return line.values().stream().map(Value::text).toList();
    }

    /** An agent of which one figure was not recorded has a gap there, and what none has takes no room. */
    @Test
    void whatNoAgentHasIsNoColumn() {
        AgentTable table = new AgentTable(List.of(line("", 0, OptionalDouble.of(0.0123), OptionalDouble.of(0.5)),
                line("", 1, OptionalDouble.of(0), OptionalDouble.empty())), 1);
        Grid grid = AgentGrid.of(table);
        assertThat(grid.columns()).extracting(Column::title).containsExactly("iteration", "agent", "workers", "done",
                "throughput", "p50", "p95", "p99", "late slots", "CPU", "clock ±");
        assertThat(texts(grid.lines().getFirst())).containsExactly("3", "gen0", "2", "1500", "150.0", "1.200", "2.500",
                "4.000", "1.23", "50.0", "0.040");
        assertThat(texts(grid.lines().getLast())).endsWith("≥ 4.000", "0.00", "–", "0.040");
        assertThat(grid.note()).isEqualTo("1 iteration of several agents is left out.");
        assertThat(TsvReport.agents(table).lines()).containsExactly("id\tnumber\tagent\tworkers\tunits\tper-second\t"
                + "response-p50\tresponse-p95\tresponse-p99\tself-p99\tlate\tcpu\tclock-error\tat-least",
                "70\t1\tgen0\t2\t1500\t150\t0.0012\t0.0025\t0.004\t\t0.0123\t0.5\t0.00004\t",
                "70\t2\tgen1\t2\t1500\t150\t0.0012\t0.0025\t0.004\t\t0\t\t0.00004\tresponse-p99");
        assertThat(AgentGrid.of(new AgentTable(List.of(line("rate 5/s", 0, OptionalDouble.empty(), OptionalDouble.empty())),
                0)).columns()).extracting(Column::title).startsWith("point", "iteration", "agent").doesNotContain("CPU");
    }
}
