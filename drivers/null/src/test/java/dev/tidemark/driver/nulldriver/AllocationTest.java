package dev.tidemark.driver.nulldriver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tidemark.core.driver.DocumentWriter;
import dev.tidemark.core.load.Limit;
import dev.tidemark.core.load.Load;
import dev.tidemark.core.load.Schedules;
import dev.tidemark.core.load.Tally;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.time.Clock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * In steady state a worker allocates nothing per operation, on the machine's clock and with the no-op database. A
 * histogram allocates a page when it first sees a duration of a new magnitude, and the compiler's work in progress may
 * cost something, so a run is cut into stretches: hardly any of them may allocate at all.
 */
class AllocationTest {

    private static final int STRETCH = 1000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Reads what its thread allocates in each stretch. */
    private static final class Watched extends Bench.Commits {
        private final long[] readings;
        private int done;

        Watched(DocumentWriter session, int operations) {
            super(session);
            readings = new long[operations / STRETCH];
        }

        @Override
        public Outcome step(int i, Tally tally) throws Exception {
            if (done % STRETCH == 0) {
                readings[done / STRETCH] = THREADS.getCurrentThreadAllocatedBytes();
            }
            done++;
            return super.step(i, tally);
        }

        /** The share of stretches in the second half of the run in which something was allocated. */
        double allocating() {
            int half = readings.length / 2;
            long some = IntStream.range(half + 1, readings.length).filter(i -> readings[i] > readings[i - 1]).count();
            return (double) some / (readings.length - half - 1);
        }
    }

    private static double measure(Load load, int operations) {
        Bench bench = new Bench(Clock.system());
        Watched[] actor = new Watched[1];
        bench.run(load, Limit.operations(operations),
                worker -> actor[0] = new Watched((DocumentWriter) bench.target.session(worker), operations));
        assertThat(actor[0].done).isEqualTo(operations);
        return actor[0].allocating();
    }

    @Test
    void aClosedLoopAllocatesNothingPerOperation() {
        assertThat(measure(new Load.Closed(1, Duration.ZERO), 6_000_000)).isLessThan(0.1);
    }

    @Test
    void anOpenLoopAllocatesNothingPerOperation() {
        assertThat(measure(new Load.Open(1, Schedules.constant(1e9)), 4_000_000)).isLessThan(0.1);
    }

    @Test
    void waitingForASlotAllocatesNothing() {
        assertThat(measure(new Load.Open(1, Schedules.poisson(100_000, 1)), 400_000)).isLessThan(0.5);
    }
}
