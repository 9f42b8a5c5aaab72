package dev.tidemark.app.run;

/**
 * Lets another thread end what takes long. What was asked for too early, before there was anything to end, is
 * made up for. Thread-safe.
 */
public final class CancellationToken {

    private Runners runners;
    private Runnable ends;
    private boolean stopRequested;

    /** Asks for the end; what is in progress notices it soon and keeps what it has done. */
    public synchronized void stop() {
        stopRequested = true;
        if (runners != null) {
            runners.stop();
        }
        if (ends != null) {
            ends.run();
        }
    }

    /** @param action ends what is in progress now, at once where that was asked for; null when that is over */
    public synchronized void onStop(Runnable action) {
        ends = action;
        if (stopRequested && action != null) {
            action.run();
        }
    }

    /** Whether the end was asked for. */
    public synchronized boolean isStopRequested() {
        return stopRequested;
    }

    /** @param running carries out what can be ended now; null when that is over */
    synchronized void of(Runners running) {
        runners = running;
    }

    /** Asks again: what had hardly begun may have missed the first time. */
    synchronized void remind() {
        if (stopRequested && runners != null) {
            runners.stop();
        }
    }
}
