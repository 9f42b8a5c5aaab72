package dev.tidemark.report.analysis.table;

import dev.tidemark.core.result.Direction;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.Simultaneous;
import java.util.ArrayList;
import java.util.Arrays;
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

    private static final int LEAST_APART = 3;

    private record Pass(long batch, int round) {}

    private final Objective objective;
    private final Map<Long, Integer> rowOf = new HashMap<>();
    private final List<Boolean> comparable = new ArrayList<>();
    private final List<double[]> values = new ArrayList<>();
    private final Simultaneous all;

    private RowComparisons(Objective objective, List<Row> rows) {
        this.objective = objective;
        Map<Pass, Integer> passes = new HashMap<>();
        List<Simultaneous.Run> runs = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            int number = row;
            rows.get(row).iterations().forEach(i -> rowOf.put(i.id(), number));
            List<RunSamples.Run> ofRow = RunSamples.runs(objective.measure(), rows.get(row).iterations());
            values.add(ofRow.stream().mapToDouble(RunSamples.Run::value).toArray());
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
     * A comparison whose ratio is above 1 when {@code other} is better than {@code base}; empty without a ratio: where a run
     * has a zero, or nothing but the least is known of a row.
     *
     * @param base a row of the report, or of a table of a part of it
     */
    public Optional<Comparison> compare(Row base, Row other) {
        return objective.isOpen(base) || objective.isOpen(other) || !areAboveZero(base, other) ? Optional.empty()
                : Optional.of(comparison(base, other));
    }

    private boolean areAboveZero(Row base, Row other) {
        return comparable.get(number(base)) && comparable.get(number(other));
    }

    private Comparison comparison(Row base, Row other) {
        return objective.measure().better() == Direction.HIGHER ? all.compare(number(base), number(other))
                : all.compare(number(other), number(base));
    }

    /**
     * Whether {@code other} is better than {@code base}, statistically significantly; empty where nobody can know. Of a base
     * of which nothing but the least is known, that is compared: it may be worse still.
     */
    public Optional<Boolean> isBeaten(Row base, Row other) {
        return !areAboveZero(base, other) ? isApart(values.get(number(base)), values.get(number(other)))
                : all.errorKnown(number(base), number(other)) ? Optional.of(comparison(base, other).low() > 1)
                : Optional.empty();
    }

    /** Whether there can be a row by which this one {@link #isBeaten}. */
    boolean isJudged(Row row) {
        int number = number(row);
        return comparable.get(number) && all.judged(number) || values.get(number).length >= LEAST_APART;
    }

    /**
     * Zeros have no ratio: there each run must be worse than each of the other's, which of three and three equal ones
     * happens once in twenty times.
     */
    private Optional<Boolean> isApart(double[] base, double[] other) {
        if (Math.min(base.length, other.length) < LEAST_APART) {
            return Optional.empty();
        }
        return Optional.of(objective.measure().better() == Direction.HIGHER
                ? Arrays.stream(base).max().getAsDouble() < Arrays.stream(other).min().getAsDouble()
                : Arrays.stream(base).min().getAsDouble() > Arrays.stream(other).max().getAsDouble());
    }

    /** How many rounds, those run among them, would show the difference of two rows; see {@link Simultaneous#rounds}. */
    public OptionalInt rounds(Row base, Row other) {
        return compare(base, other).isPresent() ? all.rounds(number(base), number(other)) : OptionalInt.empty();
    }

    private int number(Row row) {
        return rowOf.get(row.iterations().getFirst().id());
    }

    /** Whether the noise is taken to be the same in all rows, as far as their runs show. */
    public boolean pooled() {
        return all.pooled();
    }
}
