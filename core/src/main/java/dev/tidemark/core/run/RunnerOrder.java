package dev.tidemark.core.run;

import module java.base;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.param.SecretAnswers;

/**
 * What a runner is told to do; it answers each with one {@link RunnerReply}. An iteration is {@link Open}, then what
 * its coordinator wants of it, and {@link Release}, whatever became of it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunnerOrder.WarmUp.class, name = "warm-up"),
    @JsonSubTypes.Type(value = RunnerOrder.Open.class, name = "open"),
    @JsonSubTypes.Type(value = RunnerOrder.Preload.class, name = "preload"),
    @JsonSubTypes.Type(value = RunnerOrder.MakeReady.class, name = "make-ready"),
    @JsonSubTypes.Type(value = RunnerOrder.Begin.class, name = "begin"),
    @JsonSubTypes.Type(value = RunnerOrder.Settle.class, name = "settle"),
    @JsonSubTypes.Type(value = RunnerOrder.Judge.class, name = "judge"),
    @JsonSubTypes.Type(value = RunnerOrder.Release.class, name = "release"),
    @JsonSubTypes.Type(value = RunnerOrder.ReadClock.class, name = "read-clock"),
    @JsonSubTypes.Type(value = ExportRequest.class, name = "export"),
    @JsonSubTypes.Type(value = DatasetRequest.class, name = "dataset"),
    @JsonSubTypes.Type(value = ProbeRequest.class, name = "probe"),
    @JsonSubTypes.Type(value = DoctorRequest.class, name = "doctor"),
    @JsonSubTypes.Type(value = RunnerOrder.Remember.class, name = "remember")
})
public sealed interface RunnerOrder permits RunnerOrder.WarmUp, RunnerOrder.Open, RunnerOrder.Step,
        RunnerOrder.ReadClock, RunnerOrder.Remember, TaskRequest {

    /** Of the iteration that is open. */
    sealed interface Step extends RunnerOrder permits Preload, MakeReady, Begin, Settle, Judge, Release {}

    /**
     * Warm up for an iteration, where this process has not done so for one of that driver: on a database of its own,
     * so that of several runners one after the other does, before any opens the target.
     */
    record WarmUp(RunRequest request) implements RunnerOrder {}

    /**
     * Open the target of an iteration. Answered by {@link RunnerReply.Opened}.
     *
     * @param share  what this runner offers of the load; of several, the one that {@link Share#leads} makes and drops
     *               the target's data
     * @param origin the runner's clock at the iteration's start, from which its times count; empty for now
     */
    record Open(RunRequest request, Share share, OptionalLong origin) implements RunnerOrder {

        /** Begins the iteration, by a single runner. */
        public Open(RunRequest request) {
            this(request, Share.WHOLE, OptionalLong.empty());
        }
    }

    /** Do what must be done before the first stage. @param phase its index */
    record Preload(int phase) implements Step {}

    /**
     * Make a stage's workers. Answered by {@link RunnerReply.Ready} when all wait for the beginning.
     *
     * @param stage which of the plan's, from 0
     * @param phase index of its phase
     */
    record MakeReady(int stage, int phase) implements Step {}

    /**
     * Run the stage that is ready. Answered by {@link RunnerReply.StageEnded}.
     *
     * @param at the runner's clock at which it begins; empty for as soon as it can, which it does too when it is late
     */
    record Begin(int stage, OptionalLong at) implements Step {}

    /** Wait for the target's background work. @param phase its index */
    record Settle(int phase) implements Step {}

    /**
     * Say what speaks against the numbers. Answered by {@link RunnerReply.Judged}.
     *
     * @param results of the stages in order, those of several runners merged
     */
    record Judge(List<StageResult> results) implements Step {
        public Judge {
            results = List.copyOf(results);
        }
    }

    /**
     * Let the target go; the iteration is over.
     *
     * @param drop whether to drop first what was made, unless the request keeps it
     * @param keep whether the target may stay open for the next iteration, where the request asks for that
     */
    record Release(boolean drop, boolean keep) implements Step {}

    /** Answered by {@link RunnerReply.ClockRead}, at once. */
    record ReadClock() implements RunnerOrder {}

    /** Remember secrets that somebody was asked for; before anything is done that needs them. */
    record Remember(SecretAnswers secrets) implements RunnerOrder {}
}
