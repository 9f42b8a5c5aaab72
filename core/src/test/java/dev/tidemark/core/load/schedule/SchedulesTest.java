package dev.tidemark.core.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long WEEK = 7 * 86_400L;

    @Property
    void aConstantRateIsExactForAWeek(@ForAll @IntRange(min = 1, max = 10_000_000) int hundredths,
            @ForAll @LongRange(min = 0, max = WEEK) long second, @ForAll @IntRange(min = 0, max = 1000) int more) {
        long slot = second * hundredths / 100 + more;
        BigInteger expected = BigInteger.valueOf(slot).multiply(BigInteger.valueOf(100 * SECOND))
                .divide(BigInteger.valueOf(hundredths));

        assertThat(Schedules.constant(hundredths / 100.0).cursor().due(slot)).isEqualTo(expected.longValueExact());
    }

    @Test
    void aThirdOfASlotPerSecondIsAThird() {
        assertThat(Schedules.constant(20.0 / 60).cursor().due(1_000_000)).isEqualTo(3_000_000 * SECOND);
        assertThat(Schedules.constant(1.0 / 3600).cursor().due(24)).isEqualTo(86_400 * SECOND);
    }

    @Property
    void anOddRateIsHeldAsPreciselyAsADoubleHoldsItForADay(
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000_000L) long odd) {
        requireHeldForADay(odd / 1e9);
    }

    /** Any closer fraction has a large numerator and a large denominator. */
    @ParameterizedTest
    @ValueSource(longs = {999_999_000_000_280L, 20_000_000_001L, 10_000_000_001L})
    void aRateBesideASimpleOneIsHeldAsPrecisely(long odd) {
        requireHeldForADay(odd / 1e9);
    }

    private static void requireHeldForADay(double rate) {
        long slot = (long) (rate * 86_400);
        BigDecimal expected = BigDecimal.valueOf(slot).multiply(BigDecimal.valueOf(SECOND))
                .divide(new BigDecimal(rate), 0, RoundingMode.FLOOR);

        // a double holds a rate to one part in 10^16, which is 10 ns in a day
        assertThat(Schedules.constant(rate).cursor().due(slot)).isCloseTo(expected.longValueExact(), within(20L));
    }

    @Test
    void ratesThatCannotBeAreRefused() {
        for (double rate : new double[] {0, -1, Double.NaN, 2e9, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Schedules.constant(rate)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Schedules.poisson(rate, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void poissonGapsHaveTheMeanAndVarianceOfTheExponentialDistribution() {
        int n = 1_000_000;
        Schedule.Cursor cursor = Schedules.poisson(1000, 42).cursor();
        double sum = 0;
        double squares = 0;
        int belowMedian = 0;
        long before = 0;
        for (int slot = 0; slot < n; slot++) {
            long due = cursor.due(slot);
            double gap = (due - before) / 1e6;
            before = due;
            sum += gap;
            squares += gap * gap;
            belowMedian += gap < Math.log(2) ? 1 : 0;
        }
        double mean = sum / n;

        // five standard errors: 1/√n for the mean, √8/√n for the variance, 1/(2√n) for a share of one half
        assertThat(mean).isCloseTo(1, within(0.005));
        assertThat(squares / n - mean * mean).isCloseTo(1, within(0.015));
        assertThat((double) belowMedian / n).isCloseTo(0.5, within(0.0025));
    }

    @Property(tries = 50)
    void poissonIsAFunctionOfSeedAndSlot(@ForAll long seed, @ForAll @IntRange(min = 1, max = 500) int stride) {
        Schedule.Cursor all = Schedules.poisson(500, seed).cursor();
        Schedule.Cursor some = Schedules.poisson(500, seed).cursor();
        Schedule.Cursor other = Schedules.poisson(500, seed + 1).cursor();
        long last = 0;
        for (int slot = 0; slot < 1000; slot++) {
            long due = all.due(slot);
            assertThat(due).isGreaterThanOrEqualTo(last);
            last = due;
            if (slot % stride == 0) {
                assertThat(some.due(slot)).isEqualTo(due);
            }
        }
        assertThat(other.due(999)).isNotEqualTo(last);
    }

    @Test
    void stepsFollowOneAnotherAndEnd() {
        Schedule steps = Schedules.steps(List.of(new Schedules.Step(2, Duration.ofSeconds(1)),
                new Schedules.Step(0, Duration.ofSeconds(3)), new Schedules.Step(4, Duration.ofMillis(600))));
        Schedule.Cursor cursor = steps.cursor();

        assertThat(new long[] {cursor.due(0), cursor.due(1), cursor.due(2), cursor.due(3), cursor.due(4),
            cursor.due(5)}).containsExactly(0, SECOND / 2, 4 * SECOND, 4_250_000_000L, 4_500_000_000L,
                    Schedule.Cursor.NEVER);
        assertThat(steps.meanRate()).isCloseTo(5 / 4.6, within(1e-9));
    }

    /** A thousand steps of a tenth of a slot are a hundred slots, not a thousand. */
    @Test
    void aFractionOfASlotIsCarriedOverToTheNextStep() {
        EndingSchedule steps = Schedules.steps(Collections.nCopies(1000,
                new Schedules.Step(0.1, Duration.ofSeconds(1))));
        Schedule.Cursor cursor = steps.cursor();

        assertThat(steps.slots()).isEqualTo(100);
        for (int slot = 0; slot < 100; slot++) {
            assertThat((double) cursor.due(slot)).isCloseTo(slot * 10.0 * SECOND, within(10_000.0));
        }
        assertThat(cursor.due(100)).isEqualTo(Schedule.Cursor.NEVER);
    }

    @Property(tries = 200)
    void stepsOfferTheSameWhereverTheyAreReadFrom(@ForAll @Size(min = 1,
            max = 8) List<@IntRange(max = 50) Integer> rates,
            @ForAll @IntRange(min = 1, max = 30) int tenths, @ForAll @IntRange(min = 1, max = 9) int faster) {
        EndingSchedule steps = Schedules.steps(rates.stream()
                .map(r -> new Schedules.Step(r, Duration.ofMillis(700))).toList()).stretched(tenths / 10.0, faster);
        double offered = rates.stream().mapToInt(r -> r).sum() * 0.7 * tenths / 10;
        assertThat((double) steps.slots()).isBetween(offered - 1e-5, offered + 1);
        Schedule.Cursor cursor = steps.cursor();
        long last = 0;
        for (long slot = 0; slot < steps.slots(); slot++) {
            long due = cursor.due(slot);
            assertThat(due).isGreaterThanOrEqualTo(last).isEqualTo(steps.dueOf(slot)).isLessThanOrEqualTo(steps.end());
            assertThat(steps.slotsBefore(due)).isLessThanOrEqualTo(slot);
            last = due;
        }
        assertThat(steps.slotsBefore(last + 1)).isEqualTo(steps.slots());
    }

    @Test
    void aTraceIsPlayedAsItIs() {
        Schedule trace = Schedules.trace(new long[] {5, 5, 70});
        Schedule.Cursor cursor = trace.cursor();

        assertThat(new long[] {cursor.due(0), cursor.due(2), cursor.due(3)})
                .containsExactly(5, 70, Schedule.Cursor.NEVER);
        assertThatThrownBy(() -> Schedules.trace(new long[] {5, 4})).hasMessageContaining("slot 1");
    }
}
