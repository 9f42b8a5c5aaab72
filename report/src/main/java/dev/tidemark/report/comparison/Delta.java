package dev.tidemark.report.comparison;

import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.core.stat.WithinRuns;
import dev.tidemark.report.analysis.Cell;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One figure of both sides.
 *
 * @param measure   what it is
 * @param base      the first side's mean over its runs; empty where it was not measured
 * @param other     the second side's
 * @param runs      their ratio with its error from repeats; empty where the figure is only shown: a side lacks it, it
 *                  is not above 0, only known to be at least so large, or an extreme of few values
 * @param course    how firmly the ratio held over two single runs; empty for several runs, which say more, and where
 *                  that cannot be told
 * @param adjustedP probability of such a difference by chance among all comparisons of its table; NaN when unknown
 */
public record Delta(Measure measure, Optional<Cell> base, Optional<Cell> other, Optional<Comparison> runs,
        Optional<WithinRuns> course, double adjustedP) {

    Delta(Measure measure, Optional<Cell> base, Optional<Cell> other, Optional<Comparison> runs,
            Optional<WithinRuns> course) {
        this(measure, base, other, runs, course, runs.map(Comparison::p).orElse(Double.NaN));
    }

    Delta adjusted(double p) {
        return new Delta(measure, base, other, runs, course, p);
    }

    /** The second side's figure over the first's; empty where one is missing or not above 0. */
    public OptionalDouble ratio() {
        if (runs.isPresent()) {
            return OptionalDouble.of(runs.get().ratio());
        }
        return base.isPresent() && other.isPresent() && base.get().mean() > 0 && other.get().mean() > 0
                ? OptionalDouble.of(other.get().mean() / base.get().mean()) : OptionalDouble.empty();
    }

    /** Whether repeats give the ratio an error. */
    public boolean errorKnown() {
        return runs.map(Comparison::errorKnown).orElse(false);
    }

    /** Whether a difference between the sides can be told. */
    public boolean told() {
        return errorKnown() && adjustedP < Comparison.LEVEL;
    }
}
