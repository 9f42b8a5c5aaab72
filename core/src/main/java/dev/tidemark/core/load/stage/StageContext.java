package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.time.Clock;

/**
 * What all workers of a stage have in common.
 *
 * @param clock     the time they live in
 * @param state     what they tell each other
 * @param pacing    how they wait
 * @param rate      slots per second that those of open loops wait for together; 0 in a closed loop
 * @param startPoll nanoseconds between looks at whether the phase may start
 * @param recordsSteps whether the steps of operations are recorded, too
 */
record StageContext(Clock clock, StageState state, WaitStrategy pacing, double rate, long startPoll,
        boolean recordsSteps) {

    /** @param background whether the worker is of a background group */
    Pacer pacer(Recorder recorder, boolean background) {
        return new Pacer(clock, pacing, rate, state, background, recorder);
    }
}
