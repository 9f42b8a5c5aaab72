package dev.tidemark.core.load.stage;

import module java.base;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.WorkerGroup;
import dev.tidemark.core.load.schedule.ScheduledOperations;

/**
 * A group at work.
 *
 * @param number from 0, by position in the stage
 * @param workerGroup   what it does
 * @param first  the stage's number of its first worker, among those of this generator
 * @param firstOfAll the same among those of all generators
 * @param shared the lane that its workers take from, where they have none of their own
 * @param due    counts the slots of an open loop; empty for a closed one
 */
record RunningGroup(int number, WorkerGroup workerGroup, int first, int firstOfAll, SharedLane shared,
        Optional<ScheduledOperations> due) {

    static List<RunningGroup> of(List<WorkerGroup> workerGroups) {
        List<RunningGroup> runningGroups = new ArrayList<>();
        int first = 0;
        int firstOfAll = 0;
        for (WorkerGroup workerGroup : workerGroups) {
            int number = runningGroups.size();
            Optional<ScheduledOperations> due = workerGroup.load() instanceof Load.Open open
                    ? Optional.of(new ScheduledOperations(open.schedule(), workerGroup.operations(),
                            workerGroup.share(), workerGroup.all()))
                    : Optional.empty();
            long block = due.isPresent() ? 1 : SharedLane.block(workerGroup.operations(), workerGroup.all());
            runningGroups.add(new RunningGroup(number, workerGroup, first, firstOfAll,
                    new SharedLane(number * WorkerGroup.LANES, workerGroup.operations(), workerGroup.load().workers(),
                            workerGroup.share(), workerGroup.all(), block), due));
            first += workerGroup.load().workers();
            firstOfAll += workerGroup.all();
        }
        return List.copyOf(runningGroups);
    }

    int workers() {
        return workerGroup.load().workers();
    }

    /** Whether it has a worker here; where several generators share it out, there may be too few for each. */
    boolean hasWorkers() {
        return workers() > 0;
    }

    /** The number of a worker among those of all generators. @param worker its number among those of this one */
    int numberOfAll(int worker) {
        return firstOfAll + workerGroup.number(worker - first);
    }

    /** Whether a worker, by its number in the stage, is one of it. */
    boolean has(int worker) {
        return worker >= first && worker < first + workers();
    }

    /** Where a worker, by its number in the group, takes its operations from. */
    Lane lane(int member, Load.Lanes lanes) {
        return switch (lanes) {
            case SHARED -> shared;
            case OWNED -> new OwnedLane(number * WorkerGroup.LANES, workerGroup.number(member),
                    workerGroup.operations(), workerGroup.all());
        };
    }
}
