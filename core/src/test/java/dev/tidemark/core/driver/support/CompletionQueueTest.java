package dev.tidemark.core.driver.support;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CompletionQueueTest {

    @Test
    void slotsComeOutInTheOrderInWhichTheyWereAddedHoweverOftenItGoesRound() {
        for (int slots = 1; slots <= 9; slots++) {
            CompletionQueue queue = new CompletionQueue(Clock.system(), slots);
            assertThat(queue.poll()).isEqualTo(CompletionQueue.NONE);
            for (int round = 0; round < 20; round++) {
                int count = 1 + round % slots;
                IntStream.range(0, count).forEach(queue::add);
                for (int i = 0; i < count; i++) {
                    assertThat(queue.poll()).isEqualTo(i);
                }
                assertThat(queue.poll()).isEqualTo(CompletionQueue.NONE);
            }
        }
    }

    /** Every slot is given back by whichever thread has it; none is lost, doubled or waited for in vain. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void noSlotIsLostBetweenManyThreads() throws Exception {
        int slots = 64;
        int rounds = 200_000;
        CompletionQueue queue = new CompletionQueue(Clock.system(), slots);
        AtomicInteger[] inside = new AtomicInteger[slots];
        IntStream.range(0, slots).forEach(slot -> inside[slot] = new AtomicInteger());
        try (ExecutorService clients = Executors.newFixedThreadPool(4)) {
            IntStream.range(0, slots).forEach(queue::add);
            for (int completed = 0; completed < rounds;) {
                int slot = queue.poll();
                if (slot == CompletionQueue.NONE) {
                    queue.awaitUntil(Clock.system().nanoTime() + TimeUnit.SECONDS.toNanos(100));
                } else {
                    completed++;
                    assertThat(inside[slot].getAndIncrement()).isZero();
                    clients.execute(() -> {
                        inside[slot].decrementAndGet();
                        queue.add(slot);
                    });
                }
            }
        }
    }

    @Test
    void whoeverWaitsIsWokenWhenASlotIsAddedAndNotBefore() throws InterruptedException {
        VirtualClock clock = new VirtualClock();
        CompletionQueue queue = new CompletionQueue(clock, 2);
        List<String> seen = new ArrayList<>();
        clock.start("first", () -> {
            clock.start("client", () -> {
                clock.sleepUntil(300);
                queue.add(1);
            });
            for (long until : new long[] {100, 1000, 2000}) {
                queue.awaitUntil(until);
                seen.add(queue.poll() + "@" + clock.nanoTime());
            }
        }).join();

        assertThat(seen).containsExactly("-1@100", "1@300", "-1@2000");
    }
}
