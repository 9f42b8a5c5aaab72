package dev.tidemark.core.measure.host;

import module java.base;
import com.sun.nio.file.ExtendedOpenOption;
import dev.tidemark.core.measure.environment.Environment;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.DiskLimit;
import dev.tidemark.core.result.DiskProbe;
import dev.tidemark.core.time.Clock;

/**
 * Measures what the disk of a directory sustains, past the system's page cache, in a scratch file: large writes one
 * after the other; small ones and reads at random places with {@value #DEPTH} in progress; and fsyncs one after the
 * other.
 */
public final class DiskProber {

    /** As long as the whole takes about ten seconds. */
    public static final Duration EACH = Duration.ofMillis(1600);

    /** As deep as the queue of a SATA disk; the drives that want more are near their limit with it, too. */
    static final int DEPTH = 32;
    /** More than the caches of most disks hold. */
    private static final long LARGEST_FILE = 512L << 20;
    private static final long SMALLEST_FILE = 8L << 20;
    private static final int LARGE = 1 << 20;
    private static final int PAGE = 4096;
    private static final long SEED = 0x9e3779b97f4a7c15L;

    private final Clock clock;
    private final Path directory;
    private final long each;
    private final Consumer<String> progress;
    private long size;

    DiskProber(Clock clock, Path directory, Duration each, Consumer<String> progress) {
        this.clock = clock;
        this.directory = directory;
        this.each = each.toNanos();
        this.progress = progress;
    }

    /**
     * Measures all limits, and removes the scratch file.
     *
     * @param each     how long each limit is looked at
     * @param progress is told what is measured next
     * @throws InvalidInputException when there is no disk to be measured, or no room
     */
    public static DiskProbe probe(Clock clock, Path directory, Duration each, Consumer<String> progress) {
        if (!Files.isDirectory(directory)) {
            throw new InvalidInputException("directory " + directory
                    + " is not there; name one on the disk to be measured");
        }
        List<Setting> facts = Environment.detect(List.of(directory)).settings();
        facts.stream().filter(f -> f.name().equals("file-system") && Environment.isMemory(f.text())).findFirst()
                .ifPresent(f -> {
                    throw new InvalidInputException("directory " + directory + " lies in memory (" + f.text()
                            + "); name one on the disk to be measured");
                });
        try {
            return new DiskProbe(clock.wallTime(), DiskProbe.Origin.PROBE, facts,
                    new DiskProber(clock, directory, each, progress).rates());
        } catch (IOException | UnsupportedOperationException e) {
            throw new InvalidInputException("directory " + directory + " cannot be measured past the page cache: "
                    + (e.getMessage() == null ? e.toString() : e.getMessage()));
        }
    }

    private Map<DiskLimit, Double> rates() throws IOException {
        long room = Files.getFileStore(directory).getUsableSpace();
        if (room < 4 * SMALLEST_FILE) {
            throw new InvalidInputException("directory " + directory + " has only " + (room >> 20) + " MiB free, and "
                    + (4 * SMALLEST_FILE >> 20) + " MiB are needed");
        }
        Path scratch = Files.createTempFile(directory, "tidemark-probe-", ".tmp");
        try (FileChannel file = FileChannel.open(scratch, StandardOpenOption.READ, StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE, ExtendedOpenOption.DIRECT)) {
            return rates(file, room / 4);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    /** @param most bytes that the file may have */
    Map<DiskLimit, Double> rates(FileChannel file, long most) throws IOException {
        Map<DiskLimit, Double> rates = new EnumMap<>(DiskLimit.class);
        rates.put(DiskLimit.SEQUENTIAL_WRITE, measure(DiskLimit.SEQUENTIAL_WRITE, () -> sequential(file, most)));
        for (DiskLimit limit : List.of(DiskLimit.RANDOM_WRITE_4K, DiskLimit.RANDOM_WRITE_8K,
                DiskLimit.RANDOM_READ_4K, DiskLimit.RANDOM_READ_8K)) {
            rates.put(limit, measure(limit, () -> random(file, limit)));
        }
        rates.put(DiskLimit.FSYNC, measure(DiskLimit.FSYNC, () -> fsyncs(file)));
        return rates;
    }

    @FunctionalInterface
    private interface Measurement {
        double take() throws IOException;
    }

    private double measure(DiskLimit limit, Measurement measurement) throws IOException {
        progress.accept(limit.title());
        return measurement.take();
    }

    /** Also makes the file that is read and written afterwards, so that no write has to make it longer. */
    private double sequential(FileChannel file, long most) throws IOException {
        ByteBuffer block = random(LARGE);
        long largest = Math.clamp(most, SMALLEST_FILE, LARGEST_FILE) / LARGE * LARGE;
        long start = clock.nanoTime();
        long written = 0;
        while (written < SMALLEST_FILE || written < largest * 4 && clock.nanoTime() - start < each) {
            written += file.write(block.clear(), written % largest);
        }
        file.force(false);
        double seconds = (clock.nanoTime() - start) / 1e9;
        size = Math.min(written, largest);
        return written / seconds;
    }

    /** As far as the device's own counter says that it did it: something else above it may have answered. */
    private double random(FileChannel file, DiskLimit limit) throws IOException {
        int block = limit.block();
        boolean writes = limit.writes();
        LongAdder done = new LongAdder();
        AtomicReference<IOException> failed = new AtomicReference<>();
        OptionalDouble before = HostSampler.deviceBytes(List.of(directory), writes);
        long start = clock.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < DEPTH; i++) {
            SplittableRandom places = new SplittableRandom(SEED + i);
            threads.add(clock.start("tidemark-probe-" + i, () -> {
                try {
                    ByteBuffer buffer = random(block);
                    do {
                        long place = places.nextLong(size / block) * block;
                        int moved = writes ? file.write(buffer.clear(), place) : file.read(buffer.clear(), place);
                        if (moved != block) {
                            throw new IOException("a block was moved in part only");
                        }
                        done.increment();
                    } while (clock.nanoTime() - start < each && failed.get() == null);
                } catch (IOException e) {
                    failed.set(e);
                }
            }));
        }
        threads.forEach(clock::joinThrough);
        if (failed.get() != null) {
            throw failed.get();
        }
        if (writes) {
            file.force(false); // what is only in the disk's own cache is not written, and the next would pay for it
        }
        double seconds = (clock.nanoTime() - start) / 1e9;
        OptionalDouble after = HostSampler.deviceBytes(List.of(directory), writes);
        return Math.min(done.sum(), before.isEmpty() || after.isEmpty() ? done.sum()
                : (after.getAsDouble() - before.getAsDouble()) / block) / seconds;
    }

    private double fsyncs(FileChannel file) throws IOException {
        ByteBuffer block = random(PAGE);
        long start = clock.nanoTime();
        long done = 0;
        do {
            file.write(block.clear(), done % (SMALLEST_FILE / PAGE) * PAGE);
            file.force(false);
            done++;
        } while (clock.nanoTime() - start < each);
        return done / ((clock.nanoTime() - start) / 1e9);
    }

    /** Bytes that no disk makes smaller, aligned as direct IO needs. */
    private static ByteBuffer random(int bytes) {
        ByteBuffer block = ByteBuffer.allocateDirect(bytes + PAGE).alignedSlice(PAGE).slice(0, bytes);
        SplittableRandom random = new SplittableRandom(SEED);
        while (block.remaining() >= Long.BYTES) {
            block.putLong(random.nextLong());
        }
        return block.clear();
    }
}
