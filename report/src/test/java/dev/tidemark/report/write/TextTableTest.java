package dev.tidemark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.report.model.Column;
import dev.tidemark.report.model.Grid;
import dev.tidemark.report.model.Line;
import dev.tidemark.report.model.Value;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static List<String> lines(int width, Grid grid) {
        return TextTable.render(grid, new TerminalStyle(width, false, true, ZoneOffset.UTC)).lines();
    }

    @Test
    void wordsGoOnInTheNextLineBesideTheirNumbers() {
        Grid grid = new Grid("", List.of(Column.words("point"), Column.numbers("time", "s")), List.of(
                Line.of(Value.of("shards 2 · batch-size 10 · sync true"), Value.of(1.5, 1)),
                Line.of(Value.of("shards 2 · batch-size 100"), Value.of(20, 0))));
        assertThat(lines(26, grid)).containsExactly(
                "                      time",
                "point                    s",
                "──────────────────────────",
                "shards 2 ·             1.5",
                "batch-size 10 · sync",
                "true",
                "shards 2 ·            20",
                "batch-size 100");
        assertThat(lines(80, grid)).contains("shards 2 · batch-size 10 · sync true   1.5");
    }

    @Test
    void aLongWordBreaksBehindASign() {
        Grid grid = new Grid("", List.of(Column.words("label"), Column.numbers("nightly:target=lmdb", "operations/s")),
                List.of(Line.of(Value.of("nightly-of-all-engines"), Value.of(5))));
        assertThat(lines(30, grid)).containsExactly(
                "                     nightly:",
                "                  target=lmdb",
                "label            operations/s",
                "─────────────────────────────",
                "nightly-of-all-             5",
                "engines");
    }

    @Test
    void aWordOfUsualLengthIsNotBroken() {
        Grid grid = new Grid("", List.of(Column.words("what"), Column.numbers("rate")),
                List.of(Line.of(Value.of("Space amplification"), Value.of(5))));
        assertThat(lines(12, grid)).endsWith("Space             5", "amplification");
    }

    @Test
    void theLeastImportantColumnsGoBeforeAWordIsBroken() {
        Grid grid = new Grid("", List.of(Column.words("point"), Column.numbers("time").needed(false),
                Column.numbers("rate")), List.of(Line.of(Value.of("shards 2 · sync true"), Value.of(60), Value.of(7))));
        TextTable.Rendered narrow = TextTable.render(grid, new TerminalStyle(27, false, true, ZoneOffset.UTC));
        assertThat(narrow.dropped()).containsExactly("time");
        assertThat(narrow.lines()).contains("shards 2 · sync true     7");
    }
}
