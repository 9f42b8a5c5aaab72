package dev.tidemark.web.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.BadInput;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BuildersTest {

    @Test
    void whatIsUnderWayIsMadeOnceForAllWhoAsk() throws Exception {
        AtomicInteger made = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        try (Builders builders = new Builders(); ExecutorService visitors = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = visitors.submit(() -> builders.once("a", () -> {
                begun.countDown();
                awaits(open);
                return "made " + made.incrementAndGet();
            }));
            begun.await();
            AtomicInteger others = new AtomicInteger();
            CountDownLatch asked = new CountDownLatch(1);
            Future<String> second = visitors.submit(() -> {
                asked.countDown();
                return builders.once("a", () -> "other " + others.incrementAndGet());
            });
            asked.await();
            assertThat(visitors.submit(() -> builders.apart(() -> "beside")).get()).isEqualTo("beside");
            open.countDown();
            assertThat(first.get()).isEqualTo("made 1");
            // Had the second come only after the end of the first, it would have made its own; never both.
            assertThat(List.of("made 1", "other 1")).contains(second.get());
            assertThat(builders.once("a", () -> "again")).isEqualTo("again");
        }
    }

    @Test
    void itIsMadeOnAThreadOfItsOwnAndNotOnACarrier() {
        try (Builders builders = new Builders()) {
            assertThat(builders.apart(() -> Thread.currentThread().isVirtual() + Thread.currentThread().getName()))
                    .startsWith("falsetidemark-report-");
        }
    }

    @Test
    void whatMakingRefusesIsRefused() {
        try (Builders builders = new Builders()) {
            assertThatThrownBy(() -> builders.once("a", () -> {
                throw new BadInput("no such label");
            })).isInstanceOf(BadInput.class).hasMessage("no such label");
            assertThat(builders.once("a", () -> 1)).isEqualTo(1);
        }
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
