package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.ScheduledOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A group at work.
 *
 * @param number from 0, by position in the stage
 * @param workerGroup   what it does
 * @param first  the stage's number of its first worker
 * @param shared the lane that its workers take from, where they have none of their own
 * @param due    counts the slots of an open loop; empty for a closed one
 */
record RunningGroup(int number, WorkerGroup workerGroup, int first, SharedLane shared,
        Optional<ScheduledOperations> due) {

    static List<RunningGroup> of(List<WorkerGroup> workerGroups) {
        List<RunningGroup> runningGroups = new ArrayList<>();
        int first = 0;
        for (WorkerGroup workerGroup : workerGroups) {
            int number = runningGroups.size();
            Optional<ScheduledOperations> due = workerGroup.load() instanceof Load.Open open
                    ? Optional.of(new ScheduledOperations(open.schedule(), workerGroup.operations()))
                    : Optional.empty();
            runningGroups.add(new RunningGroup(number, workerGroup, first,
                    new SharedLane(number * WorkerGroup.LANES, workerGroup.operations(), workerGroup.load().workers()),
                    due));
            first += workerGroup.load().workers();
        }
        return List.copyOf(runningGroups);
    }

    int workers() {
        return workerGroup.load().workers();
    }

    /** Whether a worker, by its number in the stage, is one of it. */
    boolean has(int worker) {
        return worker >= first && worker < first + workers();
    }

    /** Where a worker, by its number in the group, takes its operations from. */
    Lane lane(int member, Load.Lanes lanes) {
        return switch (lanes) {
            case SHARED -> shared;
            case OWNED -> new OwnedLane(number * WorkerGroup.LANES, member, workerGroup.operations(), workers());
        };
    }
}
