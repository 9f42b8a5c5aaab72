package dev.tidemark.core.driver.support;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.time.Clock;

/**
 * Lets targets settle, for so long at most: one that needs longer is aborted and has failed. Nobody can end what does
 * not listen, such as an engine that waits for a disk that does not answer; a while later the last resort is told.
 */
public final class SettleLimit {

    /** How long a target that was aborted is waited for. */
    static final Duration GRACE = Duration.ofSeconds(30);

    private final Clock clock;
    private final Duration limit;
    private final String limitText;
    private final Consumer<String> lastResort;

    /**
     * @param told       what stands behind "did not settle within the", as in {@code settle-limit of 1h; give it more}
     * @param lastResort receives why, in one sentence, when a target does not return though it was aborted
     */
    public SettleLimit(Clock clock, Duration limit, String limitText, Consumer<String> lastResort) {
        this.clock = clock;
        this.limit = limit;
        this.limitText = limitText;
        this.lastResort = lastResort;
    }

    /**
     * Waits until deferred work is done.
     *
     * @throws DriverException when it is not within the limit, or the target says so
     */
    public void settle(OpenTarget target, Progress progress) throws DriverException {
        Watch watch = new Watch(target);
        Thread thread = clock.start("tidemark-settle-limit", watch);
        try {
            target.settle(progress);
        } catch (DriverException e) {
            throw watch.late ? new DriverException(late(), e) : e;
        } finally {
            watch.settled = true;
            thread.interrupt();
            clock.joinThrough(thread);
        }
        if (watch.late) {
            throw new DriverException(late());
        }
    }

    private String late() {
        return "the target did not settle within the " + limitText;
    }

    private final class Watch implements Runnable {
        private final OpenTarget target;
        private volatile boolean settled;
        private volatile boolean late;

        Watch(OpenTarget target) {
            this.target = target;
        }

        @Override
        public void run() {
            sleep(limit);
            if (!settled) {
                late = true;
                target.abort();
                sleep(GRACE);
            }
            if (!settled) {
                lastResort.accept(late());
            }
        }

        private void sleep(Duration length) {
            long end = clock.nanoTime() + length.toNanos();
            while (!settled && end - clock.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
                clock.sleepUntil(end);
            }
        }
    }
}
