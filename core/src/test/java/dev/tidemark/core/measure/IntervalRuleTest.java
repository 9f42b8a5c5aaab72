package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class IntervalRuleTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void automaticIntervalsGrowAfterAQuarterOfAnHour() {
        assertThat(IntervalRule.AUTO.end(0)).isEqualTo(SECOND);
        assertThat(IntervalRule.AUTO.end(899)).isEqualTo(900 * SECOND);
        assertThat(IntervalRule.AUTO.end(900)).isEqualTo(910 * SECOND);
        assertThat(IntervalRule.AUTO.start(901)).isEqualTo(910 * SECOND);
    }

    @Property
    void aMomentLiesInItsInterval(@ForAll @LongRange(min = 1, max = 200_000 * SECOND) long moment) {
        for (IntervalRule rule : new IntervalRule[] {IntervalRule.AUTO, IntervalRule.every(Duration.ofMillis(300))}) {
            int seq = rule.seqAt(moment);
            assertThat(moment).isGreaterThan(rule.start(seq)).isLessThanOrEqualTo(rule.end(seq));
        }
    }

    @Test
    void anIntervalIncludesItsLastMoment() {
        assertThat(IntervalRule.AUTO.seqAt(0)).isZero();
        assertThat(IntervalRule.AUTO.seqAt(SECOND)).isZero();
        assertThat(IntervalRule.AUTO.seqAt(SECOND + 1)).isEqualTo(1);
        assertThat(IntervalRule.AUTO.seqAt(900 * SECOND)).isEqualTo(899);
        assertThat(IntervalRule.AUTO.seqAt(900 * SECOND + 1)).isEqualTo(900);
    }
}
