package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.RampCurve.Knee;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.testing.Effort;
import dev.tidemark.testing.Often;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a ramp claims a knee that is not there, and finds one that is: up to 2,000 ramps each, every one climbed as
 * the real one is, with its own end, over made systems whose throughput is known. Noise is lognormal, from run to run,
 * and 5 % from round to round besides.
 */
class RampSimulationTest {

    private static final int RAMPS = 2000;
    private static final double DRIFT = 0.05;
    private static final Param<Long> WORKERS = Param.count("workers").atLeast(1).atMost(1024);
    private static final List<String> GEOMETRIC = List.of("1", "x2");
    private static final List<String> ADDITIVE = List.of("10", "+10", "+20", "+40");

    private interface Shape {
        double throughput(double load, double knee);
    }

    /** What a ramp tells of a knee. */
    private record SimulatedRamp(RampCurve curve, double knee) {

        Optional<Knee> found() {
            return curve.knee();
        }

        boolean certain() {
            return found().filter(Knee::certain).isPresent();
        }

        boolean within() {
            return found().filter(k -> k.from().orElse(0) <= knee && knee <= k.to().orElse(Double.POSITIVE_INFINITY))
                    .isPresent();
        }
    }

    /** @param knees from a number between 0 and 1 */
    private static Supplier<SimulatedRamp> ramps(List<String> steps, int rounds, double noise,
            DoubleUnaryOperator knees,
            Shape shape) {
        SplittableRandom random = new SplittableRandom(Effort.seed() + rounds);
        RampSpec spec = new RampSpec("workers", steps, Optional.empty(), OptionalDouble.of(0.1));
        RampSteps values = RampSteps.climb(WORKERS, steps);
        Ramp ramp = new Ramp(spec, values.values(), values.top(), "rate");
        return () -> {
            double knee = knees.applyAsDouble(random.nextDouble());
            return new SimulatedRamp(climb(ramp, rounds, load -> shape.throughput(load, knee), noise, random), knee);
        };
    }

    private static RampCurve climb(Ramp ramp, int rounds, DoubleUnaryOperator truth, double noise,
            SplittableRandom random) {
        Map<Integer, Map<Integer, Double>> byStep = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            double drift = Math.exp(DRIFT * random.nextGaussian());
            SearchHistory searchHistory = SearchHistory.NONE;
            while (ramp.next(searchHistory) instanceof Search.Decision.Run(SearchStep step)) {
                double rate = truth.applyAsDouble(ramp.values().get(step.number()).load()) * drift
                        * Math.exp(noise * random.nextGaussian());
                byStep.computeIfAbsent(step.number(), n -> new TreeMap<>()).put(round, rate);
                searchHistory = searchHistory.plus(new FinishedStep(step, IterationState.DONE, "",
                        List.of(MeasuredValue.of("rate", rate))));
            }
        }
        List<RampCurve.Step> steps = new ArrayList<>();
        byStep.forEach((n, rates) -> steps.add(new RampCurve.Step(ramp.values().get(n).text(),
                ramp.values().get(n).load(), rates, OptionalDouble.empty(), false, false)));
        return new RampCurve(steps, ramp.spec());
    }

    /** Nothing waits for anything: throughput grows with the load for ever. */
    @ParameterizedTest
    @CsvSource({"0.02, 1", "0.02, 2", "0.02, 3", "0.05, 1", "0.05, 2", "0.05, 3"})
    void noKneeIsClaimedWhereThereIsNone(double noise, int rounds) {
        for (List<String> steps : List.of(GEOMETRIC, ADDITIVE)) {
            Supplier<SimulatedRamp> ramps = ramps(steps, rounds, noise, u -> 1e9, (load, knee) -> load);
            Often.atMost(0.01, RAMPS, () -> ramps.get().found().isPresent());
        }
    }

    /** Of such steps it is said that they cannot tell: neither a knee nor that there is none. */
    @Test
    void ofStepsThatAreAllTooNearNothingIsClaimed() {
        Supplier<SimulatedRamp> ramps = ramps(List.of("100", "110", "120", "130"), 3, 0.05, RampSimulationTest::servers,
                Math::min);
        Often.atMost(0.01, RAMPS, () -> {
            SimulatedRamp ramp = ramps.get();
            return ramp.found().isPresent() || ramp.curve().judged() >= RampCurve.SHORT_STEPS;
        });
    }

    /** k servers, from 20 to 200 of them: the knee is k, wherever the steps are. Only repeats make it certain. */
    @ParameterizedTest
    @CsvSource({"0.02, 1", "0.02, 2", "0.02, 3", "0.05, 1", "0.05, 2", "0.05, 3"})
    void aPlantedKneeIsWithinItsInterval(double noise, int rounds) {
        for (List<String> steps : List.of(GEOMETRIC, ADDITIVE)) {
            Supplier<SimulatedRamp> ramps = ramps(steps, rounds, noise, RampSimulationTest::servers, Math::min);
            Set<Boolean> certain = new HashSet<>();
            Often.atLeast(0.95, RAMPS, () -> {
                SimulatedRamp found = ramps.get();
                certain.add(found.certain());
                return found.within();
            });
            assertThat(certain.contains(true)).isEqualTo(rounds > 1);
        }
    }

    @Test
    void threeRoundsAreCertainOfIt() {
        Supplier<SimulatedRamp> three = ramps(GEOMETRIC, 3, 0.02, RampSimulationTest::servers, Math::min);
        Often.atLeast(0.95, RAMPS, () -> three.get().certain());
        Supplier<SimulatedRamp> five = ramps(GEOMETRIC, 5, 0.05, RampSimulationTest::servers, Math::min);
        Often.atLeast(0.95, RAMPS, () -> five.get().certain());
    }

    /** Throughput that bends slowly: the knee is where twice the load brings 10 % of what it would in proportion. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 3", "4, 1", "4, 3"})
    void aSoftKneeIsWithinItsInterval(double sharpness, int rounds) {
        Shape soft = (load, k) -> load / Math.pow(1 + Math.pow(load / k, sharpness), 1 / sharpness);
        double knee = kneeOf(soft);
        Supplier<SimulatedRamp> ramps = ramps(GEOMETRIC, rounds, 0.02, u -> knee * servers(u),
                (load, at) -> soft.throughput(load, at / knee));
        Often.atLeast(0.95, RAMPS, () -> ramps.get().within());
    }

    /** Where doubling the load gains 10 %, as a multiple of k. */
    private static double kneeOf(Shape shape) {
        double low = 0.01;
        double high = 100;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            boolean gains = shape.throughput(2 * middle, 1) / shape.throughput(middle, 1) - 1 > 0.1;
            low = gains ? middle : low;
            high = gains ? high : middle;
        }
        return low;
    }

    private static double servers(double uniform) {
        return 20 * Math.pow(10, uniform);
    }
}
