package dev.tidemark.core.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tidemark.core.load.Demand;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.measure.host.HostUtilization;
import dev.tidemark.core.result.Phase;
import java.util.Optional;

/** How a runner answers a {@link RunnerOrder}, after the events of carrying it out. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunnerReply.Done.class, name = "done"),
    @JsonSubTypes.Type(value = RunnerReply.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = RunnerReply.Opened.class, name = "opened"),
    @JsonSubTypes.Type(value = RunnerReply.Ready.class, name = "ready"),
    @JsonSubTypes.Type(value = RunnerReply.StageEnded.class, name = "stage-ended"),
    @JsonSubTypes.Type(value = RunnerReply.Judged.class, name = "judged"),
    @JsonSubTypes.Type(value = RunnerReply.ClockRead.class, name = "clock-read")
})
public sealed interface RunnerReply {

    /** Why the iteration cannot go on after it, in one line; empty when it can. */
    default Optional<String> trouble() {
        return Optional.empty();
    }

    /** It is done, and there is nothing to say. */
    record Done() implements RunnerReply {}

    /** It could not be done. @param reason in one line */
    record Failed(String reason) implements RunnerReply {
        @Override
        public Optional<String> trouble() {
            return Optional.of(reason);
        }
    }

    /**
     * The target is open.
     *
     * @param preload whether something must be done before the first stage
     * @param stages  how many there are
     * @param settles whether the target's background work is to be waited for after the headline stage
     */
    record Opened(boolean preload, int stages, boolean settles) implements RunnerReply {}

    /**
     * A stage's workers wait for the beginning.
     *
     * @param phase    the stage's name
     * @param headline whether the iteration's numbers come from it
     * @param workers  of the load, of this runner
     * @param notice   nanoseconds from the order to begin to the earliest beginning
     */
    record Ready(int stage, Phase phase, boolean headline, int workers, long notice) implements RunnerReply {}

    /**
     * A stage is over.
     *
     * @param broken  why the iteration cannot go on; empty when it can
     * @param watched what was seen beside the headline stage; empty for another, and where it broke off
     */
    record StageEnded(StageResult result, Optional<String> broken, Optional<Watched> watched) implements RunnerReply {
        @Override
        public Optional<String> trouble() {
            return broken;
        }
    }

    /**
     * By what it can be told, with what was measured, what held a stage.
     *
     * @param think   mean pause before an operation, in nanoseconds
     * @param demand  of the result, with whether its backlog grew by more than chance
     * @param host    what the runner's machine did, and the target's where another one is watched
     * @param machine the runner's, as it is told from others since it was started; empty where the system does not tell
     */
    record Watched(long think, Optional<Demand> demand, HostUtilization host, String machine) {}

    /**
     * What speaks against the numbers.
     *
     * @param at         nanoseconds since the iteration's start, by the runner's clock
     * @param standstill why they must not be used, when the runner or its machine stood still; empty otherwise
     * @param objection  what the workload has against them; empty for nothing
     */
    record Judged(long at, Optional<String> standstill, Optional<String> objection) implements RunnerReply {}

    /**
     * The runner's clock, so that what the runner does in between is no part of the way to it.
     *
     * @param came when the order came
     * @param left when this answer was given
     */
    record ClockRead(long came, long left) implements RunnerReply {}
}
