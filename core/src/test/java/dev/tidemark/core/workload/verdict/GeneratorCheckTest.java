package dev.tidemark.core.workload.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorCheckTest {

    private static PhaseSpan open(long lateFree) {
        return new PhaseSpan(0, Phase.MEASURE, true, 0, 1_000_000_000, 0, 4, true, lateFree, 0);
    }

    private static GeneratorCheck check(PhaseSpan span, SeriesSet series) {
        return GeneratorCheck.of(span, Optional.empty(), series);
    }

    private static SeriesSet self(long slots, long slow, long slowNanos) {
        LogHistogram self = new LogHistogram();
        self.record(6_000, slots - slow);
        self.record(slowNanos, slow);
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("insert", LatencyKind.SELF), self);
        set.add("insert", new Totals(slots, slots, 0, slots, 0, 0, 0, 0));
        return set;
    }

    @Test
    void aPromptGeneratorIsNotLimited() {
        assertThat(check(open(100), self(10_000, 100, 5_000_000))).isEqualTo(new GeneratorCheck(false,
                "The generator kept up: it made 1.00 % of slots start more than 1 ms late, and delayed 99 % of them by at "
                        + "most 6.0 µs."));
    }

    @Test
    void clearlyMoreThanOnePercentOfSlotsLateLimits() {
        assertThat(check(open(101), self(10_000, 101, 1_800_000)).limited()).as("as chance has it").isFalse();
        assertThat(check(open(140), self(10_000, 140, 1_800_000))).isEqualTo(new GeneratorCheck(true,
                "Limited by the generator: it made 1.40 % of slots start more than 1 ms late, by its own doing, of which 1 % "
                        + "may be; lower the rate, or leave it out to go as fast as possible."));
    }

    /** A minute at 1/s, and at 16/s: so many late slots that one percent of them being late makes in one of a thousand. */
    @ParameterizedTest
    @CsvSource({"60, 2, false", "60, 4, false", "60, 5, true", "60, 18, true", "6, 2, false", "6, 3, true", "960, 19, false",
        "960, 21, true"})
    void aFewLateSlotsOfFewTellNothing(int slots, int late, boolean limited) {
        assertThat(check(open(late), self(slots, late, 5_000_000)).limited()).isEqualTo(limited);
    }

    @Test
    void ofFewSlotsTheLateOnesAreCounted() {
        assertThat(check(open(1), self(60, 1, 5_000_000)).message()).isEqualTo("The generator kept up: it made 1 of 60 slots "
                + "start more than 1 ms late, and delayed 99 % of them by at most 5.00 ms.");
    }

    /** Of 1,000 minutes at each rate, of a generator that makes each hundredth slot late by chance. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 1000})
    void aGeneratorThatKeepsToItsPercentIsHardlyEverLimited(int rate) {
        Random random = new Random(rate);
        long limited = IntStream.range(0, 1000).filter(minute -> {
            long late = IntStream.range(0, 60 * rate).filter(_ -> random.nextDouble() < 0.01).count();
            return check(open(late), self(60L * rate, late, 5_000_000)).limited();
        }).count();
        assertThat(limited).isLessThanOrEqualTo(5);
    }

    /** Responses of 20 s, half of them delayed by 50 ms; and the same delay of responses of 2 ms. */
    @ParameterizedTest
    @CsvSource({"20_000_000_000, false", "2_000_000, true"})
    void aDelayThatIsSmallBesideTheResponsesDoesNoHarm(String nanos, boolean limited) {
        SeriesSet set = self(60, 30, 50_000_000);
        LogHistogram response = new LogHistogram();
        response.record(Long.parseLong(nanos.replace("_", "")), 60);
        set.add(SeriesKey.of("insert", LatencyKind.RESPONSE), response);
        assertThat(check(open(30), set).limited()).isEqualTo(limited);
        assertThat(check(open(30), set).message()).contains(limited ? "it made 30 of 60 slots start more than 1 ms late"
                : "it made 0.00 % of slots start more than 1 ms and a tenth of the median response late, and delayed 99 % of "
                        + "them by at most 50.00 ms");
    }

    /** Where the generator has hardly anything to do, less would not help. */
    @Test
    void atASlowRateTheMachineIsToBeFreedAndNotTheRateLowered() {
        PhaseSpan slow = new PhaseSpan(0, Phase.MEASURE, true, 0, 1_000_000_000_000L, 0, 4, true, 41, 0);
        assertThat(check(slow, self(1000, 41, 3_500_000)).message()).isEqualTo("Limited by the generator: it made 4.10 % of "
                + "slots start more than 1 ms late, by its own doing, of which 1 % may be; end what else runs on its machine, or "
                + "set pacing to spin.");
    }

    /** Fast gets beside slow queries: what does no harm to these does to those. */
    @Test
    void eachKindIsJudgedByItsOwnResponses() {
        SeriesSet set = self(1000, 0, 0);
        LogHistogram slow = new LogHistogram();
        slow.record(20_000_000_000L, 1000);
        set.add(SeriesKey.of("insert", LatencyKind.RESPONSE), slow);
        SeriesSet gets = new SeriesSet();
        LogHistogram own = new LogHistogram();
        own.record(50_000_000, 300);
        gets.add(SeriesKey.of("get", LatencyKind.SELF), own);
        LogHistogram fast = new LogHistogram();
        fast.record(51_000_000, 300);
        gets.add(SeriesKey.of("get", LatencyKind.RESPONSE), fast);
        gets.add("get", new Totals(300, 300, 0, 300, 0, 0, 0, 0));
        set.add(gets);
        assertThat(check(open(300), set).limited()).isTrue();
    }

    /** 10,000 slots a second are asked for, of workers that can make 7,000. */
    @Test
    void aRateThatTheWorkersCantOfferIsNotLate() {
        assertThat(GeneratorCheck.of(open(3000), Optional.of(new Demand(10_000, 3000, true, false)),
                self(10_000, 3000, 200_000_000))).isEqualTo(new GeneratorCheck(true, "Limited by the generator: its 4 workers "
                + "could offer 70.00 % of the rate, for what has to be done outside the target; lower the rate, or leave it out "
                + "to go as fast as possible."));
    }

    @Test
    void delayBehindASlowTargetIsTold() {
        SeriesSet queued = self(10_000, 10_000, 250_000_000);
        LogHistogram wait = new LogHistogram();
        wait.record(4_750_000_000L, 10_000);
        queued.add(SeriesKey.of("insert", LatencyKind.WAIT), wait);

        assertThat(check(open(0), queued))
                .isEqualTo(new GeneratorCheck(false, "The generator kept up: it made "
                + "0.00 % of slots start more than 1 ms late, and 5.00 % of the time that slots waited was its own."));
    }

    @Test
    void whatATeamWithoutAScheduleDoesBesideItDoesNotThinLateSlotsOut() {
        SeriesSet both = self(10_000, 0, 0);
        both.add("readers.read", new Totals(1_000_000, 1_000_000, 0, 1_000_000, 0, 0, 0, 0));
        assertThat(check(open(140), both).limited()).isTrue();
    }

    /** Slots of a kind that is never answered are slots, too. */
    @Test
    void whatAlwaysFailsHadItsSlots() {
        SeriesSet failing = self(10_000, 0, 0);
        failing.add("put", new Totals(90_000, 0, 0, 0, 90_000, 0, 0, 0));
        LogHistogram failed = new LogHistogram();
        failed.record(1_000_000, 90_000);
        failing.add(new SeriesKey("put", "", LatencyKind.RESPONSE, true), failed);
        assertThat(check(open(300), failing)).satisfies(check -> {
            assertThat(check.limited()).isFalse();
            assertThat(check.message()).contains(" 0.30 % of slots ");
        });
        SeriesSet refusing = self(10_000, 0, 0);
        refusing.add("put", new Totals(90_000, 0, 0, 0, 90_000, 0, 0, 0, 0, 0, 0, 0, 90_000));
        assertThat(check(open(300), refusing).limited()).isFalse();
    }

    @Test
    void aClosedLoopGetsAFigureAndNoVerdict() {
        PhaseSpan closed = new PhaseSpan(0, Phase.MEASURE, true, 0, 1_000_000_000, 0, 4, false, 0, 3_600_000_000L);

        assertThat(check(closed, new SeriesSet()))
                .isEqualTo(new GeneratorCheck(false, "Workers spent 90.00 % of their time outside the target."));
    }

    @Test
    void nothingMeasuredIsNothingSaid() {
        assertThat(check(open(0), new SeriesSet())).isEqualTo(new GeneratorCheck(false, ""));
    }
}
