package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.Allocation;
import dev.tidemark.bench.support.Cost;
import dev.tidemark.bench.support.ThreadGroupRun;
import dev.tidemark.bench.support.ZipfKeys;

/**
 * The floor under the harness: the same work in one straight loop. Claims slots in blocks of 64, makes the key, reads
 * the clock on both sides of nothing, counts the difference in a log-linear histogram of its own with the harness's
 * precision, and hands the histogram over once a second. Knows no kinds, outcomes, steps, limits of time or stopping.
 */
final class BareLoop implements ThreadGroupRun.Task {

    private static final int BLOCK = 64;
    private static final int BITS = 9;
    private static final long INTERVAL = 1_000_000_000L;

    private final ZipfKeys keys;
    private final AtomicLong slots;
    private final long operations;
    private final LongAdder allocated;
    /** The other histogram; whoever reads it is not part of the loop. */
    private final AtomicReference<long[]> handedOver = new AtomicReference<>(histogram());
    private ByteBuffer key;
    private long[] counts;
    /** Kept, or the compiler would leave the reading out. */
    private long read;

    private BareLoop(ZipfKeys keys, AtomicLong slots, long operations, LongAdder allocated) {
        this.keys = keys;
        this.slots = slots;
        this.operations = operations;
        this.allocated = allocated;
    }

    private static long[] histogram() {
        return new long[(64 - BITS) << BITS];
    }

    static Cost run(ZipfKeys keys, int threads, long operations) throws Exception {
        AtomicLong slots = new AtomicLong();
        LongAdder allocated = new LongAdder();
        long nanos = ThreadGroupRun.run(threads, t -> new BareLoop(keys, slots, operations, allocated));
        return new Cost((double) nanos * threads / operations, (double) allocated.sum() / operations);
    }

    @Override
    public void prepare() {
        key = ByteBuffer.allocateDirect(Long.BYTES);
        counts = histogram();
    }

    @Override

    public void run() {
        long before = Allocation.ofThisThread();
        ByteBuffer key = this.key;
        long[] counts = this.counts;
        long intervalEnd = System.nanoTime() + INTERVAL;
        long read = 0;
        for (long n; (n = slots.getAndAdd(BLOCK)) < operations;) {
            for (long end = Math.min(n + BLOCK, operations); n < end; n++) {
                key.putLong(0, keys.key(n));
                long start = System.nanoTime();
                read += key.getLong(0); // all that the no-op database does
                long stop = System.nanoTime();
                if (stop - intervalEnd > 0) {
                    counts = handedOver.getAndSet(counts);
                    intervalEnd += INTERVAL;
                }
                long took = stop - start;
                int row = Math.max(0, 64 - BITS - Long.numberOfLeadingZeros(took));
                counts[row << BITS | (int) (took >>> Math.max(0, row - 1)) & (1 << BITS) - 1]++;
            }
        }
        this.read = read;
        allocated.add(Allocation.ofThisThread() - before);
    }
}
