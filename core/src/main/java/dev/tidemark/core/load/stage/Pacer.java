package dev.tidemark.core.load.stage;

import dev.tidemark.core.load.WaitStrategy;
import dev.tidemark.core.measure.Recorder;
import dev.tidemark.core.time.Clock;

/**
 * Waits for a worker. A wait is cut where an interval ends, so that an idle worker hands its series over on time, and
 * a few times a second, so that it notices when the stage is stopped.
 */
final class Pacer {

    private static final long SLICE = 100_000_000L;
    /**
     * How late a sleeping thread may well come back: a virtual processor that was given up takes longer to wake than
     * the kernel's timer says, see {@code TimerSlack}.
     */
    private static final long LARGEST_MARGIN = 150_000;
    /** Share of one processor that all spinning together may take. */
    private static final double SPINNING = 0.4;
    /**
     * The same of a machine that is idle but for a few slots a second: its processors sleep so deeply that a thread may
     * come back milliseconds late. That was so of 2 to 4 % of the slots at 1/s and 2/s on a virtual machine.
     */
    private static final long LARGEST_MARGIN_OF_FEW = 5_000_000;
    private static final double SPINNING_OF_FEW = 0.05;

    private final Clock clock;
    private final WaitStrategy waitStrategy;
    private final long margin;
    private final StageState state;
    private final boolean background;
    private final Recorder recorder;

    /**
     * @param rate   slots per second that all workers together wait for; 0 when they wait for nothing precise
     * @param background whether the worker is of a background group, which ends with the load
     */
    Pacer(Clock clock, WaitStrategy waitStrategy, double rate, StageState state, boolean background,
            Recorder recorder) {
        this.clock = clock;
        this.waitStrategy = waitStrategy;
        this.margin = margin(rate);
        this.state = state;
        this.background = background;
        this.recorder = recorder;
    }

    /** Nanoseconds before its slot at which a sleeping worker is called. @param rate of all slots; 0 for none */
    static long margin(double rate) {
        return rate == 0 ? 0 : (long) Math.max(Math.min(LARGEST_MARGIN, SPINNING / rate * 1e9),
                Math.min(LARGEST_MARGIN_OF_FEW, SPINNING_OF_FEW / rate * 1e9));
    }

    /** @return false when the stage was stopped meanwhile, or the load ended and the worker is a background one */
    boolean waitUntil(long moment) {
        for (long now; moment - (now = clock.nanoTime()) > 0;) {
            if (state.leaving(background)) {
                return false;
            }
            recorder.reach(now + 1); // nothing of this worker ends before now + 1
            long cut = now + Math.min(recorder.intervalEnd() - now, SLICE);
            if (moment - cut <= 0) {
                approach(moment, now);
            } else {
                pause(cut);
            }
        }
        return !state.leaving(background);
    }

    /** How long to sleep of a wait that is to end on time, before spinning for the rest; 0 for not at all. */
    long sleep(long wait) {
        return waitStrategy == WaitStrategy.SLEEP ? Math.max(0, wait - margin) : 0;
    }

    private void approach(long moment, long now) {
        if (sleep(moment - now) > 0) {
            clock.sleepUntil(moment - margin);
        } else {
            clock.spinUntil(moment);
        }
    }

    private void pause(long cut) {
        if (waitStrategy == WaitStrategy.SLEEP) {
            clock.sleepUntil(cut);
        } else {
            clock.spinUntil(cut);
        }
    }
}
