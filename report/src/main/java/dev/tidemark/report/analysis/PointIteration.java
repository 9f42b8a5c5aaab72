package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.result.Iteration;

/**
 * An iteration of a report.
 *
 * @param point what tells its row apart; empty where there is only one, and of what is not ranked
 */
record PointIteration(String point, Iteration iteration) {

    /** In the order of the rows, and behind them what is not ranked. */
    static List<PointIteration> of(Report report, Predicate<Iteration> which) {
        Stream<PointIteration> ranked = report.table().rows().stream().flatMap(row -> row.iterations().stream()
                .map(i -> new PointIteration(report.describe(row), i)));
        Stream<PointIteration> others = Unranked.of(report).iterations().stream().map(i -> new PointIteration("", i));
        return Stream.concat(ranked, others).filter(i -> which.test(i.iteration)).toList();
    }
}
