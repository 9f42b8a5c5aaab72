package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Threshold;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Row;
import java.util.Optional;

/** Whether a row meets a condition. What was not measured cannot meet one. */
final class ThresholdCheck {

    private ThresholdCheck() {}

    static Report.Judgement of(Threshold threshold, Row row, String point) {
        Optional<Cell> cell = row.cell(threshold.measure().name());
        boolean met = cell.map(c -> threshold.met(c.mean(), c.atLeast())).orElse(false);
        String figure = cell.map(c -> Numbers.sentence(threshold.measure(), c)).orElse("not measured");
        return new Report.Judgement(threshold, row, met, (met ? "Met: " : "Missed: ") + threshold.measure().name()
                + " is " + figure + ", expected " + threshold.text() + (point.isEmpty() ? "" : ", at " + point)
                + ".");
    }
}
