package dev.tidemark.store.transfer;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * What is known of the latencies of a window that was measured elsewhere: how many there were, their smallest, largest
 * and mean, and some percentiles. Between two known ranks the values lie somewhere between the two known values. So the
 * minimum, maximum and mean of several windows follow exactly, and of their percentiles bounds.
 *
 * @param count       answered operations
 * @param mean        in nanoseconds; NaN when it is not known
 * @param percentiles share to nanoseconds, ascending; with 0 the minimum and with 1 the maximum
 */
record WindowLatencies(long count, double mean, NavigableMap<Double, Double> percentiles) {

    /** Histograms of basho_bench are coarse: one percentile may be this much above the next, or the maximum. */
    private static final double SLACK = 0.1;
    /** Bounds that are this near to each other are one number. */
    private static final double TIGHT = 1.01;
    /** In how many parts the values between two known ones are spread. */
    private static final int PARTS = 16;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** In one order, by which a table is known again. */
    private static final NavigableMap<String, Double> SHARES = new TreeMap<>(
            Map.of("p50", 0.5, "p95", 0.95, "p99", 0.99, "p99.9", 0.999));

    /** What several windows amount to: the values as estimated, and each at the lowest and highest that it can be. */
    record Sum(LogHistogram estimate, LogHistogram lowest, LogHistogram highest) {

        Sum() {
            this(new LogHistogram(), new LogHistogram(), new LogHistogram());
        }
    }

    /**
     * @param percentiles share to nanoseconds
     * @throws InvalidInputException when they are not those of anything
     */
    static Optional<WindowLatencies> of(long count, OptionalDouble mean, Map<Double, Double> percentiles) {
        // Older tools write zeros where there were too few operations for statistics.
        boolean none = percentiles.values().stream().allMatch(v -> v == 0);
        if (count == 0 || percentiles.isEmpty() || none) {
            return Optional.empty();
        }
        if (!percentiles.containsKey(0.0) || !percentiles.containsKey(1.0)) {
            throw new InvalidInputException(
                    "percentiles of a window need its smallest and largest latency beside them: map columns to "
                    + "latency.min and latency.max");
        }
        TreeMap<Double, Double> ascending = new TreeMap<>(percentiles);
        double largest = ascending.get(1.0);
        double before = 0;
        for (Map.Entry<Double, Double> e : ascending.entrySet()) {
            double value = e.getValue();
            if (value < before * (1 - SLACK) || value > largest * (1 + SLACK)) {
                throw new InvalidInputException("the percentiles of the window do not ascend up to its maximum");
            }
            before = Math.min(Math.max(value, before), largest);
            e.setValue(before);
        }
        return Optional.of(new WindowLatencies(count, mean.orElse(Double.NaN), ascending));
    }

    /** A value whose rank is known. */
    private record RankedValue(long rank, double value) {}

    private List<RankedValue> known() {
        TreeMap<Long, Double> byRank = new TreeMap<>();
        percentiles.forEach((share, value) -> byRank.put(Math.max(1, (long) Math.ceil(share * count - 1e-9)), value));
        List<RankedValue> known = new ArrayList<>();
        byRank.forEach((rank, value) -> known.add(new RankedValue(rank, value)));
        return known;
    }

    /** Values between two known ones, as they are estimated. */
    private record Between(double low, double high, double value, long count) {}

    void addTo(Sum sum) {
        List<RankedValue> known = known();
        List<Between> between = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            long value = Math.round(known.get(i).value());
            for (LogHistogram histogram : List.of(sum.estimate(), sum.lowest(), sum.highest())) {
                histogram.record(value);
            }
            long count = i == 0 ? 0 : known.get(i).rank() - known.get(i - 1).rank() - 1;
            if (count > 0) {
                sum.lowest().record(Math.round(known.get(i - 1).value()), count);
                sum.highest().record(value, count);
                spread(known.get(i - 1), known.get(i), count, between);
            }
        }
        withTheMean(known, between, sum.estimate());
    }

    /**
     * Spreads values between two known ones as those of a log-normal distribution through both: their logarithms are
     * linear in the normal quantile of their ranks.
     */
    private void spread(RankedValue low, RankedValue high, long between, List<Between> into) {
        double from = normal(low.rank());
        double range = normal(high.rank()) - from;
        double foot = Math.log(Math.max(1, low.value()));
        double rise = Math.log(Math.max(1, high.value())) - foot;
        long parts = Math.min(PARTS, between);
        for (long part = 0; part < parts; part++) {
            long first = between * part / parts;
            long next = between * (part + 1) / parts;
            double rank = low.rank() + (first + next + 1) / 2.0;
            double value = Math.exp(foot + rise * (normal(rank) - from) / range);
            into.add(new Between(low.value(), high.value(), Math.clamp(value, low.value(), high.value()), next
                    - first));
        }
    }

    private double normal(double rank) {
        return NORMAL.inverseCumulativeProbability((rank - 0.5) / count);
    }

    /** Moves the estimated values towards the known ones above or below them until the mean of all is the known one. */
    private void withTheMean(List<RankedValue> known, List<Between> between, LogHistogram into) {
        double sum = known.stream().mapToDouble(RankedValue::value).sum()
                + between.stream().mapToDouble(b -> b.count() * b.value()).sum();
        double missing = Double.isNaN(mean) ? 0 : mean * count - sum;
        double room = between.stream().mapToDouble(b -> b.count()
                * Math.abs((missing > 0 ? b.high() : b.low()) - b.value()))
                .sum();
        double share = room == 0 ? 0 : Math.min(1, Math.abs(missing) / room);
        between.forEach(b -> into.record(Math.round(b.value()
                + share * ((missing > 0 ? b.high() : b.low()) - b.value())), b.count()));
    }

    /**
     * What is known of all windows together, under the measures that there are: a percentile whose bounds are apart is
     * "at least" the lower one.
     *
     * @param name of the measures: {@code response} for {@code response.p99}
     */
    static List<MeasuredValue> values(String name, List<WindowLatencies> windows, MeasureSet measures) {
        List<MeasuredValue> values = new ArrayList<>();
        if (windows.isEmpty()) {
            return values;
        }
        Sum sum = new Sum();
        windows.forEach(w -> w.addTo(sum));
        put(values, measures, name + ".min", sum.estimate().min(), false);
        put(values, measures, name + ".max", sum.estimate().max(), false);
        if (windows.stream().noneMatch(w -> Double.isNaN(w.mean()))) {
            put(values, measures, name + ".mean", windows.stream().mapToDouble(w -> w.mean() * w.count()).sum()
                    / windows.stream().mapToLong(WindowLatencies::count).sum(), false);
        }
        SHARES.forEach((part, share) -> {
            long lowest = sum.lowest().quantile(share);
            boolean apart = sum.highest().quantile(share) > lowest * TIGHT;
            put(values, measures, name + "." + part, apart ? lowest : sum.estimate().quantile(share), apart);
        });
        return values;
    }

    private static void put(List<MeasuredValue> values, MeasureSet measures, String name, double nanos,
            boolean atLeast) {
        Optional<Measure> measure = measures.find(name);
        measure.filter(m -> m.unit().equals("ms"))
                .ifPresent(m -> values.add(new MeasuredValue(m.name(), nanos / 1e6, atLeast)));
    }
}
