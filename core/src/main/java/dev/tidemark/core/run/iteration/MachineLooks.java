package dev.tidemark.core.run.iteration;

import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.measure.host.FsyncBaseline;
import dev.tidemark.core.time.Clock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What was seen of the machine, and is not looked at again at once: looking takes a fifth of a second or more, and iterations
 * that share a target may take milliseconds. Not thread-safe.
 */
public final class MachineLooks {

    private static final long FLOOR_GOOD_FOR = TimeUnit.MINUTES.toNanos(1);

    private record Floor(Optional<FsyncBaseline> measured, long at) {}

    private final Clock clock;
    private final CpuContention contention;
    private final Map<Path, Floor> floors = new HashMap<>();

    public MachineLooks(Clock clock) {
        this.clock = clock;
        this.contention = new CpuContention(clock);
    }

    /** Whether other processes use the processors: a warning; empty when the machine is quiet, or does not tell. */
    Optional<String> contention() {
        return contention.warning();
    }

    /** How long a small synced write takes on the device of a directory; a minute old at most. */
    Optional<FsyncBaseline> floor(Path directory) {
        floors.values().removeIf(f -> clock.nanoTime() - f.at > FLOOR_GOOD_FOR);
        return floors.computeIfAbsent(directory, d -> new Floor(FsyncBaseline.measure(clock, d), clock.nanoTime())).measured;
    }
}
