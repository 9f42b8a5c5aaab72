package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.Stage;
import dev.tidemark.core.load.StageListener;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.load.StageSettings;
import dev.tidemark.core.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * Runs stages: starts the workers, all at the same moment, and a collector that reports what they do. Returns when
 * every worker has ended or was given up.
 */
public final class StageRunner {

    private final Clock clock;
    private final StageSettings settings;
    private final BooleanSupplier cancelled;

    /** @param cancelled looked at a few times a second; once true, no further operation is started */
    public StageRunner(Clock clock, StageSettings settings, BooleanSupplier cancelled) {
        this.clock = clock;
        this.settings = settings;
        this.cancelled = cancelled;
    }

    /**
     * Runs one stage. An interrupt ends it like a cancellation and stays set.
     *
     * @param phaseIndex position among the iteration's phases, from 0
     * @param listener   told everything on the collector's thread; what it throws ends the stage and is thrown here
     */
    public StageResult run(int phaseIndex, Stage stage, StageListener listener) {
        return assemble(phaseIndex, stage, listener).run();
    }

    /** The same in two steps: makes the workers, and returns when they wait for the beginning. */
    public ReadyStage prepare(int phaseIndex, Stage stage, StageListener listener) {
        ReadyStage ready = assemble(phaseIndex, stage, listener);
        ready.prepare();
        return ready;
    }

    private ReadyStage assemble(int phaseIndex, Stage stage, StageListener listener) {
        if (stage.workerGroups().stream().anyMatch(t -> t.all() < 1)) {
            throw new IllegalArgumentException("a group of workers needs at least one worker");
        }
        return new ReadyStage(clock, cancelled, interrupted ->
                new StageCoordinator(clock, settings, interrupted, phaseIndex, stage, listener));
    }
}
