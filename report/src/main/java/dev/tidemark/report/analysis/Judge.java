package dev.tidemark.report.analysis;

import dev.tidemark.core.result.Expectation;
import dev.tidemark.report.Numbers;
import java.util.Optional;

/** Whether a row meets a condition. What was not measured cannot meet one. */
final class Judge {

    private Judge() {}

    static Report.Judgement of(Expectation expectation, Row row, String point) {
        Optional<Cell> cell = row.cell(expectation.measure().name());
        boolean met = cell.map(c -> expectation.met(c.mean(), c.atLeast())).orElse(false);
        String figure = cell.map(c -> Numbers.sentence(expectation.measure(), c)).orElse("not measured");
        return new Report.Judgement(expectation, row, met, (met ? "Met: " : "Missed: ") + expectation.measure().name()
                + " is " + figure + ", expected " + expectation.text() + (point.isEmpty() ? "" : ", at " + point)
                + ".");
    }
}
