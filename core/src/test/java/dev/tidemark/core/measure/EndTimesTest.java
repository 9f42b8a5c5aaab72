package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.Outcome;
import org.junit.jupiter.api.Test;

/** When operations ended, as several workers record it beside each other, against all of the moments sorted. */
class EndTimesTest {

    private static final long SECOND = 1_000_000_000L;

    private static EndTimes of(long resolution, long... fromAndTo) {
        long[] from = new long[fromAndTo.length / 2];
        long[] to = new long[fromAndTo.length / 2];
        for (int i = 0; i < from.length; i++) {
            from[i] = fromAndTo[2 * i];
            to[i] = fromAndTo[2 * i + 1];
        }
        return new EndTimes(resolution, from, to, from.length);
    }

    @Test
    void setsAddUpAndGapsThatAreTooShortAreNotTold() {
        EndTimes all = of(10, 0, 5, 100, 120);
        all.add(of(10, 7, 40, 110, 130, 145, 145));
        all.add(new EndTimes());
        assertThat(all.gaps()).containsExactly(new EndTimes.Gap(40, 100), new EndTimes.Gap(130, 145));
        assertThat(all.first()).isZero();
        assertThat(all.last()).isEqualTo(145);
        assertThat(all.firstAfter(41)).isEqualTo(100);
        assertThat(all.firstAfter(105)).isEqualTo(100);
        assertThat(all.firstAfter(146)).isEqualTo(Long.MAX_VALUE);
        all.add(of(20, 200, 200));
        assertThat(all.gaps()).containsExactly(new EndTimes.Gap(40, 100), new EndTimes.Gap(145, 200));
    }

    @Test
    void whatIsTooMuchIsKeptCoarserAndStillExact() {
        EndTimes all = new EndTimes();
        for (long i = 0; i < 10_000; i++) {
            all.add(of(1, 100 * i, 100 * i));
        }
        all.add(of(1, 5_000_000, 5_000_001));
        assertThat(all.gaps()).contains(new EndTimes.Gap(999_900, 5_000_000)).hasSizeLessThan(EndTimes.MOST);
    }

    /** Whatever workers do, and whenever they hand over, no gap as long as the resolution is missed or made up. */
    @Test
    void ofWhatWorkersRecordEveryLongGapIsExact() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<RecorderSource> sources = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sources.add(new RecorderSource(new Recorder(1, 0, IntervalRule.AUTO), "", List.of("get")));
        }
        List<Interval> published = new ArrayList<>();
        IntervalCollector collector = new IntervalCollector(0, 77, IntervalRule.AUTO, sources, List.of(),
                published::add);
        List<Long> ends = new ArrayList<>();
        for (RecorderSource source : sources) {
            source.recorder().begin(1_000);
            long at = 0;
            while (at < 20 * SECOND) {
                long took = random.nextInt(50) == 0 ? random.nextLong(4 * SECOND) : random.nextLong(SECOND / 20);
                source.recorder().reach(1_000 + at);
                source.recorder().enter(0, 1_000 + at);
                at += took;
                Outcome outcome = random.nextInt(5) == 0 ? Outcome.FAILURE : Outcome.OK;
                source.recorder().reach(1_000 + at);
                source.recorder().closed(0, outcome, took);
                source.recorder().count(0, outcome, 1_000 + at, 1, 0, 0, 0, 0, null);
                if (outcome == Outcome.OK) {
                    ends.add(at);
                }
                if (random.nextInt(20) == 0) {
                    collector.collect();
                }
            }
            source.recorder().finish();
        }
        collector.finish(25 * SECOND);
        long[] sorted = ends.stream().mapToLong(Long::longValue).sorted().toArray();
        EndTimes recorded = Timeline.sum(published).ends(true).get("get");
        assertThat(recorded.resolution()).isLessThanOrEqualTo(SECOND / 32);
        List<EndTimes.Gap> expected = LongStream.range(1, sorted.length).filter(i -> sorted[(int) i]
                - sorted[(int) i - 1] >= recorded.resolution()).mapToObj(i -> new EndTimes.Gap(sorted[(int) i - 1],
                sorted[(int) i])).toList();
        assertThat(recorded.gaps()).as("seed %d", seed).isEqualTo(expected);
        assertThat(recorded.first()).isEqualTo(sorted[0]);
        assertThat(recorded.last()).isEqualTo(Arrays.stream(sorted).max().orElseThrow());
        assertThat(Timeline.sum(published).ends(false).get("get").isEmpty()).isFalse();
    }
}
