package dev.tidemark.core.run.iteration;

import module java.base;
import dev.tidemark.core.measure.environment.CpuContention;
import dev.tidemark.core.measure.environment.ServerProcess;
import dev.tidemark.core.measure.host.FsyncBaseline;
import dev.tidemark.core.time.Clock;

/**
 * What was seen of the machine, and is not looked at again at once: looking takes a fifth of a second or more, and
 * iterations that share a target may take milliseconds. Not thread-safe.
 */
public final class MachineObservations {

    private static final Duration CONTENTION_GOOD_FOR = Duration.ofSeconds(5);
    private static final Duration FLOOR_GOOD_FOR = Duration.ofMinutes(1);

    private final Clock clock;
    private final Map<Path, Observation<FsyncBaseline>> floors = new HashMap<>();
    private final Map<List<Long>, Observation<Double>> contentions = new HashMap<>();

    /** What was seen, and until when that is good enough. */
    private record Observation<T>(Optional<T> value, long until) {}

    public MachineObservations(Clock clock) {
        this.clock = clock;
    }

    /** Cores that others use than this process and some servers; empty when the machine is quiet, or does not tell. */
    Optional<Double> contention(List<ServerProcess> servers) {
        contentions.values().removeIf(this::isOld);
        return contentions.compute(servers.stream().map(ServerProcess::pid).toList(), (pids, before) -> current(before,
                CONTENTION_GOOD_FOR, () -> CpuContention.cores(clock, pids))).value;
    }

    /** How long a small synced write takes on the device of a directory. */
    Optional<FsyncBaseline> floor(Path directory) {
        floors.values().removeIf(this::isOld);
        return floors.compute(directory, (_, before) -> current(before, FLOOR_GOOD_FOR,
                () -> FsyncBaseline.measure(clock, directory))).value;
    }

    private boolean isOld(Observation<?> look) {
        return clock.nanoTime() - look.until >= 0;
    }

    /** @param before null for none */
    private <T> Observation<T> current(Observation<T> before, Duration goodFor, Supplier<Optional<T>> look) {
        return before != null && !isOld(before) ? before
                : new Observation<>(look.get(), clock.nanoTime() + goodFor.toNanos());
    }
}
