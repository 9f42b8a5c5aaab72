package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.stat.Comparison;
import dev.tidemark.report.Cell;

/**
 * One figure of both sides.
 *
 * @param measure  what it is
 * @param base     the first side's mean over its runs; empty where it was not measured
 * @param other    the second side's
 * @param evidence their ratio, and what is known of its error
 */
public record Delta(Measure measure, Optional<Cell> base, Optional<Cell> other, Evidence evidence) {

    /** Ends of an interval of the ratio. */
    public record Bounds(double low, double high) {}

    /**
     * The second side's figure over the first's; empty where one is missing, not above 0, or only the least is known.
     */
    public OptionalDouble ratio() {
        return switch (evidence) {
            case Evidence.Rounds r -> OptionalDouble.of(r.ratio().ratio());
            case Evidence.Sessions s -> OptionalDouble.of(s.ratio().ratio());
            case Evidence.OneRun o -> OptionalDouble.of(o.ratio());
            case Evidence.Shown _ -> isKnown(base) && isKnown(other)
                    ? OptionalDouble.of(other.get().mean() / base.get().mean()) : OptionalDouble.empty();
        };
    }

    private static boolean isKnown(Optional<Cell> cell) {
        return cell.filter(c -> c.mean() > 0 && !c.atLeast()).isPresent();
    }

    /** The interval that decided where the figure was tested; else a description. */
    public Optional<Bounds> interval() {
        return switch (evidence) {
            case Evidence.Rounds r -> Optional.of(new Bounds(r.ratio().low(r.level()), r.ratio().high(r.level())));
            case Evidence.Sessions s -> Optional.of(new Bounds(s.ratio().low(), s.ratio().high()));
            case Evidence.OneRun _, Evidence.Shown _ -> Optional.empty();
        };
    }

    /** Share of such intervals that hold the true ratio, as far as the runs can tell; empty without one. */
    public OptionalDouble confidence() {
        return switch (evidence) {
            case Evidence.Rounds r -> OptionalDouble.of(1 - r.level());
            case Evidence.Sessions s -> OptionalDouble.of(1 - s.level());
            case Evidence.OneRun _, Evidence.Shown _ -> OptionalDouble.empty();
        };
    }

    /** Whether the figure belongs to the family that is decided together. */
    public boolean tested() {
        return evidence instanceof Evidence.Rounds r && r.tested();
    }

    /** Whether the sides differ significantly: the interval that decides leaves out 1. */
    public boolean significant() {
        return tested() && interval().filter(i -> i.low() > 1 || i.high() < 1).isPresent();
    }

    /** Whether the second side's figure is the better one; empty where neither is, or where nobody can say. */
    public Optional<Boolean> better() {
        return measure.better() == Direction.NEITHER || ratio().isEmpty() || ratio().getAsDouble() == 1
                ? Optional.empty() : Optional.of(ratio().getAsDouble() > 1 == (measure.better() == Direction.HIGHER));
    }

    /** Probability of such a difference by chance, adjusted for the whole family; empty where it was not tested. */
    public OptionalDouble adjustedP() {
        return evidence instanceof Evidence.Rounds r && r.tested()
                ? OptionalDouble.of(Math.min(1, r.ratio().p() * Comparison.LEVEL / r.level())) : OptionalDouble.empty();
    }

    /** The ratio in the first, the middle and the last third of single runs; empty where that is not known. */
    public List<Double> thirds() {
        return evidence instanceof Evidence.OneRun o ? o.thirds() : List.of();
    }

    /** With an interval of a level, if it has one, whether or not sessions are in the error. */
    Delta boundedAt(double level) {
        return evidence instanceof Evidence.Sessions s
                ? new Delta(measure, base, other, new Evidence.Sessions(s.base(), s.other(), level)) : decidedAt(level);
    }

    /** Decided at a level, if it can be. */
    Delta decidedAt(double level) {
        return evidence instanceof Evidence.Rounds r
                ? new Delta(measure, base, other, new Evidence.Rounds(r.ratio(), level, true)) : this;
    }
}
