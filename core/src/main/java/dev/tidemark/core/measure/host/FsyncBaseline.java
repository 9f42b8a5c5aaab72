package dev.tidemark.core.measure.host;

import module java.base;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;

/**
 * How long a device takes to make a small write durable when nothing else asks it to: what a synced transaction can
 * hardly go below, whatever the engine.
 *
 * @param directory where it was measured
 * @param count     writes made
 * @param p50       seconds that half of them took at most
 * @param p99       seconds that 99 % of them took at most, by nearest rank
 */
public record FsyncBaseline(Path directory, long count, double p50, double p99) {

    private static final long LASTS = TimeUnit.MILLISECONDS.toNanos(300);
    /** Enough for a percentile; also ends it where time does not pass. */
    private static final int MOST = 500;
    private static final int BLOCK = 4096;
    /** Written once before, so that the measured writes go to space that the file has: as in a journal. */
    private static final int BLOCKS = 64;

    /**
     * Writes blocks into a scratch file for up to 0.3 s, forcing each, and deletes the file.
     *
     * @return empty when the directory is none, or can't be written to
     */
    public static Optional<FsyncBaseline> measure(Clock clock, Path directory) {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try {
            Path scratch = Files.createTempFile(directory, "tidemark-fsync-", ".tmp");
            try (FileChannel file = FileChannel.open(scratch, StandardOpenOption.WRITE)) {
                return Optional.of(measure(clock, directory, file));
            } finally {
                Files.deleteIfExists(scratch);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static FsyncBaseline measure(Clock clock, Path directory, FileChannel file) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        for (int i = 0; i < BLOCKS; i++) {
            file.write(block.clear(), (long) i * BLOCK);
        }
        file.force(true);
        LogHistogram times = new LogHistogram();
        long end = clock.nanoTime() + LASTS;
        for (int i = 0; i < MOST && clock.nanoTime() < end; i++) {
            long start = clock.nanoTime();
            file.write(block.clear(), (long) (i % BLOCKS) * BLOCK);
            file.force(false);
            times.record(clock.nanoTime() - start);
        }
        return new FsyncBaseline(directory, times.count(), times.quantile(0.5) / 1e9, times.quantile(0.99) / 1e9);
    }

    /** In the form in which it is kept with the readings. */
    public MetricSnapshot reading() {
        return new MetricSnapshot(MetricSnapshot.FSYNC_FLOOR, Map.of(),
                Map.of(HostCounters.P50, p50, HostCounters.P99, p99));
    }

    /** One sentence for people. */
    public String sentence() {
        return String.format(Locale.ROOT,
                "A small write lasts after %.3f ms (p50; p99 %.3f ms) on the device of %s: no "
                + "synced transaction can be much faster.", p50 * 1e3, p99 * 1e3, directory);
    }
}
