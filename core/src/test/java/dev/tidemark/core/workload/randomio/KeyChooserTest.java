package dev.tidemark.core.workload.randomio;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.data.DatasetManifest;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class KeyChooserTest {

    private static final DatasetManifest DATASET = new DatasetManifest(DatasetManifest.FORMAT, "d", "file", 1, 64,
            List.of(), List.of()).grown(2, 30).grown(3, 10);

    private static KeyChooser choice(double readPercent, int ownKeyspace) {
        return new KeyChooser(DATASET, new RandomIoMix(readPercent, true), ownKeyspace, 7);
    }

    private static String keys(KeyChooser choice, int lane, long n) {
        StringBuilder keys = new StringBuilder(choice.begin(lane, n) ? "read" : "write");
        for (int i = 0; i < 5; i++) {
            choice.draw();
            keys.append(' ').append(choice.keyspace()).append('.').append(choice.key());
        }
        return keys.toString();
    }

    @Test
    void whatACycleDoesDependsOnItsLaneAndNumberAlone() {
        KeyChooser used = choice(50, KeyChooser.SHARED);
        IntStream.range(0, 100).forEach(n -> keys(used, 3, n));
        assertThat(keys(used, 1, 5)).isEqualTo(keys(choice(50, KeyChooser.SHARED), 1, 5));
        assertThat(keys(used, 1, 5)).isNotEqualTo(keys(used, 2, 5)).isNotEqualTo(keys(used, 1, 6));
    }

    /** 70 keys, 7000 draws: each 100 times, with a standard deviation below 10; five of them are allowed. */
    @Test
    void everyKeyIsDrawnAboutAsOften() {
        KeyChooser choice = choice(100, KeyChooser.SHARED);
        int[][] drawn = new int[3][30];
        for (long n = 0; n < 7000; n++) {
            choice.begin(0, n);
            choice.draw();
            drawn[choice.keyspace()][(int) choice.key()]++;
        }
        for (int keyspace = 0; keyspace < 3; keyspace++) {
            int keys = (int) DATASET.keyspaces().get(keyspace).keys();
            assertThat(IntStream.of(drawn[keyspace]).limit(keys)).allMatch(times -> times > 50 && times < 150);
            assertThat(IntStream.of(drawn[keyspace]).skip(keys)).allMatch(times -> times == 0);
        }
    }

    @Test
    void writesKeepToTheKeyspaceOfOnesOwnAndReadsDoNot() {
        assertThat(IntStream.range(0, 200).mapToObj(n -> keys(choice(0, 1), 0, n)))
                .allMatch(keys -> keys.matches("write( 1\\.\\d+){5}"));
        assertThat(IntStream.range(0, 200).mapToObj(n -> keys(choice(100, 1), 0, n)))
                .anyMatch(keys -> keys.contains(" 0.")).anyMatch(keys -> keys.contains(" 2."));
    }

    @Test
    void choosingAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        KeyChooser choice = choice(50, 1);
        long least = Long.MAX_VALUE;
        for (long start = System.nanoTime(); least >= 1000 && System.nanoTime() - start < 20_000_000_000L;) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (long n = 0; n < 10_000; n++) {
                choice.begin(0, n);
                choice.draw();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(1000);
    }
}
