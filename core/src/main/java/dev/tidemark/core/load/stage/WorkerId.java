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

    /** Whether it goes on beside the load. */
    boolean beside() {
        return runningGroup.workerGroup().beside();
    }

    /** The group has nothing left to start; one beside the load says nothing about it. */
    void over(StageState state) {
        if (!beside()) {
            state.over(runningGroup.number());
        }
    }
}
