package dev.tidemark.app;

import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Point;
import dev.tidemark.launch.MemoryGroups;
import java.util.Optional;
import java.util.OptionalLong;

/** What {@code memory-limit} asks of a run. */
final class MemoryLimits {

    private MemoryLimits() {}

    /** Bytes that the runner of a point may use; empty for as many as it likes. */
    static OptionalLong of(Point point) {
        return find(point).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private static Optional<Long> find(Point point) {
        return point.values().params().contains(LoadParams.MEMORY_LIMIT)
                ? point.values().find(LoadParams.MEMORY_LIMIT) : Optional.empty();
    }

    /**
     * Removes the groups that killed runs left, and makes sure that the plan's limits can be kept here.
     *
     * @throws BadInput saying what is missing
     */
    static void check(Submission submission, MemoryGroups groups) {
        groups.removeLeft();
        Optional<Long> smallest = submission.plan().points().stream().flatMap(p -> find(p).stream()).min(Long::compare);
        if (smallest.isEmpty()) {
            return;
        }
        if (submission.experiment().plan().fork() == Fork.NONE) {
            throw new BadInput("memory-limit: it takes a process of the runner's own, and fork: none gives it none; leave "
                    + "one of them out");
        }
        groups.check(smallest.get());
    }
}
