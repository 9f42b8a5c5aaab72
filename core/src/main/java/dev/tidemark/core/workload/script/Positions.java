package dev.tidemark.core.workload.script;

import java.util.concurrent.atomic.AtomicLong;

/** How many numbers of a sequence are used up, so that what is measured goes on where the warm-up ended. Thread-safe. */
final class Positions {

    private final AtomicLong used;
    private final int number;
    private final int of;

    Positions() {
        this(new AtomicLong(), 0, 1);
    }

    private Positions(AtomicLong used, int number, int of) {
        this.used = used;
        this.number = number;
        this.of = of;
    }

    /** Those of one of several groups, whose operations are numbered alike: no two of them have the same. */
    Positions of(ScriptGroup group) {
        return new Positions(used, group.number(), group.of());
    }

    /** That of operation {@code n}. @param first that is free */
    long at(long first, long n) {
        return first + n * of + number;
    }

    /** Which of its group's operations has a position: those follow each other without a gap within a stage. */
    long turn(long position) {
        return position / of;
    }

    /** The first that is free when a stage begins; one from which on the groups take turns. */
    long free() {
        return Math.ceilDiv(used.get(), of) * of;
    }

    /** Those below one are used. */
    void use(long below) {
        used.accumulateAndGet(below, Math::max);
    }
}
