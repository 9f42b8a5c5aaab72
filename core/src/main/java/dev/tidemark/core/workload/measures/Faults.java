package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.TaskRun;
import dev.tidemark.core.result.TaskRun.State;

/**
 * Faults of a run that are looked at as one: those that began together. A promotion is the remedy of another fault
 * where there is one before it, and else a fault itself.
 *
 * @param name  what was done
 * @param start nanoseconds since the iteration's start
 * @param end   when all of it was done
 */
record Faults(String name, long start, long end) {

    private static final Set<String> KINDS = names(TaskKind::isFault);
    private static final String REMEDY = Types.word(TaskKind.PROMOTE);

    private static Set<String> names(Predicate<TaskKind> which) {
        return Stream.of(TaskKind.values()).filter(which).map(Types::word).collect(Collectors.toSet());
    }

    /** @param together begun within so many nanoseconds of the first */
    static List<Faults> of(List<TaskRun> runs, long together) {
        List<TaskRun> faults = runs.stream().filter(r -> KINDS.contains(kind(r)) && r.state() != State.FAILED)
                .sorted(Comparator.comparingLong(TaskRun::start)).toList();
        List<Faults> groups = new ArrayList<>();
        for (TaskRun run : faults) {
            if (!groups.isEmpty() && (kind(run).equals(REMEDY) || run.start() - groups.getLast().start < together)) {
                groups.add(groups.removeLast().with(run));
            } else {
                groups.add(new Faults(name(run), run.start(), run.end()));
            }
        }
        return groups;
    }

    /** Without the number of its entry in the timetable. */
    private static String kind(TaskRun run) {
        return run.task().replaceFirst("-[0-9]+$", "");
    }

    private static String name(TaskRun run) {
        return kind(run) + (run.instance().isEmpty() ? "" : " of " + run.instance());
    }

    private Faults with(TaskRun run) {
        return new Faults(name + ", " + name(run), start, Math.max(end, run.end()));
    }
}
