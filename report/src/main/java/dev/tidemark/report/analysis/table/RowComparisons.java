package dev.tidemark.report.analysis.table;

import dev.tidemark.core.result.Direction;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.Simultaneous;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Compares the rows of a report on its objective, each with each, as one family: whatever is said of any two of them,
 * in whichever table, comes from here, so that looking at the best of many is allowed for.
 */
public final class RowComparisons {

    private record Pass(long batch, int round) {}

    private final Objective objective;
    private final Map<Long, Integer> rowOf = new HashMap<>();
    private final List<Boolean> comparable = new ArrayList<>();
    private final Simultaneous all;

    private RowComparisons(Objective objective, List<Row> rows) {
        this.objective = objective;
        Map<Pass, Integer> passes = new HashMap<>();
        List<Simultaneous.Run> runs = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            int number = row;
            rows.get(row).iterations().forEach(i -> rowOf.put(i.id(), number));
            List<RunSamples.Run> ofRow = RunSamples.runs(objective.measure(), rows.get(row).iterations());
            comparable.add(!ofRow.isEmpty() && ofRow.stream().allMatch(r -> r.value() > 0));
            if (comparable.getLast()) {
                ofRow.forEach(r -> runs.add(new Simultaneous.Run(number, passes.computeIfAbsent(
                        new Pass(r.batch(), r.round()), p -> passes.size()), r.value())));
            }
        }
        this.all = Simultaneous.of(rows.size(), runs);
    }

    /** @param rows all rows of the report */
    public static RowComparisons of(Objective objective, List<Row> rows) {
        return new RowComparisons(objective, rows);
    }

    /**
     * A comparison whose ratio is above 1 when {@code other} is better than {@code base}; empty without a ratio.
     *
     * @param base a row of the report, or of a table of a part of it
     */
    public Optional<Comparison> compare(Row base, Row other) {
        int from = number(base);
        int to = number(other);
        return !comparable.get(from) || !comparable.get(to) ? Optional.empty()
                : Optional.of(objective.measure().better() == Direction.HIGHER ? all.compare(from, to)
                        : all.compare(to, from));
    }

    /** How many rounds, those run among them, would show the difference of two rows; see {@link Simultaneous#rounds}. */
    public OptionalInt rounds(Row base, Row other) {
        int from = number(base);
        int to = number(other);
        return comparable.get(from) && comparable.get(to) ? all.rounds(from, to) : OptionalInt.empty();
    }

    /** Whether there is any row that this one can be compared with. */
    boolean judged(Row row) {
        return all.judged(number(row));
    }

    /** Whether the error of their comparison is known, so that a difference can be significant. */
    boolean errorKnown(Row base, Row other) {
        return all.errorKnown(number(base), number(other));
    }

    private int number(Row row) {
        return rowOf.get(row.iterations().getFirst().id());
    }

    /** Whether the noise is taken to be the same in all rows, as far as their runs show. */
    public boolean pooled() {
        return all.pooled();
    }
}
