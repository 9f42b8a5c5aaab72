package dev.tidemark.core.run.background;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;

class ThrottleTest {

    private static final long SECOND = 1_000_000_000L;

    private final VirtualClock clock = new VirtualClock();
    private final AtomicBoolean cancelled = new AtomicBoolean();

    private void live(Runnable work) throws InterruptedException {
        clock.join(clock.start("work", work));
    }

    private Throttle throttle(double perSecond) {
        return new Throttle(clock, OptionalDouble.of(perSecond), cancelled::get);
    }

    @Test
    void rowsTakeTheTimeThatTheRateGivesThem() throws InterruptedException {
        AtomicLong took = new AtomicLong();
        live(() -> {
            Throttle throttle = throttle(20_000);
            long from = clock.nanoTime();
            for (int rows = 0; rows < 100_000; rows += throttle.chunk()) {
                throttle.pace(throttle.chunk());
            }
            took.set(clock.nanoTime() - from);
        });
        assertThat(took.get()).isBetween(5 * SECOND, 5 * SECOND + SECOND / 10);
    }

    @Test
    void whatWasLostIsNotMadeUpFor() throws InterruptedException {
        AtomicLong took = new AtomicLong();
        live(() -> {
            Throttle throttle = throttle(10);
            throttle.pace(1);
            clock.sleepUntil(clock.nanoTime() + 60 * SECOND);
            throttle.pace(1);
            long from = clock.nanoTime();
            throttle.pace(10);
            took.set(clock.nanoTime() - from);
        });
        assertThat(took.get()).isEqualTo(SECOND);
    }

    @Test
    void withoutARateNothingIsWaitedFor() throws InterruptedException {
        AtomicLong took = new AtomicLong(-1);
        live(() -> {
            Throttle throttle = new Throttle(clock, OptionalDouble.empty(), cancelled::get);
            long from = clock.nanoTime();
            throttle.pace(1_000_000);
            took.set(clock.nanoTime() - from);
        });
        assertThat(took.get()).isZero();
    }

    @Test
    void aLongWaitEndsSoonAfterTheLoad() throws InterruptedException {
        AtomicLong ended = new AtomicLong();
        long begin = clock.nanoTime();
        live(() -> {
            Thread other = clock.start("end", () -> {
                clock.sleepUntil(clock.nanoTime() + 10 * SECOND);
                cancelled.set(true);
            });
            try {
                throttle(1).pace(3600);
            } catch (Throttle.Cancelled e) {
                ended.set(clock.nanoTime() - begin);
            }
            try {
                clock.join(other);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(ended.get()).isBetween(10 * SECOND, 10 * SECOND + Throttle.NAP);
    }
}
