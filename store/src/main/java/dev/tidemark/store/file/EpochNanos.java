package dev.tidemark.store.file;

import java.time.Instant;

/** Wall times as nanoseconds since 1970, exact from 1678 to 2262. */
public final class EpochNanos {

    private static final long NANOS = 1_000_000_000;

    private EpochNanos() {}

    public static long nanos(Instant moment) {
        return Math.addExact(Math.multiplyExact(moment.getEpochSecond(), NANOS), moment.getNano());
    }

    public static Instant of(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }
}
