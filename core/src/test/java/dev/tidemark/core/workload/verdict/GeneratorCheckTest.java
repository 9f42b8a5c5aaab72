package dev.tidemark.core.workload.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import org.junit.jupiter.api.Test;

class GeneratorCheckTest {

    private static PhaseSpan open(long lateFree) {
        return new PhaseSpan(0, Phase.MEASURE, true, 0, 1_000_000_000, 0, 4, true, lateFree, 0);
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
        assertThat(GeneratorCheck.of(open(100), self(10_000, 100, 5_000_000))).isEqualTo(new GeneratorCheck(false,
                "The generator kept up: it made 1.00 % of slots start more than 1 ms late, and delayed 99 % of them by at "
                        + "most 6.0 µs."));
    }

    @Test
    void moreThanOnePercentOfSlotsLateLimits() {
        assertThat(GeneratorCheck.of(open(100), self(10_000, 100, 1_800_000)).limited()).isFalse();
        assertThat(GeneratorCheck.of(open(101), self(10_000, 101, 1_800_000))).isEqualTo(new GeneratorCheck(true,
                "Limited by the generator: it made 1.01 % of slots start more than 1 ms late (at most 1.00 % may), of each "
                        + "such delay at least half its own."));
    }

    @Test
    void delayBehindASlowTargetIsTold() {
        SeriesSet queued = self(10_000, 10_000, 250_000_000);
        LogHistogram wait = new LogHistogram();
        wait.record(4_750_000_000L, 10_000);
        queued.add(SeriesKey.of("insert", LatencyKind.WAIT), wait);

        assertThat(GeneratorCheck.of(open(0), queued))
                .isEqualTo(new GeneratorCheck(false, "The generator kept up: it made "
                + "0.00 % of slots start more than 1 ms late, and 5.00 % of the time that slots waited was its own."));
    }

    @Test
    void whatATeamWithoutAScheduleDoesBesideItDoesNotThinLateSlotsOut() {
        SeriesSet both = self(10_000, 0, 0);
        both.add("readers.read", new Totals(1_000_000, 1_000_000, 0, 1_000_000, 0, 0, 0, 0));
        assertThat(GeneratorCheck.of(open(101), both).limited()).isTrue();
    }

    @Test
    void aClosedLoopGetsAFigureAndNoVerdict() {
        PhaseSpan closed = new PhaseSpan(0, Phase.MEASURE, true, 0, 1_000_000_000, 0, 4, false, 0, 3_600_000_000L);

        assertThat(GeneratorCheck.of(closed, new SeriesSet()))
                .isEqualTo(new GeneratorCheck(false, "Workers spent 90.00 % of their time outside the target."));
    }

    @Test
    void nothingMeasuredIsNothingSaid() {
        assertThat(GeneratorCheck.of(open(0), new SeriesSet())).isEqualTo(new GeneratorCheck(false, ""));
    }
}
