package dev.tidemark.core.workload.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Totals;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.verdict.Bottleneck.Kind;
import org.junit.jupiter.api.Test;

class BottleneckTest {

    private static final long SECOND = 1_000_000_000L;

    private static final Demand KEPT_UP = new Demand(30_000, 3, false, true);

    /** Ten seconds of 16 workers. */
    private static PhaseSpan closed(double outside) {
        return new PhaseSpan(1, Phase.MEASURE, true, 0, 10 * SECOND, 0, 16, false, 0, (long) (outside * 160 * SECOND));
    }

    private static PhaseSpan open(long lateFree) {
        return new PhaseSpan(1, Phase.MEASURE, true, 0, 10 * SECOND, 0, 16, true, lateFree, 0);
    }

    private static SeriesSet series(long service, long wait, long self) {
        SeriesSet set = new SeriesSet();
        set.add("insert", new Totals(1000, 1000, 0, 1000, 0, 0, 0, 0));
        add(set, LatencyKind.SERVICE, service);
        add(set, LatencyKind.WAIT, wait);
        add(set, LatencyKind.SELF, self);
        return set;
    }

    private static void add(SeriesSet set, LatencyKind latencyKind, long nanos) {
        LogHistogram times = new LogHistogram();
        times.record(nanos, 1000);
        set.add(SeriesKey.of("insert", latencyKind), times);
    }

    private static HostUtilization host(double device, double queue, double processors, double steal, double pause) {
        return new HostUtilization(Optional.of(new HostUtilization.Processors(processors - steal, 0, 0, steal)),
                List.of(new HostUtilization.Device("vda", 10, 100, 100, 0, 0, device, OptionalDouble.of(0.021), queue),
                        new HostUtilization.Device("vdb", 10, 100, 100, 0, 0, 0.1, OptionalDouble.empty(), 0)),
                Optional.of(new HostUtilization.Generator(0.35, pause, 3, 0, 10)));
    }

    private static final HostUtilization CALM = host(0.4, 3, 0.35, 0, 0);

    private static Bottleneck of(PhaseSpan span, SeriesSet series, HostUtilization host) {
        return Bottleneck.of(span, Duration.ZERO, 0, Optional.of(KEPT_UP).filter(d -> span.open()), series, host)
                .orElseThrow();
    }

    private static Bottleneck of(Demand demand, SeriesSet series, HostUtilization host) {
        return Bottleneck.of(open(0), Duration.ZERO, 0, Optional.of(demand), series, host).orElseThrow();
    }

    @Test
    void aBusyDeviceHolds() {
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), host(0.97, 12.4, 0.5, 0, 0))).isEqualTo(new Bottleneck(
                Kind.DEVICE, "Limited by the disk: vda 97 % busy, 21 ms await, 12.4 requests in progress."));
    }

    @Test
    void aDeviceThatIsAskedForOneThingAfterTheOtherMayHaveMoreToGive() {
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), host(0.97, 1.0, 0.5, 0, 0))).isEqualTo(new Bottleneck(
                Kind.WORKERS, "Limited by workers × latency: 16 workers spent 90 % of the time in the target, 2.0 ms an "
                        + "operation; vda 97 % busy, 21 ms await, asked for one thing after the other, processors 50 % "
                        + "busy."));
    }

    private static HostUtilization flash(double queue, double await) {
        return new HostUtilization(Optional.of(new HostUtilization.Processors(0.3, 0, 0, 0)),
                List.of(new HostUtilization.Device("nvme0n1", 10,
                100, 100, 0, 0, 1, OptionalDouble.of(await), queue)), Optional.empty());
    }

    /** A device that serves many requests at once is busy all the time with a few of them. */
    @Test
    void aBusyDeviceThatServesInParallelIsNoLimitByItself() {
        assertThat(of(closed(0.1), series(100_000, 0, 0), flash(14.2, 0.0001))).satisfies(held -> {
            assertThat(held.kind()).isEqualTo(Kind.WORKERS);
            assertThat(held.sentence()).endsWith("nvme0n1 100 % busy, 0.100 ms await, 14.2 requests in progress, "
                    + "processors 30 % busy.");
        });
        assertThat(of(closed(0.35), series(100_000, 0, 0), flash(8, 0.0001)).kind()).isEqualTo(Kind.NOTHING);
        assertThat(of(closed(0.1), series(100_000, 0, 0), flash(64, 0.0004)).kind()).as("deeper than devices serve")
                .isEqualTo(Kind.DEVICE);
        assertThat(of(closed(0.1), series(100_000, 0, 0), flash(14.2, 0.011)).kind()).as("they wait for each other")
                .isEqualTo(Kind.DEVICE);
    }

    private static HostUtilization processors(double all, Double... each) {
        return new HostUtilization(Optional.of(new HostUtilization.Processors(all, 0, 0, 0, List.of(each))), List.of(),
                Optional.empty());
    }

    @Test
    void oneHotProcessorHoldsTheOthers() {
        assertThat(of(closed(0.04), series(3_200_000, 0, 0), processors(0.3, 0.1, 0.98, 0.02, 0.12)))
                .isEqualTo(new Bottleneck(Kind.PROCESSORS,
                "Limited by one processor: it was 98 % busy, the next 12 % and "
                        + "all together 30 %; a single thread, or a device's interrupts, held the others up."));
        assertThat(of(closed(0.04), series(3_200_000, 0, 0), processors(0.5, 0.98, 0.97, 0.02, 0.02)).kind())
                .as("two of them do the work").isEqualTo(Kind.WORKERS);
        PhaseSpan alone = new PhaseSpan(1, Phase.MEASURE, true, 0, 10 * SECOND, 0, 1, false, 0, 0);
        assertThat(of(alone, series(3_200_000, 0, 0), processors(0.3, 0.98, 0.1)).kind())
                .as("that of the only worker").isEqualTo(Kind.WORKERS);
    }

    private static HostUtilization quota(double throttled) {
        return new HostUtilization(Optional.of(new HostUtilization.Processors(0.1, 0, 0, 0)), List.of(), Optional.of(
                new HostUtilization.Generator(0.1, 0, 0, 0, 10,
                Optional.of(new HostUtilization.Quota(1.5, throttled)))));
    }

    @Test
    void aContainersQuotaHolds() {
        assertThat(of(closed(0.04), series(3_200_000, 0, 0), quota(0.97))).isEqualTo(new Bottleneck(Kind.PROCESSORS,
                "Limited by the CPU quota of the generator's control group: of 1.50 processors; it was stopped in 97 % of "
                        + "its periods."));
        assertThat(of(closed(0.04), series(3_200_000, 0, 0), quota(0.1)).kind()).isEqualTo(Kind.WORKERS);
    }

    @Test
    void whatWasFoundIsKnownAgain() {
        Event other = new Event(0, "finding", "Workers spent 4.00 % of their time outside the target.");
        for (Bottleneck held : List.of(of(closed(0.1), series(2_000_000, 0, 0), host(0.97, 12.4, 0.5, 0, 0)),
                of(closed(0.35), series(2_000_000, 0, 0), CALM))) {
            assertThat(Bottleneck.recorded(List.of(other, new Event(0, "finding", held.sentence()))))
                    .contains(held.sentence());
        }
        assertThat(Bottleneck.recorded(List.of(other, new Event(0, "warning", "Limited by x")))).isEmpty();
    }

    @Test
    void theGeneratorHeldWhatItsMeasuresSay() {
        assertThat(Bottleneck.generatorHeld(List.of(MeasuredValue.of("outside-target", 50)))).isTrue();
        assertThat(Bottleneck.generatorHeld(List.of(MeasuredValue.of("outside-target", 49)))).isFalse();
        assertThat(Bottleneck.generatorHeld(List.of(MeasuredValue.of("elapsed", 10),
                MeasuredValue.of("gc-pause", 1000)))).isTrue();
        assertThat(Bottleneck.generatorHeld(List.of(MeasuredValue.of("elapsed", 10),
                MeasuredValue.of("gc-pause", 900)))).isFalse();
        assertThat(Bottleneck.generatorHeld(List.of())).isFalse();
    }

    @Test
    void busyProcessorsHold() {
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), host(0.92, 3, 0.96, 0, 0))).isEqualTo(new Bottleneck(
                Kind.PROCESSORS, "Limited by the processors, most of whose time other processes used: 96 % busy, 35 % of their "
                        + "time in the generator, 61 % in other processes; unless the target is one of them, this was "
                        + "not its limit."));
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), host(0.2, 3, 0.96, 0.12, 0)).sentence()).isEqualTo(
                "Limited by the processors: 96 % busy, 35 % of their time in the generator, 49 % in other "
                        + "processes, 12 % taken by the machine beneath.");
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), shares(0.96, 0.95)).sentence()).isEqualTo("Limited by the "
                + "processors: 96 % busy, 95 % of their time in the generator.");
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), shares(1, 0.05).fromApart()).sentence())
                .as("of another machine than the generator's").isEqualTo("Limited by the processors: 100 % busy.");
    }

    /** The target may be on another machine: nothing is known of that one's processors. */
    @Test
    void busyProcessorsOfTheGeneratorsMachineAreNotTheTargets() {
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), generators(0.96, 0.93))).isEqualTo(new Bottleneck(Kind.GENERATOR,
                "Limited by the generator: the processors of its machine were 96 % busy, 93 % of their time in the "
                        + "generator."));
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), generators(0.96, 0.6))).as("which may be the target").isEqualTo(
                new Bottleneck(Kind.PROCESSORS, "Limited by the processors of the generator's machine: 96 % busy, 60 % of "
                        + "their time in the generator, 36 % in other processes."));
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), generators(0.96, 0.1))).isEqualTo(new Bottleneck(Kind.PROCESSORS,
                "Limited by the processors of the generator's machine, most of whose time other processes used: 96 % busy, "
                        + "10 % of their time in the generator, 86 % in other processes; unless the target is one of "
                        + "them, this was not its limit."));
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), generators(0.5, 0.1, 0.97, 0.03)).sentence())
                .startsWith("Limited by one processor of the generator's machine: it was 97 % busy, the next 3 %");
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), generators(0.5, 0.5)).sentence())
                .startsWith("Limited by workers × latency: ").endsWith("; the generator's processors 50 % busy.");
    }

    private static HostUtilization generators(double all, double own, Double... each) {
        return new HostUtilization(Optional.empty(), List.of(), shares(all, own).generator(), false,
                Optional.of(new HostUtilization.Processors(all, 0, 0, 0, List.of(each))));
    }

    private static HostUtilization shares(double all, double own) {
        return new HostUtilization(Optional.of(new HostUtilization.Processors(all, 0, 0, 0)), List.of(),
                Optional.of(new HostUtilization.Generator(own, 0, 0, 0, 10)));
    }

    @Test
    void aRateThatIsKeptUpWithHoldsHoweverLongSomeSlotsWaited() {
        assertThat(of(KEPT_UP, series(2_000_000, 900_000_000, 1000), CALM)).isEqualTo(new Bottleneck(Kind.RATE,
                "Limited by the rate, which the target kept up with: 99.9 % of it was reached, and no backlog grew; vda 40 % "
                        + "busy, processors 35 % busy."));
        assertThat(of(new Demand(50, 2, false, true), series(2_000_000, 900_000_000, 1000), CALM).kind())
                .as("what every queue has for a moment").isEqualTo(Kind.RATE);
    }

    @Test
    void aRateOfWhichMuchFailedIsNotKeptUpWith() {
        SeriesSet failing = series(2_000_000, 900_000_000, 1000); // 1,000 answered
        failing.add("insert", new Totals(11, 0, 0, 11, 0, 0, 0, 0));
        assertThat(of(KEPT_UP, failing, CALM)).isEqualTo(new Bottleneck(Kind.RATE,
                "Limited by the rate, of which 1 % failed: 99.9 % of it was reached, and no backlog grew; vda 40 % busy, "
                        + "processors 35 % busy."));
        failing = series(2_000_000, 900_000_000, 1000);
        failing.add("insert", new Totals(10, 0, 0, 10, 0, 0, 0, 0));
        assertThat(of(KEPT_UP, failing, CALM).sentence()).startsWith("Limited by the rate, which the target kept up with: ");
    }

    /** What was refused is among the operations. */
    @Test
    void whatWasRefusedCountsOnceAsFailed() {
        SeriesSet refusing = series(2_000_000, 900_000_000, 1000); // 1,000 answered
        refusing.add("insert", new Totals(111, 0, 0, 0, 111, 0, 0, 0, 0, 0, 0, 0, 111));
        assertThat(of(KEPT_UP, refusing, CALM).sentence()).startsWith("Limited by the rate, of which 10 % failed: ");
    }

    @Test
    void workersWithoutARateAreNotHeldByThatOfOthers() {
        SeriesSet mixed = series(2_000_000, 0, 1000);
        mixed.add("load.get", new Totals(1_000_000, 1_000_000, 0, 1_000_000, 0, 0, 0, 0));
        assertThat(of(KEPT_UP, mixed, host(0.4, 3, 0.95, 0, 0)).kind()).isEqualTo(Kind.PROCESSORS);
        assertThat(of(KEPT_UP, mixed, CALM).kind()).isEqualTo(Kind.NOTHING);
        assertThat(of(new Demand(20_200, 2000, true, false), mixed, CALM).kind()).isEqualTo(Kind.NOTHING);
    }

    @Test
    void aBacklogThatGrewOrIsMoreThanChanceLeavesIsNoRateThatIsKeptUpWith() {
        assertThat(of(new Demand(20_200, 200, true, false), series(1_000_000, 99_000_000, 0), CALM).kind())
                .as("one percent too many, by the test").isEqualTo(Kind.WORKERS);
        assertThat(of(new Demand(20_200, 200, false, false), series(1_000_000, 99_000_000, 0), CALM).kind())
                .as("too short to test").isEqualTo(Kind.NOTHING);
        assertThat(of(new Demand(10_000, 60, false, false), series(1_000_000, 9_000_000, 0), CALM).sentence())
                .startsWith("Limited by the rate, which the target kept up with: 99.4 % of it was reached, and 60 operations "
                        + "that were due had not been started at its end");
    }

    @Test
    void whereABacklogIsLeftItIsNotTheRate() {
        SeriesSet waited = series(2_000_000, 900_000_000, 1000);
        assertThat(of(new Demand(30_000, 2000, false, false), waited, CALM)).isEqualTo(new Bottleneck(
                Kind.NOTHING, "Nothing stands out that held this run: 93.3 % of the rate was reached, and 2000 operations that "
                        + "were due had not been started at its end; that backlog did not grow throughout, so it may be a "
                        + "stall or a peak, or a rate that is too high, which a longer run would tell; vda 40 % busy, "
                        + "processors 35 % busy."));
        assertThat(of(new Demand(200, 106, false, true), waited, CALM).kind()).as("empty a moment ago")
                .isEqualTo(Kind.NOTHING);
        assertThat(of(new Demand(200, 106, false, false), waited, host(0.2, 3, 0.96, 0, 0)).kind())
                .isEqualTo(Kind.PROCESSORS);
    }

    @Test
    void aRateAboveWhatTheWorkersCanDoIsHeldByThem() {
        Demand tooMuch = new Demand(30_000, 6000, true, false);
        assertThat(of(tooMuch, series(2_000_000, 900_000_000, 1000), CALM)).isEqualTo(new Bottleneck(Kind.WORKERS,
                "Limited by workers × latency: the rate is more than 16 workers can do, 2.0 ms an operation; 80.0 % of it was "
                        + "reached, and the backlog grew throughout; vda 40 % busy, processors 35 % busy."));
        assertThat(of(tooMuch, series(2_000_000, 900_000_000, 1000), host(0.95, 8, 0.3, 0, 0)).kind())
                .isEqualTo(Kind.DEVICE);
    }

    /** One thread takes the slots; 1,000 operations of 2 s in 10 s are 200 at a time. */
    @Test
    void aRateAboveWhatCanBeInProgressIsHeldByThat() {
        PhaseSpan oneThread = new PhaseSpan(1, Phase.MEASURE, true, 0, 10 * SECOND, 0, 1, true, 0, 0);
        assertThat(Bottleneck.of(oneThread, Duration.ZERO, 0, Optional.of(new Demand(2000, 900, true, false)),
                series(2 * SECOND, 900_000_000, 1000), CALM).orElseThrow().sentence()).startsWith(
                "Limited by workers × latency: the rate is more than 200 operations at a time can do, 2000 ms an operation");
    }

    @Test
    void aScheduleTooShortToLookAtIsNotJudged() {
        assertThat(Bottleneck.of(open(0), Duration.ZERO, 0, Optional.empty(), series(2_000_000, 900_000_000, 1000), CALM)
                .orElseThrow().kind()).isEqualTo(Kind.NOTHING);
    }

    @Test
    void workersThatAreAlwaysInTheTargetHold() {
        assertThat(of(closed(0.04), series(3_200_000, 0, 0), HostUtilization.UNKNOWN))
                .isEqualTo(new Bottleneck(Kind.WORKERS,
                "Limited by workers × latency: 16 workers spent 96 % of the time in the target, 3.2 ms an operation."));
    }

    /** A quarter of the time was spent on refused connections, which is no time in the target. */
    @Test
    void workersThatAreRefusedAreNotInTheTarget() {
        assertThat(Bottleneck.of(closed(0.04), Duration.ZERO, 40 * SECOND, Optional.empty(), series(3_200_000, 0, 0),
                HostUtilization.UNKNOWN).orElseThrow().kind()).isEqualTo(Kind.NOTHING);
        assertThat(Bottleneck.of(closed(0.04), Duration.ZERO, 16 * SECOND, Optional.empty(), series(3_200_000, 0, 0),
                HostUtilization.UNKNOWN).orElseThrow().sentence())
                .contains("16 workers spent 86 % of the time in the target");
    }

    @Test
    void aLateGeneratorHolds() {
        assertThat(of(open(30), series(2_000_000, 0, 5_000_000), CALM)).satisfies(held -> {
            assertThat(held.kind()).isEqualTo(Kind.GENERATOR);
            assertThat(held.sentence())
                    .startsWith("Limited by the generator: it made 3.00 % of slots start more than 1 ms");
        });
    }

    @Test
    void aGeneratorThatIsCollectedOrBusyWithItselfHolds() {
        assertThat(of(closed(0.1), series(2_000_000, 0, 0), host(0.97, 3, 0.5, 0, 1.2)).sentence()).isEqualTo(
                "Limited by the generator: garbage collection stood it still for 12 % of the time; give it more memory.");
        assertThat(of(closed(0.62), series(2_000_000, 0, 0), CALM)).isEqualTo(new Bottleneck(Kind.GENERATOR,
                "Limited by the generator: 16 workers spent 62 % of the time outside the target; vda 40 % busy, "
                        + "processors 35 % busy."));
    }

    @Test
    void thinkTimeIsNotTheGeneratorsFault() {
        assertThat(Bottleneck.of(closed(0.02), Duration.ofMillis(150), 0, Optional.empty(), series(7_000_000, 0, 0), CALM)
                .orElseThrow())
                .isEqualTo(new Bottleneck(Kind.WORKERS,
                "Limited by the workers' think time, which was 92 % of the time "
                        + "of 16 workers; vda 40 % busy, processors 35 % busy."));
        assertThat(Bottleneck.of(closed(0.1), Duration.ofMillis(50), 0, Optional.empty(), series(90_000_000, 0, 0), CALM)
                .orElseThrow()
                .kind()).isEqualTo(Kind.NOTHING);
    }

    @Test
    void nothingStandsOut() {
        assertThat(of(closed(0.35), series(2_000_000, 0, 0), CALM)).isEqualTo(new Bottleneck(Kind.NOTHING,
                "Nothing stands out that held this run: vda 40 % busy, processors 35 % busy."));
        assertThat(of(closed(0.35), series(2_000_000, 0, 0), HostUtilization.UNKNOWN).sentence())
                .isEqualTo("Nothing stands out that held this run.");
    }

    @Test
    void withoutWorkOrTimeThereIsNoVerdict() {
        assertThat(Bottleneck.of(closed(0.1), Duration.ZERO, 0, Optional.empty(), new SeriesSet(), CALM)).isEmpty();
        assertThat(Bottleneck.of(new PhaseSpan(1, Phase.MEASURE, true, 0, SECOND / 10, 0, 16, false, 0, 0),
                Duration.ZERO, 0,
                Optional.empty(), series(2_000_000, 0, 0), CALM)).isEmpty();
    }
}
