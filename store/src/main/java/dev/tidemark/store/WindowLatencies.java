package dev.tidemark.store;

import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What is known of the latencies of a window that was measured elsewhere: how many there were, their smallest, largest and
 * mean, and some percentiles. Between two known ranks the values lie somewhere between the two known values. So the
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
    private static final int PARTS = 32;
    /** How far from both known values those between them are on average, where no mean says otherwise. */
    private static final double USUAL = 1.0 / 3;
    private static final double MARGIN = 0.01;

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
     * @throws BadInput when they are not those of anything
     */
    static Optional<WindowLatencies> of(long count, OptionalDouble mean, Map<Double, Double> percentiles) {
        // Older tools write zeros where there were too few operations for statistics.
        boolean none = percentiles.values().stream().allMatch(v -> v == 0);
        if (count == 0 || percentiles.isEmpty() || none) {
            return Optional.empty();
        }
        if (!percentiles.containsKey(0.0) || !percentiles.containsKey(1.0)) {
            throw new BadInput("percentiles of a window need its smallest and largest latency beside them: map columns to "
                    + "latency.min and latency.max");
        }
        TreeMap<Double, Double> ascending = new TreeMap<>(percentiles);
        double largest = ascending.get(1.0);
        double before = 0;
        for (Map.Entry<Double, Double> e : ascending.entrySet()) {
            double value = e.getValue();
            if (value < before * (1 - SLACK) || value > largest * (1 + SLACK)) {
                throw new BadInput("the percentiles of the window do not ascend up to its maximum");
            }
            before = Math.min(Math.max(value, before), largest);
            e.setValue(before);
        }
        return Optional.of(new WindowLatencies(count, mean.orElse(Double.NaN), ascending));
    }

    /** A value whose rank is known. */
    private record Known(long rank, double value) {}

    private List<Known> known() {
        TreeMap<Long, Double> byRank = new TreeMap<>();
        percentiles.forEach((share, value) -> byRank.put(Math.max(1, (long) Math.ceil(share * count - 1e-9)), value));
        List<Known> known = new ArrayList<>();
        byRank.forEach((rank, value) -> known.add(new Known(rank, value)));
        return known;
    }

    void addTo(Sum sum) {
        List<Known> known = known();
        double nearer = nearer(known);
        Known before = null;
        for (Known at : known) {
            long value = Math.round(at.value());
            for (LogHistogram histogram : List.of(sum.estimate(), sum.lowest(), sum.highest())) {
                histogram.record(value);
            }
            if (before != null && at.rank() - before.rank() > 1) {
                long between = at.rank() - before.rank() - 1;
                sum.lowest().record(Math.round(before.value()), between);
                sum.highest().record(value, between);
                spread(sum.estimate(), between, before.value(), at.value(), nearer);
            }
            before = at;
        }
    }

    /**
     * Where between two known values the others lie on average, from 0 for the lower to 1 for the higher one: so that the
     * mean of all is the known one.
     */
    private double nearer(List<Known> known) {
        double lowest = known.getFirst().value();
        double range = 0;
        for (int i = 1; i < known.size(); i++) {
            long between = known.get(i).rank() - known.get(i - 1).rank() - 1;
            lowest += known.get(i).value() + between * known.get(i - 1).value();
            range += between * (known.get(i).value() - known.get(i - 1).value());
        }
        return Double.isNaN(mean) || range == 0 ? USUAL
                : Math.clamp((mean * count - lowest) / range, MARGIN, 1 - MARGIN);
    }

    /** Spreads values as {@code low + (high - low) · t^g} for even t, whose mean is at {@code 1 / (g + 1)}. */
    private static void spread(LogHistogram into, long count, double low, double high, double nearer) {
        double power = 1 / nearer;
        long parts = Math.min(PARTS, count);
        for (long part = 0; part < parts; part++) {
            long of = count * (part + 1) / parts - count * part / parts;
            double t = parts * (Math.pow((part + 1.0) / parts, power) - Math.pow((double) part / parts, power)) * nearer;
            into.record(Math.round(low + (high - low) * t), of);
        }
    }

    /**
     * What is known of all windows together, under the measures that there are: a percentile whose bounds are apart is "at
     * least" the lower one.
     *
     * @param name of the measures: {@code response} for {@code response.p99}
     */
    static List<Value> values(String name, List<WindowLatencies> windows, MeasureSet measures) {
        List<Value> values = new ArrayList<>();
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

    private static void put(List<Value> values, MeasureSet measures, String name, double nanos, boolean atLeast) {
        Optional<Measure> measure = measures.find(name);
        measure.filter(m -> m.unit().equals("ms")).ifPresent(m -> values.add(new Value(m.name(), nanos / 1e6, atLeast)));
    }
}
