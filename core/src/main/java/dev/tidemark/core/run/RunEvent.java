package dev.tidemark.core.run;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tidemark.core.driver.trial.Trial;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Event;
import dev.tidemark.core.result.Interval;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.result.WorkerCount;

/** What a runner tells about an iteration, in order. The last one is always {@link Ended}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunEvent.Started.class, name = "started"),
    @JsonSubTypes.Type(value = RunEvent.Detected.class, name = "detected"),
    @JsonSubTypes.Type(value = RunEvent.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = RunEvent.Progressed.class, name = "progressed"),
    @JsonSubTypes.Type(value = RunEvent.Sampled.class, name = "sampled"),
    @JsonSubTypes.Type(value = RunEvent.EventLogged.class, name = "event-logged"),
    @JsonSubTypes.Type(value = RunEvent.OperationsLogged.class, name = "operations-logged"),
    @JsonSubTypes.Type(value = RunEvent.LogWritten.class, name = "log-written"),
    @JsonSubTypes.Type(value = RunEvent.PhaseBegan.class, name = "phase-began"),
    @JsonSubTypes.Type(value = RunEvent.PhaseEnded.class, name = "phase-ended"),
    @JsonSubTypes.Type(value = RunEvent.TrialEnded.class, name = "tried"),
    @JsonSubTypes.Type(value = RunEvent.Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = RunEvent.Ended.class, name = "ended")
})
public sealed interface RunEvent {

    long iteration();

    /** @param monotonic the runner's clock at the start, in nanoseconds */
    record Started(long iteration, Instant wall, long monotonic) implements RunEvent {}

    /** Facts found on the machine, and settings read back from the engine. */
    record Detected(long iteration, List<Setting> settings) implements RunEvent {}

    record Measured(long iteration, Interval interval) implements RunEvent {}

    record Progressed(long iteration, RunStatus live) implements RunEvent {}

    record Sampled(long iteration, TimedSnapshot reading) implements RunEvent {}

    record EventLogged(long iteration, Event note) implements RunEvent {}

    /** Operations of a phase that are remembered by themselves. */
    record OperationsLogged(long iteration, List<LoggedOperation> operations) implements RunEvent {}

    /** Operations of a phase that were logged one by one. */
    record LogWritten(long iteration, LogBlock block) implements RunEvent {}

    /** @param span as {@link PhaseSpan#begun} makes it */
    record PhaseBegan(long iteration, PhaseSpan span) implements RunEvent {}

    /** @param span takes the place of the one of that index that began */
    record PhaseEnded(long iteration, PhaseSpan span, List<OutcomeCount> outcomes, List<WorkerCount> workers)
            implements RunEvent {}

    /** How something turned out that was tried of a target, where that is what was asked for. */
    record TrialEnded(long iteration, Trial trial) implements RunEvent {}

    /** What something that is no iteration has found or done: a probe, an export, work on a dataset. In a few words. */
    record Answered(long iteration, String answer) implements RunEvent {}

    /** @param verdict why it is not DONE, in one sentence; empty when it is */
    record Ended(long iteration, IterationState state, String verdict) implements RunEvent {}
}
