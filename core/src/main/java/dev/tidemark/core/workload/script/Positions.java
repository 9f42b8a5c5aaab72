package dev.tidemark.core.workload.script;

import java.util.concurrent.atomic.AtomicLong;

/** How many numbers of a sequence are used up, so that what is measured goes on where the warm-up ended. Thread-safe. */
final class Positions {

    private final AtomicLong used = new AtomicLong();

    /** The first that is free when a stage begins. */
    long free() {
        return used.get();
    }

    /** Those below one are used. */
    void use(long below) {
        used.accumulateAndGet(below, Math::max);
    }
}
