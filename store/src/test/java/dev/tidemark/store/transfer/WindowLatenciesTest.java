package dev.tidemark.store.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import org.junit.jupiter.api.Test;

/** What windows tell of latencies is taken over as it is, and what they do not tell is not made up. */
class WindowLatenciesTest {

    private static final double[] SHARES = {0.5, 0.95, 0.99, 0.999};
    private static final MeasureSet MEASURES = MeasureSet.of(List.of("min", "mean", "p50", "p95", "p99", "p99.9", "max")
            .stream().map(part -> new Measure("response." + part, part, "ms", Direction.LOWER, 3, ""))
            .toArray(Measure[]::new));

    /** The statistics of values as they are, by nearest rank. */
    private static WindowLatencies of(double[] nanos) {
        double[] sorted = nanos.clone();
        Arrays.sort(sorted);
        Map<Double, Double> percentiles = new HashMap<>();
        percentiles.put(0.0, sorted[0]);
        percentiles.put(1.0, sorted[sorted.length - 1]);
        for (double share : SHARES) {
            percentiles.put(share, rank(sorted, share));
        }
        return WindowLatencies.of(nanos.length, OptionalDouble.of(Arrays.stream(nanos).average().orElseThrow()),
                percentiles).orElseThrow();
    }

    private static double rank(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length - 1e-9) - 1)];
    }

    /** Log-normal, as latencies of engines are. */
    private static double[] window(Random random, int count, double median, double sigma) {
        return random.doubles(count).map(u -> median * Math.exp(sigma * random.nextGaussian())).toArray();
    }

    @Test
    void theStatisticsOfAWindowComeBack() {
        Random random = new Random(1);
        for (int count : new int[] {1, 2, 5, 40, 999, 20_000}) {
            double[] nanos = window(random, count, 300_000, 1.2);
            WindowLatencies window = of(nanos);
            WindowLatencies.Sum sum = new WindowLatencies.Sum();
            window.addTo(sum);
            LogHistogram all = sum.estimate();
            assertThat(all.count()).isEqualTo(count);
            for (double share : SHARES) {
                Arrays.sort(nanos);
                double truth = rank(nanos, share);
                assertThat((double) all.quantile(share)).as(share + " of " + count).isCloseTo(truth,
                        within(2e-3 * truth));
            }
            assertThat((double) all.max()).isCloseTo(nanos[count - 1], within(1.0));
            assertThat((double) all.min()).isCloseTo(nanos[0], within(1.0));
            assertThat(all.mean()).as("mean of " + count).isCloseTo(window.mean(), within(0.01 * window.mean()));
        }
    }

    /** 200 runs of 60 windows whose latencies wander: the true percentiles of the whole lie within the bounds. */
    @Test
    void percentilesOfTheWholeLieWithinTheirBounds() {
        Random random = new Random(2);
        double worst = 0;
        double errors = 0;
        for (int run = 0; run < 200; run++) {
            WindowLatencies.Sum sum = new WindowLatencies.Sum();
            List<WindowLatencies> windows = new ArrayList<>();
            List<double[]> all = new ArrayList<>();
            double median = 300_000;
            for (int i = 0; i < 60; i++) {
                median *= Math.exp(0.3 * random.nextGaussian());
                all.add(window(random, 50 + random.nextInt(500), median, 0.8));
                windows.add(of(all.getLast()));
                windows.getLast().addTo(sum);
            }
            double[] sorted = all.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
            Map<String, MeasuredValue> values = WindowLatencies.values("response", windows, MEASURES).stream()
                    .collect(Collectors.toMap(MeasuredValue::measure, v -> v));
            for (double share : SHARES) {
                double truth = rank(sorted, share);
                assertThat(truth).isBetween(sum.lowest().quantile(share) * 0.998, sum.highest().quantile(share)
                        * 1.002);
                double error = Math.abs(sum.estimate().quantile(share) / truth - 1);
                worst = Math.max(worst, error);
                errors += error;
                MeasuredValue value = values.get("response." + name(share));
                assertThat(value.number() * 1e6).isLessThan(truth * (value.atLeast() ? 1.002 : 1.012));
            }
            double mean = Arrays.stream(sorted).average().orElseThrow();
            assertThat(values.get("response.mean").number() * 1e6).isCloseTo(mean, within(1e-9 * mean));
            assertThat(values.get("response.max").number() * 1e6).isCloseTo(sorted[sorted.length - 1], within(1.0));
        }
        assertThat(worst).as("the worst of 800 estimates").isLessThan(0.4);
        assertThat(errors / 800).as("the mean error of the estimates").isLessThan(0.1);
    }

    private static String name(double share) {
        return share == 0.5 ? "p50" : share == 0.95 ? "p95" : share == 0.99 ? "p99" : "p99.9";
    }

    @Test
    void likeWindowsHaveTheirPercentilesAndNoBounds() {
        double[] nanos = window(new Random(3), 10_000, 300_000, 1);
        List<MeasuredValue> values = WindowLatencies.values("response", List.of(of(nanos), of(nanos), of(nanos)),
                MEASURES);
        Arrays.sort(nanos);
        assertThat(values).hasSize(7).noneMatch(MeasuredValue::atLeast);
        assertThat(values.stream().filter(v -> v.measure().equals("response.p99")).findFirst().orElseThrow().number())
                .isCloseTo(rank(nanos, 0.99) / 1e6, within(2e-3 * rank(nanos, 0.99) / 1e6));
    }

    @Test
    void zerosAreNoStatistics() {
        assertThat(WindowLatencies.of(3, OptionalDouble.of(0), Map.of(0.0, 0.0, 0.5, 0.0, 1.0, 0.0))).isEmpty();
        assertThat(WindowLatencies.of(0, OptionalDouble.of(1), Map.of(0.0, 1.0, 1.0, 1.0))).isEmpty();
    }

    @Test
    void whatIsNoDistributionIsRefused() {
        assertThatThrownBy(() -> WindowLatencies.of(9, OptionalDouble.empty(),
                Map.of(0.0, 1.0, 0.5, 9.0, 0.99, 5.0, 1.0,
                20.0))).isInstanceOf(InvalidInputException.class).hasMessageContaining("do not ascend");
        assertThatThrownBy(() -> WindowLatencies.of(9, OptionalDouble.empty(), Map.of(0.99, 5.0)))
                .isInstanceOf(InvalidInputException.class).hasMessageContaining("latency.min and latency.max");
        assertThat(WindowLatencies.of(9, OptionalDouble.empty(), Map.of(0.0, 1.0, 0.99, 21.0, 1.0, 20.0)).orElseThrow()
                .percentiles()).as("of a coarse histogram").containsEntry(0.99, 20.0);
    }
}
