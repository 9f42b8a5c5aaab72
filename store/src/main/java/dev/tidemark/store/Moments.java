package dev.tidemark.store;

import java.time.Instant;

/** Wall times as nanoseconds since 1970, exact from 1678 to 2262. */
final class Moments {

    private static final long NANOS = 1_000_000_000;

    private Moments() {}

    static long nanos(Instant moment) {
        return Math.addExact(Math.multiplyExact(moment.getEpochSecond(), NANOS), moment.getNano());
    }

    static Instant of(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }
}
