package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.Outcome;
import java.lang.management.ManagementFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class OperationTableTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long ORIGIN = 5 * SECOND;

    /** Several workers that log, and what comes of it. */
    private static final class Log {
        private final List<LogBlock> blocks = new ArrayList<>();
        private final List<RecorderSource> sources = new ArrayList<>();
        private final IntervalCollector collector;

        Log(long most, int workers) {
            LogSample sample = new LogSample(most);
            for (int i = 0; i < workers; i++) {
                Recorder recorder = new Recorder(2, 0, IntervalRule.AUTO, 1, sample, workers);
                recorder.begin(100);
                sources.add(new RecorderSource(recorder, "", List.of("term", "phrase")));
            }
            collector = new IntervalCollector(3, ORIGIN, IntervalRule.AUTO, sources, List.of(), i -> { }, sample,
                    blocks::add);
        }

        Recorder worker(int number) {
            return sources.get(number).recorder();
        }

        /** One that was due at so many seconds and took as many nanoseconds as its number. */
        void add(int worker, long n, long seconds) {
            long due = 100 + seconds * SECOND + n;
            worker(worker).reach(due + n);
            worker(worker).logEach((int) (n % 2), Outcome.OK, null, 0, n, n / 3, due, due + 1, due + n, n / 2, 7);
        }

        OperationTable table() {
            sources.forEach(s -> s.recorder().finish());
            collector.finish(60 * SECOND);
            return OperationTable.of(blocks, 3);
        }
    }

    @Test
    void whatIsLoggedIsReadAsItWas() {
        Log log = new Log(100, 2);
        log.worker(0).logEach(1, Outcome.OK, null, 4, 9, 2, 150, 160, 190, 25, 1234);
        log.worker(1).logEach(0, Outcome.PARTIAL, "1 shard did not answer", 5, Long.MAX_VALUE >> 2, -1, 120, 110, 130,
                -1, 0);
        log.worker(1).logEach(0, Outcome.FAILURE, "no answer", 5, 0, 0, 120, 121, 131, -1, 0);

        assertThat(log.table()).isEqualTo(new OperationTable(List.of(
                new OperationTable.Row("term", Outcome.FAILURE, "no answer", 5, 0, 0, ORIGIN + 20, ORIGIN + 21,
                        ORIGIN + 31, -1, 0),
                new OperationTable.Row("term", Outcome.PARTIAL, "1 shard did not answer", 5, Long.MAX_VALUE >> 2, -1,
                        ORIGIN + 20, ORIGIN + 10, ORIGIN + 30, -1, 0),
                new OperationTable.Row("phrase", Outcome.OK, "", 4, 9, 2, ORIGIN + 50, ORIGIN + 60, ORIGIN + 90, 25,
                        1234)), 0));
    }

    @Property(tries = 50)
    void itIsCompleteUpToTheLimitWhoeverLoggedAndWhenever(@ForAll @IntRange(min = 1, max = 5) int workers,
            @ForAll @IntRange(min = 1, max = 9000) int operations) {
        Log log = new Log(operations, workers);
        for (int n = 0; n < operations; n++) {
            log.add(n % workers, n, n / 1000);
            if (n % 700 == 0) {
                log.collector.collect();
            }
        }
        OperationTable table = log.table();
        assertThat(table.halved()).isZero();
        assertThat(table.rows()).extracting(OperationTable.Row::n).doesNotHaveDuplicates().hasSize(operations);
        assertThat(table.rows()).allMatch(r -> r.nanos() == r.n() && r.engine() == r.n() / 2 && r.item() == r.n() / 3
                && r.hits() == 7 && r.kind().equals(r.n() % 2 == 0 ? "term" : "phrase"));
    }

    /** The mean number of 200,000 is 99,999.5, and that of 5,000 drawn of them has a standard deviation of 816. */
    @Test
    void ofTooManyAUniformSampleIsKept() {
        int operations = 200_000;
        Log log = new Log(10_000, 3);
        for (int n = 0; n < operations; n++) {
            log.add(n % 3, n, n / 10_000);
        }
        OperationTable table = log.table();
        assertThat(table.halved()).isPositive();
        assertThat(table.rows()).hasSizeBetween(4_000, 10_500);
        assertThat(table.rows().size() * (double) table.each()).isBetween(0.9 * operations, 1.1 * operations);
        assertThat(table.rows().stream().mapToLong(OperationTable.Row::n).average().orElseThrow())
                .isBetween(100_000.0 - 4_000, 100_000.0 + 4_000);
        assertThat(log.blocks.stream().mapToLong(b -> b.columns().length).sum()).as("bytes").isLessThan(2_000_000);
    }

    /** So what several runners keep is one sample. */
    @Test
    void whatIsKeptDependsOnTheOperationAlone() {
        Set<Long> first = kept(4);
        Set<Long> second = kept(1);
        Set<Long> smaller = first.size() < second.size() ? first : second;
        assertThat(smaller == first ? second : first).containsAll(smaller);
    }

    private static Set<Long> kept(int workers) {
        Log log = new Log(1000, workers);
        for (int n = 0; n < 20_000; n++) {
            log.add(n % workers, n, n / 5000);
        }
        Set<Long> numbers = new HashSet<>();
        log.table().rows().forEach(r -> numbers.add(r.n()));
        return numbers;
    }

    @Test
    void anOperationAllocatesNothingWhileTheCollectorComesInTime() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Log log = new Log(1_000, 1);
        rounds(log, threads, 50); // the first passes may allocate for the interpreter's profiles
        assertThat(rounds(log, threads, 1000)).isLessThan(50_000); // of 500,000 operations
    }

    /** @return bytes that logging allocated, without what the collector did */
    private static long rounds(Log log, ThreadMXBean threads, int rounds) {
        long allocated = 0;
        for (int round = 0; round < rounds; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int n = 0; n < 500; n++) {
                log.worker(0).logEach(0, Outcome.OK, null, 0, n, n, n, n, n, -1, 0);
            }
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
            log.collector.collect();
        }
        return allocated;
    }

    @Test
    void ofMoreReasonsThanABlockHasRoomForTheOthersShareOne() {
        Log log = new Log(1000, 1);
        for (int n = 0; n < 200; n++) {
            log.worker(0).logEach(0, Outcome.FAILURE, "reason " + n, 0, n, n, n, n, n, -1, 0);
        }
        assertThat(log.table().rows().stream().map(OperationTable.Row::reason).distinct())
                .hasSize(LogBlockWriter.MOST_REASONS).contains("reason 0", LogBlockWriter.OTHER);
    }

    @Test
    void whatIsDamagedIsRefused() {
        Log log = new Log(1000, 1);
        log.add(0, 5, 0);
        log.table();
        byte[] bytes = log.blocks.getFirst().columns();
        for (int cut = 0; cut < bytes.length - 8; cut++) { // without the last ones, which only hold a checksum
            LogBlock damaged = new LogBlock(3, 0, 0, 1, Arrays.copyOf(bytes, cut));
            assertThatThrownBy(() -> OperationTable.of(List.of(damaged), 3)).as("cut at " + cut)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
