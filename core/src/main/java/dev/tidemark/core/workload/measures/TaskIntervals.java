package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.result.TaskRun;

/**
 * The stretches of time in which any background task was in progress, in order and apart from each other. Times are
 * nanoseconds since the iteration's start.
 */
record TaskIntervals(List<Band> bands) {

    /** From and to. */
    record Band(long start, long end) {}

    TaskIntervals {
        bands = List.copyOf(bands);
    }

    static TaskIntervals of(List<TaskRun> runs) {
        List<Band> joined = new ArrayList<>();
        runs.stream().map(r -> new Band(r.start(), r.end())).filter(b -> b.end() > b.start())
                .sorted(Comparator.comparingLong(Band::start)).forEach(band -> {
                    if (!joined.isEmpty() && joined.getLast().end() >= band.start()) {
                        Band last = joined.removeLast();
                        joined.add(new Band(last.start(), Math.max(last.end(), band.end())));
                    } else {
                        joined.add(band);
                    }
                });
        return new TaskIntervals(joined);
    }

    /** Whether a task was in progress all the time from {@code start} to {@code end}. */
    boolean cover(long start, long end) {
        return bands.stream().anyMatch(b -> b.start() <= start && b.end() >= end);
    }

    /** Whether none was at any time from {@code start} to {@code end}. */
    boolean miss(long start, long end) {
        return bands.stream().noneMatch(b -> b.start() < end && b.end() > start);
    }
}
