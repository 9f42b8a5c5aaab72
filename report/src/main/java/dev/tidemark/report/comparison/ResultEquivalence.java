package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.report.Numbers;

/**
 * Whether two sides gave the same answers. Both were offered the same stream of operations, so after the same number of
 * operations the same share of each kind must have missed, failed, and found as many rows; a side that is faster is
 * further on at the same time, which is no difference. Of worker groups only failures are compared: each goes on at a
 * pace of its own, so what one finds depends on how far the others are.
 *
 * <p>Where the intervals are too long to tell what the same operations found, as of short runs, each side's misses are
 * held against what arithmetic says of its own operations; where there is none, nothing is said.
 *
 * @param difference  the first difference in words; empty where there is none
 * @param notCompared why the answers, or some of them, are not compared; empty where they are
 */
record ResultEquivalence(Optional<String> difference, Optional<String> notCompared) {

    /** Standard errors beyond which a difference is not taken for chance: one of 16,000 equal pairs is. */
    private static final double BEYOND_CHANCE = 4;
    /**
     * Workers overtake each other, so a key may be read a moment before it is written: smaller differences are that.
     */
    private static final double SAME_MISSES = 0.005;
    private static final double SAME_FAILURES = 0.001;
    private static final double SAME_ROWS = 0.01;
    /** A share that is known no better than this says nothing. */
    private static final double COARSE = 0.05;
    /** Percent of the lookups by which misses may be others than arithmetic says, which is of even intervals. */
    private static final double UNEXPECTED = 5;
    /** And standard deviations, which are more where little was looked up, or few keys are hot. */
    private static final double CHANCE = 4;
    /** A rare kind may come first on one side. */
    private static final double FEW = 100;

    /** What is counted of the operations of one kind. */
    private enum Count {
        MISSES(SAME_MISSES, "found nothing"), FAILURES(SAME_FAILURES, "had failed"), ROWS(SAME_ROWS, "");

        private final double same;
        private final String verb;

        Count(double same, String verb) {
            this.same = same;
            this.verb = verb;
        }
    }

    /**
     * A number of which only bounds are known.
     *
     * @param shared the likeliest
     */
    private record Bounded(double low, double shared, double high) {

        /** Of an interval's operations so many belong to it; @param found in all of them; @param share theirs */
        static Bounded of(double operations, double found, double share) {
            double taken = share * operations;
            return new Bounded(Math.max(0, taken - (operations - found)), share * found, Math.min(taken, found));
        }

        Bounded plus(Bounded more) {
            return new Bounded(low + more.low, shared + more.shared, high + more.high);
        }

        Bounded over(double operations) {
            return new Bounded(low / operations, shared / operations, high / operations);
        }

        double width() {
            return high - low;
        }

        /** How far it is at least from another. */
        double gap(Bounded other) {
            return Math.max(low - other.high, other.low - high);
        }
    }

    /** What the first operations of a kind found. */
    record Found(double operations, Map<Count, Bounded> counts) {

        private static final Found NOTHING = of(Totals.NONE, 0);

        /** @param share how much of an interval belongs to it; which of its operations nobody knows */
        static Found of(Totals t, double share) {
            double rows = share < 1 ? 0 : t.hits();
            return new Found(share * t.operations(), Map.of(
                    Count.MISSES, Bounded.of(t.operations(), t.misses(), share),
                    Count.FAILURES, Bounded.of(t.operations(), t.operations() - t.answered(), share),
                    Count.ROWS, new Bounded(rows, share * t.hits(), t.hits())));
        }

        Found plus(Found more) {
            Map<Count, Bounded> sums = new LinkedHashMap<>();
            counts.forEach((count, bounded) -> sums.put(count, bounded.plus(more.counts.get(count))));
            return new Found(operations + more.operations, sums);
        }

        Bounded each(Count count) {
            return counts.get(count).over(operations);
        }
    }

    private static ResultEquivalence differ(String difference) {
        return new ResultEquivalence(Optional.of("the answers differ: " + difference), Optional.empty());
    }

    private static ResultEquivalence unknown(String why) {
        return new ResultEquivalence(Optional.empty(), Optional.of(why));
    }

    /** The same, but that no difference counts where the sides were not asked the same. @param why they were not */
    ResultEquivalence unless(Optional<String> why) {
        return difference.isPresent() || notCompared.isPresent() ? why.map(ResultEquivalence::unknown).orElse(this)
                : this;
    }

    /**
     * @param series   of the runs that are compared, in their order
     * @param failures whether only failures count, as what was found is told otherwise
     */
    static ResultEquivalence of(String base, List<Iteration> bases, List<CumulativeSeries> baseSeries, String other,
            List<Iteration> others, List<CumulativeSeries> otherSeries, boolean failures) {
        double operations = Math.min(least(baseSeries), least(otherSeries));
        Map<String, Found> a = first(baseSeries, operations);
        Map<String, Found> b = first(otherSeries, operations);
        String after = "after the same " + Numbers.rounded(operations) + " operations ";
        Set<String> kinds = new LinkedHashSet<>(a.keySet());
        kinds.addAll(b.keySet());
        for (String kind : kinds) {
            double x = a.getOrDefault(kind, Found.NOTHING).operations();
            double y = b.getOrDefault(kind, Found.NOTHING).operations();
            if ((x == 0 || y == 0) && x + y > FEW) {
                return unknown("only " + (x > 0 ? base : other) + " did any " + kind);
            }
        }
        kinds.retainAll(a.keySet());
        kinds.retainAll(b.keySet());
        boolean coarse = false;
        for (String kind : kinds) {
            Found x = a.get(kind);
            Found y = b.get(kind);
            boolean found = !failures && !QualifiedNames.isOfGroup(kind);
            if (x.operations() == 0 || y.operations() == 0) {
                continue;
            }
            if (found && shareDiffers(x, y, Count.MISSES)) {
                return differ(after + shares(x, y, Count.MISSES, base, other, kind));
            } else if (shareDiffers(x, y, Count.FAILURES)) {
                return differ(after + shares(x, y, Count.FAILURES, base, other, kind));
            } else if (found && rowsDiffer(x, y)) {
                return differ(after + kind + " had found " + Numbers.fixed(x.each(Count.ROWS).shared(), 2)
                        + " rows each in " + base + " and " + Numbers.fixed(y.each(Count.ROWS).shared(), 2) + " in "
                        + other);
            } else if (found) {
                coarse |= Math.max(x.each(Count.MISSES).width(), y.each(Count.MISSES).width()) > COARSE;
            }
        }
        return coarse ? expected(base, bases, other, others)
                : new ResultEquivalence(Optional.empty(), Optional.empty());
    }

    private static double least(List<CumulativeSeries> courses) {
        return courses.stream().mapToDouble(CumulativeSeries::operations).min().orElse(0);
    }

    private static Map<String, Found> first(List<CumulativeSeries> courses, double operations) {
        Map<String, Found> sums = new LinkedHashMap<>();
        courses.forEach(c -> c.firstOperations(operations).forEach((kind, more) ->
                sums.merge(kind, more, Found::plus)));
        return sums;
    }

    /** The test of two proportions, pooled, of differences that matter whatever the order within intervals was. */
    private static boolean shareDiffers(Found x, Found y, Count what) {
        Bounded a = x.each(what);
        Bounded b = y.each(what);
        double pooled = (a.shared() * x.operations() + b.shared() * y.operations())
                / (x.operations() + y.operations());
        double error = Math.sqrt(pooled * (1 - pooled) * (1 / x.operations() + 1 / y.operations()));
        return a.gap(b) > what.same && a.gap(b) > BEYOND_CHANCE * error;
    }

    /** The size of a result is taken to scatter by as much as it is large. */
    private static boolean rowsDiffer(Found x, Found y) {
        Bounded a = x.each(Count.ROWS);
        Bounded b = y.each(Count.ROWS);
        double most = Math.max(a.high(), b.high());
        double error = Math.sqrt(1 / x.operations() + 1 / y.operations());
        return most > 0 && a.gap(b) / most > Count.ROWS.same && a.gap(b) / most > BEYOND_CHANCE * error;
    }

    private static String shares(Found x, Found y, Count what, String base, String other, String kind) {
        return percent(x.each(what).shared()) + " in " + base + " and " + percent(y.each(what).shared()) + " in "
                + other + " of " + kind + " " + what.verb;
    }

    private static String percent(double share) {
        return Numbers.fixed(100 * share, 1) + " %";
    }

    // ---- By arithmetic ----

    private static ResultEquivalence expected(String base, List<Iteration> bases, String other,
            List<Iteration> others) {
        if (Stream.concat(bases.stream(), others.stream()).anyMatch(i -> value(i, "not-found").isEmpty()
                || value(i, "not-found-expected").isEmpty())) {
            return unknown("the intervals are too long to tell what the same operations found");
        }
        return unexpected(base, bases).or(() -> unexpected(other, others)).map(ResultEquivalence::differ)
                .orElse(new ResultEquivalence(Optional.empty(), Optional.empty()));
    }

    private static Optional<String> unexpected(String side, List<Iteration> iterations) {
        Function<Iteration, Double> found = i -> value(i, "not-found").orElseThrow();
        Function<Iteration, Double> expected = i -> value(i, "not-found-expected").orElseThrow();
        Function<Iteration, Double> most = i -> Math.max(UNEXPECTED,
                CHANCE * value(i, "not-found-deviation").orElse(0.0));
        return iterations.stream().filter(i -> Math.abs(found.apply(i) - expected.apply(i)) > most.apply(i)).findFirst()
                .map(i -> percent(found.apply(i) / 100) + " of the lookups of " + side + " found nothing, where "
                        + percent(expected.apply(i) / 100) + " were to be expected");
    }

    private static Optional<Double> value(Iteration iteration, String measure) {
        return iteration.value(measure).map(MeasuredValue::number);
    }
}
