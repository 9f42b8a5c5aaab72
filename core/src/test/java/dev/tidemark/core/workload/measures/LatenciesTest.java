package dev.tidemark.core.workload.measures;

import static dev.tidemark.core.workload.VirtualLoad.MS;
import static dev.tidemark.core.workload.VirtualLoad.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.schedule.Schedules;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.workload.VirtualLoad;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.volume.VolumeMeasures;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private static Map<String, MeasuredValue> values(IterationDetail detail) {
        return new VolumeMeasures(detail, detail.headline().orElseThrow()).values(MeasureSet.of()).stream()
                .collect(Collectors.toMap(MeasuredValue::measure, v -> v));
    }

    /** Two of three gets and one put, 3,000/s for 20 s; from second 10 on nothing is answered for 0.7 s. */
    private static Map<String, MeasuredValue> stall() {
        VirtualLoad load = new VirtualLoad(List.of("get", "put"), n -> n % 3 == 0 ? 1 : 0);
        return values(load.run(new Load.Open(4, Schedules.constant(3000)), Limit.operations(60_000), (n, since) -> {
            long stalled = since - 10 * SECOND;
            load.pass(MS / 10 + (stalled >= 0 && stalled < 700 * MS ? 700 * MS - stalled : 0));
            return Outcome.OK;
        }, List.of()));
    }

    @Test
    void percentilesOfAKindInAnOpenLoopAreResponses() {
        Map<String, MeasuredValue> values = stall();
        // 2,100 of 60,000 were due during the stall: the slowest 600 of them waited longer than 0.5 s
        double p99 = values.get("response.p99").number();
        assertThat(p99).isCloseTo(500, within(20.0));
        assertThat(values.get("get.p99").number()).isCloseTo(p99, within(0.02 * p99));
        assertThat(values.get("put.p99").number()).isCloseTo(p99, within(0.02 * p99));
        assertThat(values.get("get.service.p99").number()).isCloseTo(0.1, within(0.001));
        assertThat(values.get("get.service.max").number()).isCloseTo(700, within(1.0));
    }

    private static LogHistogram times(long nanos, int count) {
        LogHistogram times = new LogHistogram();
        times.record(nanos, count);
        return times;
    }

    /** A probe of ten a second beside workers as fast as they can, of which one operation timed out. */
    @Test
    void responsesOfGroupsWithoutARateCountBesideThoseOfOne() {
        SeriesSet set = new SeriesSet();
        set.add(SeriesKey.of("probe.get", LatencyKind.RESPONSE), times(MS, 10));
        set.add(SeriesKey.of("probe.get", LatencyKind.SERVICE), times(MS / 2, 10));
        set.add(new SeriesKey("probe.get", "", LatencyKind.RESPONSE, true), times(SECOND, 1));
        set.add(SeriesKey.of("load.get", LatencyKind.SERVICE), times(20 * MS, 990));
        set.add(new SeriesKey("load.get", "", LatencyKind.SERVICE, true), times(10 * SECOND, 1));
        SeriesSet together = WorkerGroups.together(set, List.of("probe", "load"));
        assertThat(together.responses("get").count()).isEqualTo(1000);
        assertThat(together.overall(LatencyKind.RESPONSE).quantile(0.5)).isCloseTo(20 * MS, within(MS / 5));
        assertThat(together.overall(LatencyKind.SERVICE).count()).isEqualTo(1000);
        assertThat(together.unanswered(LatencyKind.RESPONSE).count()).isEqualTo(2);
    }

    /** The least of the answers is told exactly, others by the middle of their bucket. */
    @Test
    void whatDiffersByLessThanABucketIsNotTouched() {
        LogHistogram answered = new LogHistogram();
        answered.record(4 * MS, 200);
        LogHistogram unanswered = new LogHistogram();
        unanswered.record(MS);
        Latencies latencies = new Latencies(answered, unanswered, 0);
        assertThat(latencies.value("p99").orElseThrow()).satisfies(p99 -> {
            assertThat(p99.number()).isCloseTo(4, within(0.004));
            assertThat(p99.atLeast()).isFalse();
        });
        assertThat(latencies.value("p99.9").orElseThrow().atLeast()).as("of 201 it is the last").isTrue();
        answered.record(5 * MS, 2);
        assertThat(new Latencies(answered, unanswered, 0).value("p99").orElseThrow().atLeast())
                .as("the 201st of 203 is 5 ms, if what failed was slower, and else 4 ms").isTrue();
    }

    @Test
    void inAClosedLoopThereIsOneTimeOfAKind() {
        VirtualLoad load = new VirtualLoad(List.of("get"), n -> 0);
        Map<String, MeasuredValue> values =
                values(load.run(new Load.Closed(2, Duration.ZERO), Limit.operations(100), (n, since) -> {
            load.pass(MS);
            return Outcome.OK;
        }, List.of()));
        assertThat(values.get("get.p99").number()).isCloseTo(1, within(0.001));
        assertThat(values).doesNotContainKey("get.service.p99");
    }

    /** Three operations of a hundred time out after ten seconds; a thousand workers, so that none waits. */
    private static Map<String, MeasuredValue> timeouts(Load load) {
        VirtualLoad run = new VirtualLoad(List.of("get", "put"), n -> n % 100 == 99 ? 1 : 0);
        return values(run.run(load, Limit.operations(20_000), (n, since) -> {
            boolean late = n % 100 < 3;
            run.pass(late ? 10 * SECOND : MS);
            if (late) {
                throw new TimeoutException("no answer");
            }
            return Outcome.OK;
        }, List.of()));
    }

    @Test
    void whatTimedOutWasAtLeastSoSlow() {
        for (Load load : List.of(new Load.Open(400, Schedules.constant(1000)), new Load.Closed(4, Duration.ZERO))) {
            Map<String, MeasuredValue> values = timeouts(load);
            for (String of : List.of("response", "get")) {
                assertThat(values.get(of + ".p99").number()).isCloseTo(10_000, within(10.0));
                assertThat(values.get(of + ".p99").atLeast()).isTrue();
                assertThat(values.get(of + ".mean").number()).isCloseTo(301, within(4.0));
                assertThat(values.get(of + ".mean").atLeast()).isTrue();
                assertThat(values.get(of + ".p95").number()).isCloseTo(1, within(0.001));
                assertThat(values.get(of + ".p95").atLeast()).isFalse();
                assertThat(values.get(of + ".min").atLeast()).isFalse();
            }
            assertThat(values.get("put.p99").atLeast()).isFalse(); // each was answered
            assertThat(values.get("failures").number()).isEqualTo(600);
        }
    }

    /**
     * However long the unanswered would have taken: the figure is no more than the truth, and the truth if unmarked.
     */
    @Property(tries = 300)
    void aPercentileIsALowerBoundAndExactWhereItIsNotMarked(
            @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 1, max = 1000) Long> answered,
            @ForAll @Size(max = 20) List<@LongRange(min = 1, max = 1000) Long> waited,
            @ForAll @Size(max = 20) List<@LongRange(min = 0, max = 2000) Long> longer,
            @ForAll @IntRange(min = 1, max = 99) int percent) {
        LogHistogram known = new LogHistogram();
        LogHistogram least = new LogHistogram();
        LogHistogram truth = new LogHistogram();
        answered.forEach(known::record);
        answered.forEach(truth::record);
        for (int i = 0; i < waited.size(); i++) {
            least.record(waited.get(i));
            truth.record(waited.get(i) + (i < longer.size() ? longer.get(i) : 0));
        }
        List<MeasuredValue> values = new ArrayList<>();
        new Latencies(known, least, 0).addTo(values, CommonMeasures.WAIT, percent / 100.0);
        double nanos = values.getFirst().number() * 1e6;
        double exact = truth.quantile(percent / 100.0);
        assertThat(nanos).isLessThanOrEqualTo(exact + 1e-6 + exact * 2e-3);
        if (!values.getFirst().atLeast()) {
            assertThat(nanos).isCloseTo(exact, within(1e-6 + exact * 2e-3));
        }
    }
}
