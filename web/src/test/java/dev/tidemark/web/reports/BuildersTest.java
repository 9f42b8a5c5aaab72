package dev.tidemark.web.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.core.param.BadInput;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BuildersTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void whatIsUnderWayIsMadeOnceForAllWhoAsk() throws Exception {
        AtomicInteger made = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        Runnable making = () -> {
            begun.countDown();
            awaits(open);
            made.incrementAndGet();
        };
        try (Builders builders = new Builders()) {
            builders.await("a", Duration.ZERO, making);
            begun.await();
            builders.await("a", Duration.ZERO, making);
            assertThat(builders.isUnderWay("a")).isTrue();
            assertThat(builders.isUnderWay("b")).isFalse();
            assertThat(builders.apart(() -> "beside")).isEqualTo("beside");
            open.countDown();
            while (builders.isUnderWay("a")) {
                builders.await("a", LONG, making); // joins what is under way, or is the second
            }
            assertThat(made.get()).isBetween(1, 2);
        }
    }

    @Test
    void whoWaitsLongEnoughFindsItMade() {
        AtomicInteger made = new AtomicInteger();
        try (Builders builders = new Builders()) {
            builders.await("a", LONG, made::incrementAndGet);
            assertThat(made).hasValue(1);
            assertThat(builders.isUnderWay("a")).isFalse();
            builders.await("a", LONG, made::incrementAndGet);
            assertThat(made).hasValue(2);
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
            assertThatThrownBy(() -> builders.apart(() -> {
                throw new BadInput("no such label");
            })).isInstanceOf(BadInput.class).hasMessage("no such label");
            assertThat(builders.<Integer>apart(() -> 1)).isEqualTo(1);
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
