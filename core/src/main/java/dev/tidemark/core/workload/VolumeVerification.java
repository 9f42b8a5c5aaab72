package dev.tidemark.core.workload;

import dev.tidemark.core.data.Mix;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Which values that were read are checked, and what was wrong with them. Thread-safe. */
final class VolumeVerification {

    private static final long PURPOSE = 14;

    private final double share;
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    /** @param share 0 to 1 */
    VolumeVerification(double share) {
        this.share = share;
    }

    /** Whether the value that an operation reads is to be checked. */
    boolean wants(int lane, long n) {
        return share > 0 && (Mix.mix(Mix.mix(PURPOSE ^ lane * Mix.STEP) + n) >>> 11) * 0x1.0p-53 < share;
    }

    /** @param what which value, and what is wrong with it */
    void fault(String what) {
        wrong.incrementAndGet();
        first.compareAndSet(null, what);
    }

    /** Why the run cannot be trusted; empty when nothing was wrong. */
    Optional<String> verdict() {
        long values = wrong.get();
        return values == 0 ? Optional.empty() : Optional.of("verification failed for " + values
                + (values == 1 ? " value: " : " values: ") + first.get());
    }
}
