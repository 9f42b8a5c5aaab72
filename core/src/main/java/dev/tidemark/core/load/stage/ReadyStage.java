package dev.tidemark.core.load.stage;

import module java.base;
import dev.tidemark.core.load.StageResult;
import dev.tidemark.core.time.Clock;

/** A stage whose workers are made and wait for the beginning. It is begun or abandoned, once. */
public final class ReadyStage {

    private final Clock clock;
    private final StageCoordinator coordinator;
    /** Whether the calling thread was interrupted; read by the collector. */
    private volatile boolean interrupted;

    /** @param making makes the coordinator, given what cancels it */
    ReadyStage(Clock clock, BooleanSupplier cancelled, Function<BooleanSupplier, StageCoordinator> making) {
        this.clock = clock;
        this.coordinator = making.apply(() -> interrupted || cancelled.getAsBoolean());
    }

    void prepare() {
        collect(coordinator::prepare);
    }

    /** Both steps on one thread, so that no virtual time goes by between them. */
    StageResult run() {
        collect(() -> {
            coordinator.prepare();
            coordinator.run(OptionalLong.empty());
        });
        return coordinator.result();
    }

    /** Nanoseconds from the call of {@link #begin} to the earliest beginning. */
    public long notice() {
        return coordinator.notice();
    }

    /**
     * Lets the workers begin, and returns when every one has ended or was given up.
     *
     * @param at the clock's reading at which they begin; empty, or too near, for as soon as they can
     */
    public StageResult begin(OptionalLong at) {
        collect(() -> coordinator.run(at));
        return coordinator.result();
    }

    /** Sends the workers home without a beginning. */
    public void abandon() {
        collect(coordinator::abandon);
    }

    /** On a thread of its own, so that an interrupt of the caller ends no wait of the collector's. */
    private void collect(Runnable part) {
        Thread thread = clock.start("collector", part);
        while (true) {
            try {
                clock.join(thread);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
