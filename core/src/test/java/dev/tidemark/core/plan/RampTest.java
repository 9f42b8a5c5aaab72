package dev.tidemark.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.plan.RampSteps.Rung;
import dev.tidemark.core.plan.SearchHistory.FinishedStep;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Threshold;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampTest {

    private static final Measure MEAN = new Measure("response.mean", "Response mean", "ms", Direction.LOWER, 3, "");
    private static final Param<Long> WORKERS = Param.count("workers").byDefault(4L).atLeast(1).atMost(1024);
    private static final List<String> OLD = List.of("10", "+10", "+20", "+40");

    private static RampSpec spec(List<String> steps, String limit, double gain) {
        return new RampSpec("workers", steps, limit.equals("none") ? Optional.empty()
                : Optional.of(Threshold.parse("response.mean", limit, MeasureSet.of(MEAN))),
                gain == 0 ? OptionalDouble.empty() : OptionalDouble.of(gain));
    }

    private static Ramp ramp(RampSpec spec) {
        RampSteps steps = RampSteps.climb(WORKERS, spec.steps());
        return new Ramp(spec, steps.values(), steps.top(), "rate");
    }

    private static FinishedStep tried(SearchStep step, double rate, double response) {
        return new FinishedStep(step, IterationState.DONE, "",
                List.of(MeasuredValue.of("rate", rate), MeasuredValue.of("response.mean", response)));
    }

    @Test
    void aResponseTimeOfWhichOnlyTheLeastIsKnownMayBePastTheLimit() {
        Ramp ramp = ramp(spec(OLD, "> 10ms", 0));
        SearchHistory searchHistory = SearchHistory.NONE;
        for (int i = 0; i < 2; i++) {
            assertThat(ramp.next(searchHistory)).isInstanceOf(Search.Decision.Run.class);
            searchHistory = searchHistory.plus(new FinishedStep(ramp.step(i), IterationState.DONE, "",
                    List.of(MeasuredValue.of("rate", 100 * (i + 1)),
                    new MeasuredValue("response.mean", 2, true))));
        }
        assertThat(ramp.next(searchHistory)).isEqualTo(new Search.Decision.Done(
                "the response time was past 10 ms for 2 steps"));
    }

    /** Makes a whole ramp over a made system. @return the loads tried, and why it ended */
    private static List<String> climb(Ramp ramp, DoubleUnaryOperator rate, DoubleUnaryOperator response) {
        List<String> notes = new ArrayList<>();
        SearchHistory searchHistory = SearchHistory.NONE;
        while (ramp.next(searchHistory) instanceof Search.Decision.Run(SearchStep step)) {
            double load = ramp.values().get(step.number()).load();
            searchHistory = searchHistory.plus(tried(step, rate.applyAsDouble(load), response.applyAsDouble(load)));
            notes.add(step.value());
        }
        notes.add(((Search.Decision.Done) ramp.next(searchHistory)).why());
        return notes;
    }

    /** Closed loop of N workers on k servers of s seconds: X = min(N, k) ÷ s, R = max(s, N·s ÷ k). */
    @ParameterizedTest
    @CsvSource({"20, 20, 20", "25, 40, 25", "16, 20, 16", "80, 80, 80", "100, 120, 100", "10, 10, ''"})
    void theKneeIsWhereTheServersAreBusy(int servers, String knee, String crossing) {
        Ramp ramp = ramp(spec(OLD, "none", 0.1));
        List<RampCurve.Step> steps = new ArrayList<>();
        climb(ramp, n -> {
            steps.add(new RampCurve.Step(String.valueOf((int) n), n, Math.min(n, servers) / 0.002,
                    OptionalDouble.empty()));
            return Math.min(n, servers) / 0.002;
        }, n -> 1);
        RampCurve curve = new RampCurve(steps, ramp.spec());
        RampCurve.Knee found = curve.knee().orElseThrow();
        assertThat(curve.steps().get(found.step()).value()).isEqualTo(knee);
        assertThat(found.beyond()).as("two short steps beyond it end it").isEqualTo(steps.size() - 1);
        assertThat(found.certain()).as("one run each").isFalse();
        if (crossing.isEmpty()) {
            assertThat(curve.crossing()).isEmpty();
        } else {
            assertThat(10 * curve.crossing().orElseThrow().ratio()).isCloseTo(Double.parseDouble(crossing),
                    within(1e-9));
        }
    }

    @Test
    void itEndsWhenTwoStepsInARowGainTooLittleAndNotForOne() {
        assertThat(climb(ramp(spec(OLD, "> 10ms", 0.1)), n -> Math.min(n, 40), n -> 1))
                .containsExactly("10", "20", "40", "80", "120",
                "80 workers and 120 workers brought 0 % and 0 % of linear "
                        + "growth, less than 10 %");
        assertThat(climb(ramp(spec(List.of("1", "x2"), "none", 0.1)), n -> n == 16 ? 8 : Math.min(n, 64), n -> 1))
                .startsWith("1", "2", "4", "8", "16", "32", "64", "128", "256").hasSize(10);
    }

    /** From 400 to 440 workers linear growth is 10 %, and 1 % of noise is 14 % of it. */
    @Test
    void narrowStepsAreJudgedOverHalfAsMuchLoadAgain() {
        RampCurve curve = new RampCurve(List.of(step(200, 200, 1), step(240, 210, 1), step(280, 279, 1),
                step(320, 322, 1), step(360, 355, 1)), spec(OLD, "none", 0.1));
        assertThat(curve.fallsShort(1)).as("240 is too near to 200 to tell").isFalse();
        assertThat(curve.base(4)).isEqualTo(1);
        assertThat(curve.base(3)).isZero();
        assertThat(curve.gain(3).orElseThrow().share()).isCloseTo(0.61 / 0.6, within(1e-9));
        assertThat(curve.knee()).isEmpty();
    }

    @Test
    void gainsArePairedWithinRounds() {
        RampCurve curve = new RampCurve(List.of(rounds(10, 100, 120, 80), rounds(20, 150, 181, 119.5)),
                spec(OLD, "none", 0.1));
        RampCurve.Gain gain = curve.gain(1).orElseThrow();
        assertThat(gain.share()).isCloseTo(0.5, within(0.005));
        assertThat(gain.errorKnown()).isTrue();
        assertThat(gain.low()).isBetween(0.45, 0.5);
        assertThat(gain.high()).isBetween(0.5, 0.55);
    }

    @Test
    void roundsThatWentToDifferentStepsArePairedWhereBothWere() {
        RampCurve curve = new RampCurve(List.of(rounds(10, 100, 50), rounds(20, 200), rounds(40, 200)),
                spec(OLD, "none", 0.1));
        assertThat(curve.gain(1).orElseThrow().share()).as("of the first round alone").isCloseTo(1, within(1e-9));
        assertThat(curve.gain(1).orElseThrow().errorKnown()).isFalse();
    }

    @Test
    void aKneeIsCertainWhereTheUpperEndOfItsGainIsTooSmall() {
        RampSpec spec = spec(OLD, "none", 0.1);
        List<RampCurve.Step> below = List.of(rounds(5, 50, 51, 49), rounds(10, 100, 102, 98),
                rounds(20, 200, 204, 196));
        RampCurve sure = new RampCurve(plus(below, rounds(40, 201, 204, 198), rounds(80, 202, 206, 197)), spec);
        assertThat(sure.knee()).hasValueSatisfying(knee -> {
            assertThat(knee.step()).isEqualTo(2);
            assertThat(knee.certain()).isTrue();
            assertThat(knee.from()).hasValue(10);
            assertThat(knee.to()).hasValue(40);
        });
        RampCurve loose = new RampCurve(plus(below, rounds(40, 190, 250, 170), rounds(80, 200, 260, 160)), spec);
        assertThat(loose.knee()).hasValueSatisfying(knee -> assertThat(knee.certain()).isFalse());
        // 80 workers bring a quarter less than 20 in one round and a third more in the other: of two, nothing is known.
        RampCurve wild = new RampCurve(List.of(rounds(5, 50, 51), rounds(10, 100, 102), rounds(20, 200, 204),
                rounds(40, 200, 206), rounds(80, 150, 280)), spec);
        assertThat(wild.knee()).hasValueSatisfying(knee -> assertThat(knee.to()).as("beyond all steps").isEmpty());
        RampCurve one = new RampCurve(plus(below, rounds(40, 201, 204, 198)), spec);
        assertThat(one.knee()).as("one short step").hasValueSatisfying(k -> assertThat(k.certain()).isFalse());
    }

    @Test
    void whatTheGeneratorHoldsIsNoKnee() {
        RampSpec spec = spec(OLD, "none", 0.1);
        List<RampCurve.Step> below = List.of(rounds(10, 100, 102, 98), rounds(20, 200, 204, 196));
        RampCurve held = new RampCurve(plus(below, rounds(40, 201, 204, 198), new RampCurve.Step("80", 80,
                Map.of(0, 202.0, 1, 203.0, 2, 199.0), OptionalDouble.empty(), false, true)), spec);
        assertThat(held.knee()).isEmpty();
        assertThat(held.crossing()).isEmpty();
        assertThat(held.generatorHeld()).hasValue(3);
    }

    private static List<RampCurve.Step> plus(List<RampCurve.Step> steps, RampCurve.Step... more) {
        List<RampCurve.Step> all = new ArrayList<>(steps);
        all.addAll(List.of(more));
        return all;
    }

    private static RampCurve.Step rounds(double load, double... rates) {
        Map<Integer, Double> rounds = new TreeMap<>();
        for (int round = 0; round < rates.length; round++) {
            rounds.put(round, rates[round]);
        }
        return new RampCurve.Step(String.valueOf((int) load), load, rounds, OptionalDouble.empty(), false, false);
    }

    @Test
    void itEndsWhenTwoStepsInARowArePastTheLimitAndNotForOne() {
        Ramp ramp = ramp(spec(OLD, "> 10ms", 0.1));
        assertThat(climb(ramp, n -> n, n -> n == 20 || n >= 80 ? 11 : 2)).containsExactly("10", "20", "40", "80", "120",
                "the response time was past 10 ms for 2 steps");
    }

    @Test
    void withoutLimitAndGainItGoesAsFarAsTheSettingDoes() {
        assertThat(climb(ramp(spec(List.of("1", "x2"), "none", 0)), n -> 1, n -> 99)).containsExactly("1", "2", "4",
                "8", "16", "32", "64", "128", "256", "512", "1024", "the next step of workers is more than may be set");
        assertThat(climb(ramp(spec(List.of("1", "5"), "none", 0)), n -> 1, n -> 1))
                .containsExactly("1", "5", "all steps were tried");
    }

    @ParameterizedTest
    @CsvSource({"FAILED, the gate is broken, 20 workers failed: the gate is broken",
        "INVALID, too many failures, 20 workers invalid: too many failures", "STOPPED, '', 20 workers stopped"})
    void aStepThatGivesNoFiguresEndsIt(IterationState iterationState, String verdict, String why) {
        Ramp ramp = ramp(spec(OLD, "> 10ms", 0.1));
        SearchHistory searchHistory = SearchHistory.NONE.plus(tried(ramp.step(0), 10, 1))
                .plus(new FinishedStep(ramp.step(1), iterationState, verdict, List.of()));
        assertThat(ramp.next(searchHistory)).isEqualTo(new Search.Decision.Done(why));
    }

    @Test
    void aStepWithoutAThroughputEndsIt() {
        Ramp ramp = ramp(spec(OLD, "> 10ms", 0.1));
        assertThat(ramp.next(SearchHistory.NONE.plus(new FinishedStep(ramp.step(0), IterationState.DONE, "",
                List.of()))))
                .isEqualTo(new Search.Decision.Done("10 workers gave no figures"));
    }

    /** Resuming is replaying: whatever part of a history is told, the next step is the one that followed it. */
    @Property
    void anyPartOfAHistoryIsFollowedByWhatFollowedIt(@ForAll @IntRange(min = 1, max = 300) int servers,
            @ForAll @IntRange(min = 1, max = 40) int start) {
        Ramp ramp = ramp(spec(RampSteps.from(WORKERS, String.valueOf(start)), "> 30ms", 0.1));
        SearchHistory whole = SearchHistory.NONE;
        while (ramp.next(whole) instanceof Search.Decision.Run(SearchStep step)) {
            double n = ramp.values().get(step.number()).load();
            whole = whole.plus(tried(step, Math.min(n, servers), Math.max(1, n / servers)));
        }
        assertThat(whole.steps()).isNotEmpty();
        for (int part = 0; part < whole.steps().size(); part++) {
            assertThat(ramp.next(new SearchHistory(whole.steps().subList(0, part))))
                    .isEqualTo(new Search.Decision.Run(whole.steps().get(part).step()));
        }
        assertThat(ramp.next(whole)).isEqualTo(ramp.next(new SearchHistory(List.copyOf(whole.steps()))));
    }

    @Test
    void theLargestLoadWithinTheLimitIsTold() {
        RampSpec spec = spec(OLD, "> 10ms", 0.1);
        RampCurve curve = new RampCurve(List.of(step(10, 100, 4), step(20, 200, 8), step(40, 300, 12)), spec);
        assertThat(curve.largestWithin()).hasValue(1);
        assertThat(curve.past(2)).isTrue();
        assertThat(curve.knee()).as("every step still gains").isEmpty();
        assertThat(curve.gain(0)).isEmpty();
        assertThat(curve.gain(2).orElseThrow().share()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void growthFromNothingHasNoGain() {
        RampCurve curve = new RampCurve(List.of(step(0, 100, 1), step(10, 100, 1), step(20, 100, 1)),
                spec(OLD, "none", 0.1));
        assertThat(curve.gain(1)).isEmpty();
        assertThat(curve.knee().orElseThrow().step()).isEqualTo(1);
    }

    private static RampCurve.Step step(double load, double rate, double response) {
        return new RampCurve.Step(String.valueOf((int) load), load, rate, OptionalDouble.of(response));
    }

    // ---- steps ----

    private static List<String> values(Param<?> param, String... steps) {
        return RampSteps.climb(param, List.of(steps)).values().stream().map(Rung::text).toList();
    }

    @Test
    void theLastStepGoesOnWhereItIsRelative() {
        assertThat(values(WORKERS, "10", "+10", "+20", "+40")).startsWith("10", "20", "40", "80", "120", "160")
                .endsWith("1k").hasSize(27);
        assertThat(values(WORKERS, "1", "x1.1")).startsWith("1", "2", "3", "4");
        assertThat(values(WORKERS, "1", "2", "8")).containsExactly("1", "2", "8");
        assertThat(values(Param.count("keys"), "1", "+1")).hasSize(RampSteps.MOST);
    }

    @Test
    void stepsAreWrittenAsTheSettingsValuesAre() {
        assertThat(values(Param.duration("think-time").atMost(0.02), "1ms", "+2ms", "x2"))
                .containsExactly("1ms", "3ms", "6ms", "12ms");
        assertThat(values(Param.size("value-size").atMost(100_000), "8KiB", "x2"))
                .containsExactly("8KiB", "16KiB", "32KiB", "64KiB");
        assertThat(values(Param.rate("rate").atMost(500), "100/s", "+100/s")).containsExactly("100/s", "200/s", "300/s",
                "400/s", "500/s");
        assertThat(values(Param.share("share"), "25%", "+25%")).containsExactly("25%", "50%", "75%", "all");
    }

    @Test
    void aStartIsDoubled() {
        assertThat(RampSteps.from(WORKERS, "10")).containsExactly("10", "x2");
        assertThat(values(WORKERS, "10", "x2")).startsWith("10", "20", "40", "80", "160");
        assertThat(RampSteps.rooted(WORKERS, List.of("x2"))).containsExactly("1", "x2");
        assertThat(RampSteps.rooted(WORKERS, List.of("+5"))).containsExactly("5", "+5");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "10 5    | steps: 5 after 10 does not ascend; a ramp goes up",
        "10 +0   | steps: +0 after 10 does not ascend; a ramp goes up",
        "10 x1   | steps: x1 does not ascend; a ramp goes up",
        "10 +ten | steps: +ten: 'ten' is not a count; write it as 10000 or 10k",
        "10 5000 | workers: 5000 is too large; the largest is 1024",
        "ten     | workers: 'ten' is not a count; write it as 10000 or 10k"})
    void whatIsWrongWithStepsIsSaid(String steps, String complaint) {
        assertThatThrownBy(() -> values(WORKERS, steps.split(" "))).isInstanceOf(InvalidInputException.class)
                .hasMessage(complaint);
    }

    @Test
    void onlyNumbersCanBeRamped() {
        assertThat(RampSteps.isNumeric(WORKERS)).isTrue();
        assertThat(RampSteps.isNumeric(Param.share("s"))).isTrue();
        assertThat(RampSteps.isNumeric(Param.flag("f"))).isFalse();
        assertThat(RampSteps.isNumeric(Param.oneOf("o", IterationState.class))).isFalse();
        assertThat(RampSteps.isNumeric(Param.text("t"))).isFalse();
        assertThat(RampSteps.isNumeric(Param.path("p"))).isFalse();
    }
}
