package dev.tidemark.core.load.stage;

/**
 * A worker's place in a stage.
 *
 * @param number among all workers of the stage, from 0
 * @param squad  its team
 */
record WorkerId(int number, RunningGroup squad) {

    /** Its number within its team, from 0. */
    int member() {
        return number - squad.first();
    }

    /** The team has nothing left to start. */
    void over(StageState state) {
        state.over(squad.number());
    }
}
