package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.randomio.RandomIo;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.Row;
import java.util.Optional;

/**
 * Whether a row meets a condition. What was not measured cannot meet one, nor can a speed that something else had than
 * what was to be measured.
 */
final class ThresholdCheck {

    private ThresholdCheck() {}

    static Report.Judgement of(Threshold threshold, Row row, String point) {
        Optional<Cell> cell = row.cell(threshold.measure().name());
        boolean elsewhere = !threshold.measure().equals(CommonMeasures.FAILURES)
                && row.cell(RandomIo.READ_ELSEWHERE.name()).isPresent();
        boolean met = !elsewhere && cell.map(c -> threshold.met(c.mean(), c.atLeast())).orElse(false);
        String figure = cell.map(c -> Numbers.sentence(threshold.measure(), c, mean -> threshold.met(mean, c.atLeast()))
                + (elsewhere ? ", which was not read from the disk" : "")).orElse("not measured");
        return new Report.Judgement(threshold, row, met, (met ? "Met: " : "Missed: ") + threshold.measure().name()
                + " is " + figure + ", expected " + threshold.text() + (point.isEmpty() ? "" : ", at " + point) + ".", point);
    }
}
