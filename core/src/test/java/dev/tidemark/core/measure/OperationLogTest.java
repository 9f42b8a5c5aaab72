package dev.tidemark.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.management.ThreadMXBean;
import dev.tidemark.core.result.LoggedOperation;
import dev.tidemark.core.result.LoggedOperation.Why;
import dev.tidemark.core.result.Outcome;
import java.lang.management.ManagementFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class OperationLogTest {

    @Property(tries = 200)
    void theSlowestOfEachKindAreKept(@ForAll @Size(max = 700) List<@LongRange(min = 0, max = 2000) Long> took) {
        OperationLog log = new OperationLog(2);
        for (int n = 0; n < took.size(); n++) {
            log.add(n % 2, Outcome.OK, null, 0, 3, n, 10, 20, 10 + took.get(n));
        }
        log.finish((lane, n) -> lane + ":" + n);
        for (int kind = 0; kind < 2; kind++) {
            String number = String.valueOf(kind);
            List<LoggedOperation> kept = log.all().stream().filter(o -> o.kind().equals(number)).toList();
            List<Long> expected = new ArrayList<>();
            for (int n = kind; n < took.size(); n += 2) {
                expected.add(took.get(n));
            }
            assertThat(kept.stream().map(LoggedOperation::nanos).sorted().toList()).isEqualTo(expected.stream()
                    .sorted(Comparator.reverseOrder()).limit(OperationLog.SLOWEST).sorted().toList());
            assertThat(kept).allMatch(o -> o.nanos() == took.get((int) o.n()) && o.name().equals("3:" + o.n()));
        }
    }

    @Test
    void theFirstThatFailedAreKeptWithTheirReason() {
        OperationLog log = new OperationLog(1);
        for (int n = 0; n < 100; n++) {
            log.add(0, n % 2 == 0 ? Outcome.OK : Outcome.FAILURE, n % 2 == 0 ? null : "full " + n, n % 2, 0, n, n, n, n
                    + 5);
        }
        log.finish((lane, n) -> "key " + n);
        List<LoggedOperation> failed = log.all().stream().filter(o -> o.why() == Why.FAILED).toList();
        assertThat(failed).hasSize(OperationLog.FAILED);
        assertThat(failed.getFirst()).isEqualTo(new LoggedOperation(0, Why.FAILED, "0", Outcome.FAILURE, "full 1", 0, 1,
                "key 1", 1, 1, 6));
        assertThat(failed.getLast().n()).isEqualTo(39);
    }

    /** Also where every operation is slower than all before it, as when a backlog grows. */
    @Test
    void anOperationAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperationLog log = new OperationLog(1);
        log.add(0, Outcome.OK, null, 0, 0, 0, 0, 0, 1);
        add(log, 10_000); // the first passes may allocate for the interpreter's profiles
        long before = threads.getCurrentThreadAllocatedBytes();
        add(log, 1_000_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000); // a tenth of a byte for each
    }

    private static void add(OperationLog log, int operations) {
        for (int n = 0; n < operations; n++) {
            log.add(0, Outcome.OK, null, 0, 0, n, 0, 0, n);
        }
    }
}
