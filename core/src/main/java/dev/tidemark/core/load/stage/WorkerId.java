package dev.tidemark.core.load.stage;

/**
 * A worker's place in a stage.
 *
 * @param number among all workers of the stage, from 0
 * @param runningGroup  its group
 */
record WorkerId(int number, RunningGroup runningGroup) {

    /** Its number within its group, from 0. */
    int member() {
        return number - runningGroup.first();
    }

    /** As people are told: with its group, where that has a name. */
    @Override
    public String toString() {
        String group = runningGroup.workerGroup().name();
        return group.isEmpty() ? "worker " + runningGroup.numberOfAll(number)
                : "worker " + runningGroup.workerGroup().number(member()) + " of group " + group;
    }

    /** Whether it is of a background group. */
    boolean isBackground() {
        return runningGroup.workerGroup().isBackground();
    }

    /** The group has nothing left to start; a background group does not count. */
    void finish(StageState state) {
        if (!isBackground()) {
            state.finish(runningGroup.number());
        }
    }
}
