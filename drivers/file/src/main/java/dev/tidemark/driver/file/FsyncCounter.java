package dev.tidemark.driver.file;

import dev.tidemark.core.os.Posix;
import dev.tidemark.core.time.Clock;
import java.util.concurrent.atomic.LongAdder;

/** Counts what all sessions force to the disk. Thread-safe. */
final class FsyncCounter {

    private final Clock clock;
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    FsyncCounter(Clock clock) {
        this.clock = clock;
    }

    /** Forces a file to the disk. @return 0, or a negative error number */
    int force(Posix posix, int fd) {
        long start = clock.nanoTime();
        int failed = posix.fsync(fd);
        took(clock.nanoTime() - start);
        return failed;
    }

    /** One that was done elsewhere. */
    void took(long time) {
        count.increment();
        nanos.add(time);
    }

    long count() {
        return count.sum();
    }

    double seconds() {
        return nanos.sum() / 1e9;
    }
}
