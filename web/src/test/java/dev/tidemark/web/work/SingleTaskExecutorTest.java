package dev.tidemark.web.work;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.work.SingleTaskExecutor.How;
import dev.tidemark.web.work.SingleTaskExecutor.TaskProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleTaskExecutorTest {

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private final class Tasks extends SingleTaskExecutor {
        Tasks() {
            super("keys", Clock.system(), failures::add);
        }

        TaskProgress carryOut(Task task) {
            begin("Trying", "Tried", "ann", task);
            while (latest().orElseThrow().running()) {
                assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
                Thread.onSpinWait();
            }
            return latest().orElseThrow();
        }
    }

    @Test
    void whatRunsOutOfMemoryHasFailedAndTheNextIsDone() {
        try (Tasks tasks = new Tasks()) {
            OutOfMemoryError full = new OutOfMemoryError("Java heap space");
            assertThat(tasks.carryOut((watcher, token) -> {
                throw full;
            }).how()).isEqualTo(How.FAILED);
            assertThat(failures).containsExactly(full);
            assertThat(tasks.carryOut((watcher, token) -> "well").how()).isEqualTo(How.DONE);
        }
    }
}
