package dev.tidemark.app.run;

import module java.base;
import dev.tidemark.core.plan.Point;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.launch.MemoryCgroups;

/** What {@code memory-limit} asks of a run. */
public final class MemoryLimits {

    private MemoryLimits() {}

    /** Bytes that the runner of a point may use; empty for as many as it likes. */
    static OptionalLong of(Point point) {
        return find(point).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private static Optional<Long> find(Point point) {
        return point.values().params().contains(RunParams.MEMORY_LIMIT)
                ? point.values().find(RunParams.MEMORY_LIMIT) : Optional.empty();
    }

    /**
     * Removes the groups that killed runs left, and makes sure that the plan's limits can be kept here.
     *
     * @throws dev.tidemark.core.param.InvalidInputException saying what is missing
     */
    public static void check(Submission submission, MemoryCgroups groups) {
        groups.removeLeft();
        Optional<Long> smallest = submission.plan().everyPoint().stream().flatMap(p -> find(p).stream())
                .min(Long::compare);
        smallest.ifPresent(bytes -> groups.check(RunParams.MEMORY_LIMIT.name(), bytes));
    }
}
