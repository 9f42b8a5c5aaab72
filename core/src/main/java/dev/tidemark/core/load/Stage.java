package dev.tidemark.core.load;

import module java.base;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.result.Phase;

/**
 * A step of a workload: one or more groups of workers that begin at the same moment and run side by side.
 *
 * @param phase    its name
 * @param kinds    the kinds of operations and steps of every group
 * @param workerGroups    at least one; those of one name have a like load
 * @param time     time after which no further operation is started and no slot is due; null for no such limit
 * @param expected units expected in all, for progress; 0 when unknown
 * @param headline whether the iteration's numbers come from it
 * @param logged   operations that are all logged one by one, and of more a sample; 0 for none
 */
public record Stage(Phase phase, OperationKinds kinds, List<WorkerGroup> workerGroups, Duration time, long expected,
        boolean headline, long logged) {

    public Stage {
        workerGroups = List.copyOf(workerGroups);
    }

    /** A stage whose operations are not logged one by one. */
    public Stage(Phase phase, OperationKinds kinds, List<WorkerGroup> workerGroups, Duration time, long expected,
            boolean headline) {
        this(phase, kinds, workerGroups, time, expected, headline, 0);
    }

    /** The same stage, with operations logged one by one. @param most that are all logged; 0 for none */
    public Stage logging(long most) {
        return new Stage(phase, kinds, workerGroups, time, expected, headline, most);
    }

    /** A stage of one group. */
    public Stage(Phase phase, Load load, Limit limit, OperationKinds kinds, ActorFactory actors, long expected,
            boolean headline) {
        this(phase, kinds, List.of(new WorkerGroup("", load, limit.operations(), actors)), limit.time(), expected,
                headline);
    }

    /** What one of several generators does of it. */
    public Stage part(Share share) {
        return share.whole() ? this : new Stage(phase, kinds, workerGroups.stream().map(t -> t.part(share)).toList(),
                time, expected, headline, logged);
    }

    /** The most generators that it can be shared out among, so that each has something to do in every group. */
    public int parts() {
        return workerGroups.stream().filter(t -> !t.isBackground()).mapToInt(t -> t.load().parts()).min().orElse(0);
    }

    /** Workers of all groups. */
    public int workers() {
        return workerGroups.stream().mapToInt(t -> t.load().workers()).sum();
    }

    /** Workers of the load, without background groups. */
    public int loadWorkers() {
        return workerGroups.stream().filter(t -> !t.isBackground()).mapToInt(t -> t.load().workers()).sum();
    }

    /** Whether slots of the load come from a schedule, of any group. */
    public boolean open() {
        return workerGroups.stream().filter(t -> !t.isBackground()).anyMatch(t -> t.load() instanceof Load.Open);
    }

    /** The same stage, ended by time if nothing else ends it before. */
    public Stage atMost(Duration most) {
        boolean shorter = time == null || time.compareTo(most) > 0;
        return new Stage(phase, kinds, workerGroups, shorter ? most : time, expected, headline, logged);
    }
}
