package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RecorderTest {

    private static final long SECOND = 1_000_000_000L;

    private final List<Interval> published = new ArrayList<>();
    private final Recorder recorder = new Recorder(1, 0, IntervalRule.AUTO);
    private final IntervalCollector collector = new IntervalCollector(0, 0, IntervalRule.AUTO,
            List.of(new RecorderSource(recorder, "", List.of("get"))), List.of(), published::add);

    RecorderTest() {
        recorder.begin(0);
    }

    private void operation(long due, long taken, long start, long end) {
        recorder.due(due);
        recorder.reach(end);
        recorder.open(0, Outcome.OK, start - Math.max(taken, due), start, end);
        recorder.count(0, Outcome.OK, end, 1, 0, 0, 0, 0, null);
    }

    private SeriesSet total() {
        SeriesSet all = new SeriesSet();
        published.forEach(i -> all.add(SeriesCodec.decode(i.series())));
        return all;
    }

    @Property
    void waitSelfAndServiceOfAnOperationAreItsResponse(@ForAll @LongRange(min = 0, max = SECOND) long due,
            @ForAll @LongRange(min = 0, max = SECOND) long taken, @ForAll @LongRange(min = 0, max = SECOND) long self,
            @ForAll @LongRange(min = 0, max = SECOND) long service) {
        RecorderTest own = new RecorderTest();
        long start = Math.max(due, taken) + self;
        own.operation(due, taken, start, start + service);
        own.recorder.finish();
        own.collector.finish(start + service);

        SeriesSet one = own.total();
        assertThat(one.overall(LatencyKind.SELF).sum()).isEqualTo(self);
        assertThat(one.overall(LatencyKind.SERVICE).sum()).isEqualTo(service);
        assertThat(one.overall(LatencyKind.RESPONSE).sum()).isEqualTo(start + service - due);
        assertThat(one.overall(LatencyKind.WAIT).sum() + self + service).isEqualTo(start + service - due);
    }

    @Test
    void severalIntervalsAreHandedOverWhileTheCollectorIsAway() {
        for (int i = 1; i <= 100; i++) {
            long end = i * SECOND / 5;
            operation(end - 9, end - 9, end - 8, end);
        }
        collector.collect();
        while (collector.next() < recorder.reached()) {
            collector.publishNext();
        }
        recorder.finish();
        collector.finish(20 * SECOND);

        assertThat(published).hasSize(20).allMatch(i -> i.part() == 0);
        assertThat(published).allMatch(i -> SeriesCodec.decode(i.series()).total().operations() == 5);
        assertThat(collector.workers().getFirst().operations()).isEqualTo(100);
    }

    @Test
    void whatComesLateIsAPartOfItsInterval() {
        operation(0, 0, 0, SECOND / 2);
        collector.collect();
        collector.publishNext();
        operation(SECOND + 1, SECOND + 1, SECOND + 1, 3 * SECOND / 2);
        collector.collect();
        collector.publishLate();

        assertThat(published).extracting(Interval::seq).containsExactly(0, 0);
        assertThat(published).extracting(Interval::part).containsExactly(0, 1);
        assertThat(published).extracting(i -> SeriesCodec.decode(i.series()).total().operations())
                .containsExactly(0L, 1L);
    }

    @Test
    void theLatenciesOfABacklogAreHandedOverWithTheNextInterval() {
        operation(SECOND / 2, SECOND / 2, SECOND / 2, 3 * SECOND / 2);
        operation(SECOND, 3 * SECOND / 2, 3 * SECOND / 2, 5
                * SECOND / 2); // due with the second interval's first moment
        collector.collect();
        assertThat(collector.nextIsComplete()).isTrue();
        collector.publishNext();
        recorder.finish();
        collector.finish(5 * SECOND / 2);

        assertThat(published).extracting(Interval::seq).containsExactly(0, 1, 2);
        assertThat(published).extracting(i -> SeriesCodec.decode(i.series()).total().operations())
                .containsExactly(0L, 1L, 1L);
        assertThat(published).extracting(i -> SeriesCodec.decode(i.series()).overall(LatencyKind.RESPONSE).max())
                .containsExactly(SECOND, 3 * SECOND / 2, 0L);
        assertThat(collector.workers().getFirst().busy()).isEqualTo(2 * SECOND);
    }

    @Test
    void whatALostWorkerHadStillToHandOverIsSeized() {
        operation(SECOND / 2, SECOND / 2, SECOND / 2, 3 * SECOND / 2);
        collector.takeFromLost(0);
        collector.finish(3 * SECOND / 2);

        assertThat(total().total().operations()).isEqualTo(1);
        assertThat(total().overall(LatencyKind.RESPONSE).max()).isEqualTo(SECOND);
    }

    @Test
    void theLastIntervalEndsWithThePhase() {
        operation(0, 0, 0, 1_300_000_000L);
        recorder.finish();
        collector.finish(1_300_000_000L);

        assertThat(published).extracting(Interval::start).containsExactly(0L, SECOND);
        assertThat(published).extracting(Interval::end).containsExactly(SECOND, 1_300_000_000L);
    }

    @Test
    void partsThatAnActorTimedItselfHaveTimesRowsAndFailures() {
        List<Interval> intervals = new ArrayList<>();
        Recorder timed = new Recorder(1, 2, IntervalRule.AUTO);
        IntervalCollector collects = new IntervalCollector(0, 0, IntervalRule.AUTO, List.of(new RecorderSource(timed, "",
                List.of("pay"))), List.of("begin", "update"), intervals::add);
        timed.begin(0);
        PartTimes parts = new PartTimes();
        for (int n = 1; n <= 20; n++) {
            parts.clear();
            parts.answered(0, 10, 0);
            parts.failed(1, 30);
            parts.answered(0, 12, 0);
            parts.answered(1, 40, 3);
            timed.reach(n * SECOND);
            timed.closed(0, Outcome.OK, 100);
            timed.count(0, Outcome.OK, n * SECOND, 1, 0, 0, 0, 0, null);
            timed.wrote(0, 3);
            timed.parts(0, parts);
        }
        timed.finish();
        collects.finish(21 * SECOND);

        SeriesSet all = new SeriesSet();
        intervals.forEach(i -> all.add(SeriesCodec.decode(i.series())));
        LogHistogram begin = all.histogram(new SeriesKey("pay", "begin", LatencyKind.SERVICE, false)).orElseThrow();
        assertThat(List.of(begin.count(), begin.mean())).containsExactly(40L, 11.0);
        LogHistogram failed = all.histogram(new SeriesKey("pay", "update", LatencyKind.SERVICE, true)).orElseThrow();
        assertThat(List.of(failed.count(), failed.mean())).containsExactly(20L, 30.0);
        assertThat(all.rows("pay", "update")).isEqualTo(60);
        assertThat(all.rows("pay", "begin")).isZero();
        assertThat(all.total().rowsWritten()).isEqualTo(60);
        assertThat(all.overall(LatencyKind.SERVICE).sum()).as("of operations alone").isEqualTo(2000);
    }
}
