package dev.tidemark.core.workload.volume;

import module java.base;
import dev.tidemark.core.data.SplitMix64;

/** Which values that were read are checked, and what was wrong with them. Thread-safe. */
final class VolumeVerification {

    private static final long PURPOSE = 14;
    private static final int NOTED = 20;

    private final double share;
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    private final Consumer<String> note;

    /**
     * @param share 0 to 1
     * @param note  told the first {@value #NOTED} faults
     */
    VolumeVerification(double share, Consumer<String> note) {
        this.share = share;
        this.note = note;
    }

    /** Whether the value that an operation reads is to be checked. */
    boolean wants(int lane, long n) {
        return share > 0 && (SplitMix64.mix(SplitMix64.mix(PURPOSE ^ lane * SplitMix64.STEP) + n) >>> 11)
                * 0x1.0p-53 < share;
    }

    /** @param what which value, and what is wrong with it */
    void fault(String what) {
        if (wrong.incrementAndGet() <= NOTED) {
            note.accept("wrong value: " + what);
        }
        first.compareAndSet(null, what);
    }

    /** Why the run cannot be trusted; empty when nothing was wrong. */
    Optional<String> verdict() {
        long values = wrong.get();
        return values == 0 ? Optional.empty() : Optional.of("verification failed for " + values
                + (values == 1 ? " value: " : " values: ") + first.get());
    }
}
