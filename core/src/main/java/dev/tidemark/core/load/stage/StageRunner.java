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
        if (stage.workerGroups().stream().anyMatch(t -> t.load().workers() < 1)) {
            throw new IllegalArgumentException("a group of workers needs at least one worker");
        }
        Interruption interruption = new Interruption();
        StageCoordinator stageCoordinator = new StageCoordinator(clock, settings, () -> interruption.came
                || cancelled.getAsBoolean(),
                phaseIndex, stage, listener);
        Thread thread = clock.start("collector", stageCoordinator);
        while (true) {
            try {
                clock.join(thread);
                break;
            } catch (InterruptedException e) {
                interruption.came = true;
            }
        }
        if (interruption.came) {
            Thread.currentThread().interrupt();
        }
        return stageCoordinator.result();
    }

    /** Whether the calling thread was interrupted; read by the collector. */
    private static final class Interruption {
        private volatile boolean came;
    }
}
