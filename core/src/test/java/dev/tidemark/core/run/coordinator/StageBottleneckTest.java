package dev.tidemark.core.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.measure.host.HostUtilization.Generator;
import dev.tidemark.core.measure.host.HostUtilization.Processors;
import dev.tidemark.core.measure.host.HostUtilization.Quota;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.run.RunnerReply.Watched;
import org.junit.jupiter.api.Test;

/** What held a load that several runners offered together: 16 workers of two agents, for ten seconds. */
class StageBottleneckTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Demand KEPT_UP = new Demand(15_000, 2, false, true);

    private static SeriesSet series() {
        SeriesSet set = new SeriesSet();
        set.add("get", new Totals(1000, 1000, 0, 1000, 0, 0, 0, 0));
        LogHistogram times = new LogHistogram();
        times.record(2_000_000, 1000);
        set.add(SeriesKey.of("get", LatencyKind.SERVICE), times);
        return set;
    }

    private static Watched watched(double busy, double own, double pause, Optional<Quota> quota, String machine,
            Optional<Demand> demand) {
        return new Watched(0, demand, new HostUtilization(Optional.of(new Processors(busy, 0, 0, 0)), List.of(),
                Optional.of(new Generator(own, pause, 0, 0, 10, quota))), machine);
    }

    private static Watched watched(double busy, double own, String machine) {
        return watched(busy, own, 0, Optional.empty(), machine, Optional.empty());
    }

    /** @param outside share of the workers' time outside the target */
    private static String held(boolean open, double outside, Watched... watched) {
        PhaseSpan span = new PhaseSpan(0, Phase.MEASURE, true, 0, 10 * SECOND, 0, 16, open, 0,
                (long) (outside * 160 * SECOND));
        return new StageBottleneck(List.of(watched), Stream.generate(StageBottleneckTest::series).limit(watched.length).toList(),
                i -> "agent gen" + (i + 1)).sentence(new StageResult(span, List.of(), List.of(), Optional.empty(), 0,
                Optional.empty(), Optional.empty())).orElseThrow();
    }

    @Test
    void workersOfAllCountTogether() {
        assertThat(held(false, 0.1, watched(0.3, 0.1, "a"), watched(0.4, 0.2, "b"))).isEqualTo("Limited by workers × "
                + "latency: 16 workers spent 90 % of the time in the target, 2.0 ms an operation; processors 30 % busy.");
    }

    @Test
    void oneWhoseMachineIsFullIsNamed() {
        assertThat(held(false, 0.1, watched(0.3, 0.1, "a"), watched(0.96, 0.9, "b"))).isEqualTo("Limited by the processors "
                + "(agent gen2): 96 % busy, 90 % of their time in the generator.");
    }

    @Test
    void oneThatIsStoodStillOrThrottledIsNamedWhereverItIs() {
        assertThat(held(false, 0.1, watched(0.3, 0.1, "a"), watched(0.3, 0.1, 2, Optional.empty(), "a", Optional.empty())))
                .startsWith("Limited by the generator (agent gen2): garbage collection stood it still for 20 % of the time");
        assertThat(held(false, 0.1, watched(0.3, 0.1, "a"), watched(0.3, 0.1, 0, Optional.of(new Quota(0.5, 0.8)), "b",
                Optional.empty()))).startsWith("Limited by the CPU quota of the generator's control group (agent gen2): of "
                + "0.50 processors");
    }

    @Test
    void theFirstIsNamedTooWhereTheTargetIsElsewhere() {
        Watched first = ofGenerator(0.9);
        assertThat(held(false, 0.1, first, watched(0.3, 0.1, "b"))).isEqualTo("Limited by the generator (agent gen1): the "
                + "processors of its machine were 96 % busy, 90 % of their time in the generator.");
        assertThat(held(false, 0.1, first)).startsWith("Limited by the generator: the processors of its machine were");
        assertThat(held(false, 0.1, ofGenerator(0.6), watched(0.3, 0.1, "b")))
                .startsWith("Limited by the processors of the generator's machine (agent gen1): 96 % busy");
    }

    private static Watched ofGenerator(double own) {
        return new Watched(0, Optional.empty(), new HostUtilization(Optional.empty(), List.of(),
                Optional.of(new Generator(own, 0, 0, 0, 10)), false, Optional.of(new Processors(0.96, 0, 0, 0))), "a");
    }

    /** What the second uses is no other process's, whose doing it would be else. */
    @Test
    void thoseOfOneMachineUseItsProcessorsTogether() {
        assertThat(held(false, 0.3, watched(0.96, 0.4, "a"), watched(0.96, 0.5, "a"))).isEqualTo("Limited by the "
                + "processors: 96 % busy, 90 % of their time in the generator.");
        assertThat(held(false, 0.3, watched(0.96, 0.4, ""), watched(0.3, 0.5, ""))).isEqualTo("Limited by the "
                + "processors, most of whose time other processes used: 96 % busy, 40 % of their time in the generator, 56 % "
                + "in other processes; unless the target is one of them, this was not its limit.");
    }

    @Test
    void aRateThatAllKeptUpWithHeldWhateverTheirMachinesDid() {
        Optional<Demand> kept = Optional.of(KEPT_UP);
        assertThat(held(true, 0, watched(0.3, 0.1, 0, Optional.empty(), "a", kept), watched(0.96, 0.9, 0, Optional.empty(),
                "b", kept))).startsWith("Limited by the rate, which the target kept up with: ");
        Optional<Demand> behind = Optional.of(new Demand(15_000, 3_000, true, false));
        assertThat(held(true, 0, watched(0.3, 0.1, 0, Optional.empty(), "a", kept), watched(0.3, 0.1, 0, Optional.empty(),
                "b", behind))).startsWith("Limited by workers × latency: the rate is more than 16 workers can do");
    }
}
