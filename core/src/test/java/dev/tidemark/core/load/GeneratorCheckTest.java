package dev.tidemark.core.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timing;
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
        set.add(SeriesKey.of("insert", Timing.SELF), self);
        set.add("insert", new Totals(slots, slots, 0, slots, 0, 0, 0, 0));
        return set;
    }

    @Test
    void aPromptGeneratorIsNotLimited() {
        GeneratorCheck check = GeneratorCheck.of(open(3), self(10_000, 100, 5_000_000));

        assertThat(check.limited()).isFalse();
        assertThat(check.message()).isEqualTo("The generator kept up: 99 % of operations started within 6.0 µs of when "
                + "the generator could start them, and 0.03 % of slots started more than 1 ms late while a worker "
                + "was free.");
    }

    @Test
    void aSlowNinetyNinthPercentileLimits() {
        GeneratorCheck check = GeneratorCheck.of(open(0), self(10_000, 101, 1_800_000));

        assertThat(check.limited()).isTrue();
        assertThat(check.message()).startsWith("Limited by the generator: 99 % of operations started within 1.80 ms");
    }

    @Test
    void moreThanOnePercentOfSlotsLateLimits() {
        assertThat(GeneratorCheck.of(open(100), self(10_000, 0, 0)).limited()).isFalse();
        assertThat(GeneratorCheck.of(open(101), self(10_000, 0, 0)).limited()).isTrue();
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
