package dev.tidemark.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.workload.script.ScriptFigures;
import dev.tidemark.core.workload.script.ScriptFigures.Operation;
import dev.tidemark.core.workload.script.ScriptFigures.Statement;
import dev.tidemark.core.workload.script.ScriptFigures.Times;
import dev.tidemark.core.workload.script.StatementName;
import dev.tidemark.report.analysis.ScriptTables;
import org.junit.jupiter.api.Test;

class ScriptGridsTest {

    private static final Times TIMES = new Times(Optional.of(2.5), Optional.of(2.0), Optional.of(40.25));
    private static final Times NONE = new Times(Optional.empty(), Optional.empty(), Optional.empty());

    private static List<List<String>> texts(Grid grid) {
        return grid.lines().stream().map(line -> line.values().stream().map(Value::text).toList()).toList();
    }

    /** Shares of 1 are shown in percent: 30 of 120 operations were tried again, and a statement took three eighths. */
    @Test
    void sharesAreInPercentAndWhatWasNotAnsweredHasNoTimes() {
        Operation buy = new Operation("buy", 90, 30, 160, 30, 4, 270, 180, TIMES);
        Statement select = new Statement("buy", new StatementName(1, 3, "SELECT 1"), 150, 0, 0.375, 300,
                TIMES);
        Statement never = new Statement("buy", new StatementName(2, 4, "UPDATE t"), 0, 10, 0, 0, NONE);
        List<Grid> grids = ScriptGrids.of(new ScriptTables.Run("iteration 1", 1,
                new ScriptFigures(List.of(buy), buy, List.of(select, never), true)));
        assertThat(texts(grids.getFirst())).containsExactly(List.of("buy", "90", "30", "160", "25.00", "4", "270", "180",
                "2.500", "2.000", "40.250"));
        assertThat(texts(grids.getLast())).containsExactly(
                List.of("3", "SELECT 1", "150", "2.500", "2.000", "40.250", "37.50", "300", "0"),
                List.of("4", "UPDATE t", "0", "–", "–", "–", "0.00", "0", "10"));
        assertThat(grids).allSatisfy(grid -> assertThat(grid.columns()).hasSameSizeAs(grid.lines().getFirst().values()));
    }
}
