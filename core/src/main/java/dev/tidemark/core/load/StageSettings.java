package dev.tidemark.core.load;

import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.param.Values;
import java.time.Duration;

/**
 * How the generator behaves, whatever the stage.
 *
 * @param pacing      how workers wait for their slots
 * @param intervals   where phases are cut
 * @param drainLimit  how long an operation under way at the end is waited for
 * @param originNanos the clock's reading at the iteration's start, from which all reported times count
 */
public record StageSettings(Pacing pacing, IntervalRule intervals, Duration drainLimit, long originNanos) {

    /** @param values of a set that contains {@link LoadParams#ALL} */
    public static StageSettings of(Values values, long originNanos) {
        return new StageSettings(values.get(LoadParams.PACING),
                values.find(LoadParams.INTERVAL).map(IntervalRule::every).orElse(IntervalRule.AUTO),
                values.get(LoadParams.DRAIN_LIMIT), originNanos);
    }
}
