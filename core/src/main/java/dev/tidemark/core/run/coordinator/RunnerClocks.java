package dev.tidemark.core.run.coordinator;

import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import java.io.IOException;

/** How far the clocks of runners are from the coordinator's, by the round trip that took least of a few. */
public final class RunnerClocks {

    private static final int TRIPS = 5;

    private final Clock clock;
    private long longest;

    public RunnerClocks(Clock clock) {
        this.clock = clock;
    }

    /** How a runner is asked. */
    @FunctionalInterface
    public interface Asking {
        RunnerReply ask(RunnerOrder order) throws IOException, InterruptedException;
    }

    /**
     * How a runner's clock stands to the coordinator's, in nanoseconds.
     *
     * @param offset by which it is ahead
     * @param error  by which that may be wrong: half the shortest round trip
     */
    public record Reading(long offset, long error) {}

    public Reading read(Asking runner) throws IOException, InterruptedException {
        long least = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < TRIPS; i++) {
            long sent = clock.nanoTime();
            RunnerReply reply = runner.ask(new RunnerOrder.ReadClock());
            long trip = clock.nanoTime() - sent;
            if (!(reply instanceof RunnerReply.ClockRead read)) {
                throw new IOException("a runner does not tell its clock");
            }
            longest = Math.max(longest, trip);
            if (trip < least) {
                least = trip;
                offset = read.nanos() - (sent + trip / 2);
            }
        }
        return new Reading(offset, least / 2);
    }

    /** The longest round trip so far, in nanoseconds. */
    long longestTrip() {
        return longest;
    }
}
