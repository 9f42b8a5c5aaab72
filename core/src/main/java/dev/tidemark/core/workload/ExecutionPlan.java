package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.LogBlock;
import dev.tidemark.core.result.MetricSnapshot;

/**
 * What an iteration does between opening and dropping its target.
 *
 * @param preparation what must be done before the first stage, outside of all measurement
 * @param stages   in order, each made when its turn comes, so that it may depend on how the ones before it went; the
 *                 one with {@code headline} is the measurement
 * @param settle   whether to wait for the target's background work right after the headline stage
 * @param evaluation says why the numbers must not be used, given every stage's result; empty when they may
 * @param warnings what about this point spoils the measurement, in whole sentences
 * @param instances what background tasks work on while the headline stage runs; empty: the target as a whole, without
 *                  keyspaces
 * @param facts     what was found that the results are to tell
 */
public record ExecutionPlan(Optional<Preparation> preparation, List<Supplier<Stage>> stages, boolean settle,
        Evaluation evaluation, List<String> warnings, List<BackgroundTarget> instances, List<Setting> facts) {

    public ExecutionPlan {
        stages = List.copyOf(stages);
        warnings = List.copyOf(warnings);
        instances = List.copyOf(instances);
        facts = List.copyOf(facts);
    }

    /** A plan whose target is one instance without keyspaces. */
    public ExecutionPlan(Optional<Preparation> preparation, List<Supplier<Stage>> stages, boolean settle,
            Evaluation evaluation, List<String> warnings) {
        this(preparation, stages, settle, evaluation, warnings, List.of(), List.of());
    }

    /** The same with what background tasks work on. */
    public ExecutionPlan on(List<BackgroundTarget> parts) {
        return new ExecutionPlan(preparation, stages, settle, evaluation, warnings, parts, facts);
    }

    /** The same with what was found. */
    public ExecutionPlan finding(List<Setting> found) {
        return new ExecutionPlan(preparation, stages, settle, evaluation, warnings, instances, found);
    }

    /** A plan that needs no preparation. */
    public ExecutionPlan(List<Supplier<Stage>> stages, boolean settle, Evaluation evaluation, List<String> warnings) {
        this(Optional.empty(), stages, settle, evaluation, warnings);
    }

    /** Work before the first stage. */
    @FunctionalInterface
    public interface Preparation {
        void prepare(Progress progress) throws Exception;
    }

    /** Judges the results of the stages. */
    @FunctionalInterface
    public interface Evaluation {
        Optional<String> judge(List<StageResult> results);

        /**
         * Undoes on the target what the preparation did, by whoever did that; before the results are judged.
         *
         * @return why that failed; empty when it did not
         */
        default Optional<String> undo() {
            return Optional.empty();
        }

        /** What is to be known about the numbers, in whole sentences; told with the iteration, before it is judged. */
        default List<String> warnings(List<StageResult> results) {
            return List.of();
        }

        /** The same about what this process alone did, which each of several tells. */
        default List<String> ownWarnings() {
            return List.of();
        }

        /** What stages found that is kept as it is, as blocks of their phases; asked for after the warnings. */
        default List<LogBlock> log(List<StageResult> results) {
            return List.of();
        }

        /** The same as numbers, for what is computed of the iteration; asked for after the warnings. */
        default Optional<MetricSnapshot> found() {
            return Optional.empty();
        }
    }
}
