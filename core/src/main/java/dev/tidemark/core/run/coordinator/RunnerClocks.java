package dev.tidemark.core.run.coordinator;

import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import java.io.IOException;

/**
 * How far the clocks of runners are from the coordinator's, by the round trip that took least of a few: as NTP does (RFC
 * 5905, section 8), from the four moments at which a question left and came and its answer left and came.
 */
public final class RunnerClocks {

    private static final int TRIPS = 5;

    private final Clock clock;

    public RunnerClocks(Clock clock) {
        this.clock = clock;
    }

    /** How a runner is asked. */
    @FunctionalInterface
    public interface RunnerCall {
        RunnerReply ask(RunnerOrder order) throws IOException, InterruptedException;
    }

    /**
     * How a runner's clock stands to the coordinator's, in nanoseconds.
     *
     * @param offset  by which it is ahead
     * @param error   by which that may be wrong: half the shortest round trip, where all of it was one way
     * @param longest round trip of the few
     */
    public record Reading(long offset, long error, long longest) {}

    public Reading read(RunnerCall runner) throws IOException, InterruptedException {
        long least = Long.MAX_VALUE;
        long offset = 0;
        long longest = 0;
        for (int i = 0; i < TRIPS; i++) {
            long sent = clock.nanoTime();
            RunnerReply reply = runner.ask(new RunnerOrder.ReadClock());
            long got = clock.nanoTime();
            if (!(reply instanceof RunnerReply.ClockRead(long came, long left))) {
                throw new IOException("a runner does not tell its clock");
            }
            long trip = got - sent - (left - came);
            longest = Math.max(longest, trip);
            if (trip < least) {
                least = trip;
                offset = (came - sent + (left - got)) / 2;
            }
        }
        return new Reading(offset, (least + 1) / 2, longest);
    }
}
