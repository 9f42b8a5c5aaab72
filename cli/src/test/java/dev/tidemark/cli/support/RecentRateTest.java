package dev.tidemark.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.RunStatus;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecentRateTest {

    private static final long QUARTER = TimeUnit.MILLISECONDS.toNanos(250);

    private final RecentRate rate = new RecentRate();

    private void add(int status, long done) {
        rate.add(RunStatus.of(status * QUARTER, Phase.MEASURE, 0, done, 1000));
    }

    @Test
    void ofAQueryPerSecondNoStatusTellsFour() {
        for (int i = 0; i < 400; i++) {
            add(i, i / 4);
            if (i >= 40) {
                assertThat(rate.perSecond()).as("status %d", i).isCloseTo(1, within(0.11));
            }
        }
    }

    @Test
    void aManyTimesHigherRateIsTheLastSecondAlone() {
        for (int i = 0; i <= 40; i++) {
            add(i, i < 20 ? 250L * i : 5000 + 25L * (i - 20));
        }
        assertThat(rate.perSecond()).isEqualTo(100);
    }

    @Test
    void nothingDoneIsNoRate() {
        add(1, 7);
        assertThat(rate.perSecond()).isZero();
        add(2, 7);
        assertThat(rate.perSecond()).isZero();
    }
}
