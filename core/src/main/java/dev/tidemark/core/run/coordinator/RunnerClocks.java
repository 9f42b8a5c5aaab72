package dev.tidemark.core.run.coordinator;

import dev.tidemark.core.run.RunnerOrder;
import dev.tidemark.core.run.RunnerPort;
import dev.tidemark.core.run.RunnerReply;
import dev.tidemark.core.time.Clock;
import java.io.IOException;

/** How far the clocks of runners are from the coordinator's, by the round trip that took least of a few. */
final class RunnerClocks {

    private static final int TRIPS = 5;

    private final Clock clock;
    private long longest;

    RunnerClocks(Clock clock) {
        this.clock = clock;
    }

    /** Nanoseconds by which a runner's clock is ahead; wrong by half its shortest round trip at most. */
    long offset(RunnerPort runner) throws IOException, InterruptedException {
        long least = Long.MAX_VALUE;
        long offset = 0;
        for (int i = 0; i < TRIPS; i++) {
            long sent = clock.nanoTime();
            RunnerReply reply = runner.carryOut(new RunnerOrder.ReadClock(), event -> { });
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
        return offset;
    }

    /** The longest round trip so far, in nanoseconds. */
    long longestTrip() {
        return longest;
    }
}
