package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;

/** What a plan that was run to compare compares. Whether its sides differ is decided by the comparison alone. */
public final class Compared {

    private static final String COMPARE = "compare";

    private Compared() {}

    /** Whether the label was run to compare. */
    public static boolean isCompared(LabelResults results) {
        return results.space().equals(COMPARE);
    }

    /** The setting whose values are the sides; empty where the label was not run to compare, or varies nothing. */
    public static Optional<Dimension> of(LabelResults results, List<Dimension> varied) {
        return isCompared(results) ? target(varied).or(() -> first(results, varied)) : Optional.empty();
    }

    /** The targets, where they vary. */
    public static Optional<Dimension> target(List<Dimension> varied) {
        return varied.stream().filter(d -> d.name().equals(Planner.TARGET)).findFirst();
    }

    /** What a plan for comparing varied first: the one whose value changes from each point to the next. */
    public static Optional<Dimension> first(LabelResults results, List<Dimension> varied) {
        List<Iteration> first = results.iterations().stream().filter(i -> i.position() < 2)
                .sorted(Comparator.comparingInt(Iteration::position)).toList();
        return varied.stream().filter(d -> first.stream().map(i -> Tables.level(i, d.name())).distinct().count() > 1)
                .findFirst().or(() -> varied.stream().findFirst());
    }
}
