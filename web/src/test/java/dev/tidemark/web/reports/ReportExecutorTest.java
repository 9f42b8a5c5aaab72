package dev.tidemark.web.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReportExecutorTest {

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
        try (ReportExecutor reportExecutor = new ReportExecutor()) {
            reportExecutor.await("a", Duration.ZERO, making);
            begun.await();
            reportExecutor.await("a", Duration.ZERO, making);
            assertThat(reportExecutor.isUnderWay("a")).isTrue();
            assertThat(reportExecutor.isUnderWay("b")).isFalse();
            assertThat(reportExecutor.onPool(() -> "beside")).isEqualTo("beside");
            open.countDown();
            while (reportExecutor.isUnderWay("a")) {
                reportExecutor.await("a", LONG, making); // joins what is in progress, or is the second
            }
            assertThat(made.get()).isBetween(1, 2);
        }
    }

    @Test
    void whoWaitsLongEnoughFindsItMade() {
        AtomicInteger made = new AtomicInteger();
        try (ReportExecutor reportExecutor = new ReportExecutor()) {
            reportExecutor.await("a", LONG, made::incrementAndGet);
            assertThat(made).hasValue(1);
            assertThat(reportExecutor.isUnderWay("a")).isFalse();
            reportExecutor.await("a", LONG, made::incrementAndGet);
            assertThat(made).hasValue(2);
        }
    }

    @Test
    void itIsMadeOnAThreadOfItsOwnAndNotOnACarrier() {
        try (ReportExecutor reportExecutor = new ReportExecutor()) {
            assertThat(reportExecutor.onPool(() -> Thread.currentThread().isVirtual()
                    + Thread.currentThread().getName()))
                    .startsWith("falsetidemark-report-");
        }
    }

    @Test
    void whatMakingRefusesIsRefused() {
        try (ReportExecutor reportExecutor = new ReportExecutor()) {
            assertThatThrownBy(() -> reportExecutor.onPool(() -> {
                throw new InvalidInputException("no such label");
            })).isInstanceOf(InvalidInputException.class).hasMessage("no such label");
            assertThat(reportExecutor.<Integer>onPool(() -> 1)).isEqualTo(1);
        }
    }

    @Test
    void whatNobodyWaitsForIsDoneAndItsFailureHarmsNothing() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(2);
        try (ReportExecutor reportExecutor = new ReportExecutor()) {
            for (int i = 0; i < 2; i++) {
                reportExecutor.inBackground(() -> {
                    done.countDown();
                    throw new InvalidInputException("no such label");
                });
            }
            done.await();
            assertThat(reportExecutor.<Integer>onPool(() -> 1)).isEqualTo(1);
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
