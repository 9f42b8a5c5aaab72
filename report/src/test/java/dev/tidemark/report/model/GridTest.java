package dev.tidemark.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.SettingValue;
import org.junit.jupiter.api.Test;

class GridTest {

    private static final Grid GRID = new Grid("Title", List.of(Column.words("what"), Column.words("ended"),
            Column.numbers("time", "ms")), List.of(Line.of(Value.of("get"), Value.of(""), Value.of(1.25, 1)),
                    Line.of(Value.of("put"), Value.of(""), Value.of(OptionalDouble.empty(), 1))));

    @Test
    void columnsInWhichNothingStandsCanBeLeftOut() {
        Grid grid = GRID.withoutEmptyColumns();
        assertThat(grid.columns()).extracting(Column::title).containsExactly("what", "time");
        assertThat(grid.lines()).extracting(l -> l.values().stream().map(Value::text).toList())
                .containsExactly(List.of("get", "1.3"), List.of("put", "–"));
    }

    @Test
    void whatIsLeftOutIsSaidOnlyWhereSomethingIs() {
        assertThat(GRID.first(2, "more")).isEqualTo(GRID);
        assertThat(GRID.first(1, "1 more").lines()).hasSize(1);
        assertThat(GRID.first(1, "1 more").more()).isEqualTo("1 more");
    }

    @Test
    void aMeasuredValueSortsByItsExactForm() {
        Measure measure = new Measure("time", "Time", "s", Direction.LOWER, 2, "");
        Value value = Value.of(measure, new Cell(new Estimate(60.6949, 60.3849, 61.0049, 3), true));
        assertThat(value).isEqualTo(new Value("≥60.69", " ± 0.31", "60.6949"));
        assertThat(value.withoutError().error()).isEmpty();
        assertThat(List.of(Value.of(measure, Optional.<Cell>empty()), Value.noData(), Value.of(SettingValue.ABSENT)))
                .as("which sorts last").containsOnly(new Value("–", "", ""));
    }
}
