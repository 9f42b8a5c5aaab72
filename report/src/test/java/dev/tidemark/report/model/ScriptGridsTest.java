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
                "2.500", "2.000", "max 40.250"));
        assertThat(texts(grids.getLast())).containsExactly(
                List.of("3", "SELECT 1", "150", "2.500", "2.000", "40.250", "37.50", "300", "0"),
                List.of("4", "UPDATE t", "0", "–", "–", "–", "0.00", "0", "10"));
        assertThat(grids).allSatisfy(grid -> assertThat(grid.columns()).hasSameSizeAs(grid.lines().getFirst().values()));
    }

    private static Operation done(long times) {
        return new Operation("pay", times, 0, times, 0, 0, 0, 0, TIMES);
    }

    private static Statement called(long calls, long failed) {
        return new Statement("pay", new StatementName(1, 3, "SELECT 1"), calls, failed, 0.5, 0, TIMES);
    }

    private static List<String> p99(ScriptFigures figures) {
        return ScriptGrids.of(new ScriptTables.Run("a", 1, figures)).stream().map(grid -> {
            int at = grid.columns().stream().map(Column::title).toList().indexOf("p99");
            return grid.lines().getFirst().values().get(at).text();
        }).toList();
    }

    /** By nearest rank that of fewer than 100 times, of those that were answered. */
    @Test
    void aPercentileThatIsOnlyTheLargestValueIsMarked() {
        assertThat(p99(new ScriptFigures(List.of(done(99)), done(99), List.of(called(150, 51)), false)))
                .containsExactly("max 40.250", "max 40.250");
        assertThat(p99(new ScriptFigures(List.of(done(100)), done(100), List.of(called(150, 50)), false)))
                .containsExactly("40.250", "40.250");
    }
}
