package dev.tidemark.core.load;

import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.time.Clock;

/**
 * What all workers of a stage have in common.
 *
 * @param clock     the time they live in
 * @param state     what they tell each other
 * @param pacing    how they wait
 * @param rate      slots per second that they wait for together; 0 in a closed loop
 * @param startPoll nanoseconds between looks at whether the phase may start
 */
record Crew(Clock clock, StageState state, Pacing pacing, double rate, long startPoll) {

    Pacer pacer(Recorder recorder) {
        return new Pacer(clock, pacing, rate, state, recorder);
    }
}
