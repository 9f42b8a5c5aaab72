package dev.tidemark.core.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.measure.IntervalRule;
import dev.tidemark.core.measure.host.Standstill.Kind;
import dev.tidemark.core.time.Clock;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;

class StandstillWatchTest {

    private static final long SECOND = 1_000_000_000L;

    private final VirtualClock time = new VirtualClock();
    private final List<Standstill> found = new ArrayList<>();
    private long used;
    private boolean tellsBoot = true;

    /** The virtual clock, with processor time by hand. */
    private final Clock clock = new Clock() {
        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Instant wallTime() {
            return time.wallTime();
        }

        @Override
        public OptionalLong bootTime() {
            return tellsBoot ? time.bootTime() : OptionalLong.empty();
        }

        @Override
        public long processorTime() {
            return used;
        }

        @Override
        public void sleepUntil(long nanoTime) {
            time.sleepUntil(nanoTime);
        }

        @Override
        public void spinUntil(long nanoTime) {
            time.spinUntil(nanoTime);
        }

        @Override
        public Thread start(String name, Runnable task) {
            return time.start(name, task);
        }

        @Override
        public void join(Thread thread) throws InterruptedException {
            time.join(thread);
        }
    };
    private final StandstillWatch watch = new StandstillWatch(clock, 0, found::add);

    /** Watches for twenty seconds; something happens after ten. */
    private void watch(Runnable happening) throws InterruptedException {
        time.join(time.start("test", () -> {
            watch.start();
            time.sleepUntil(10 * SECOND + 1);
            happening.run();
            time.sleepUntil(20 * SECOND);
            watch.close();
            watch.close();
        }));
    }

    @Test
    void aProcessThatIsStoppedUsesNoProcessor() throws InterruptedException {
        watch(() -> time.freeze(Duration.ofSeconds(4)));
        assertThat(found).singleElement().satisfies(s -> {
            assertThat(s.kind()).isEqualTo(Kind.STOPPED);
            assertThat(s.at()).isEqualTo(10 * SECOND + SECOND / 4);
            assertThat(s.nanos()).isBetween(4 * SECOND - SECOND / 4, 4 * SECOND);
        });
    }

    /** As a collection of garbage does, which has a rule of its own. */
    @Test
    void aPauseThatTheProcessWorksInIsNone() throws InterruptedException {
        watch(() -> {
            time.freeze(Duration.ofSeconds(4));
            used += 4 * SECOND * Runtime.getRuntime().availableProcessors();
        });
        assertThat(found).isEmpty();
    }

    @Test
    void aSuspendedMachineIsToldFromAClockThatIsSet() throws InterruptedException {
        watch(() -> {
            time.suspend(Duration.ofMinutes(5));
            time.setWall(Duration.ofMinutes(-2));
        });
        assertThat(found).extracting(Standstill::kind).containsExactly(Kind.SUSPENDED, Kind.CLOCK_SET);
        assertThat(found).extracting(Standstill::nanos).containsExactly(300 * SECOND, -120 * SECOND);
    }

    /** Without a clock that goes on in sleep, a time of day that leaps ahead may be either: the worse is taken. */
    @Test
    void whereTheTimeSinceBootIsNotToldALeapAheadMayBeSleep() throws InterruptedException {
        tellsBoot = false;
        watch(() -> time.setWall(Duration.ofMinutes(5)));
        assertThat(found).extracting(Standstill::kind).containsExactly(Kind.SUSPENDED);
        found.clear();
        assertThat(watch.objection(0, 20 * SECOND, IntervalRule.AUTO)).isPresent();
    }

    @Test
    void aClockThatIsAdjustedLittleByLittleIsNotSet() throws InterruptedException {
        watch(() -> {
            for (int i = 0; i < 20; i++) {
                time.setWall(Duration.ofMillis(100));
                time.sleepUntil(time.nanoTime() + SECOND / 4);
            }
        });
        assertThat(found).isEmpty();
    }

    @Test
    void onlyWhatWasMeasuredCounts() throws InterruptedException {
        watch(() -> time.freeze(Duration.ofSeconds(4)));
        assertThat(watch.objection(0, 10 * SECOND, IntervalRule.AUTO)).isEmpty();
        assertThat(watch.objection(15 * SECOND, 20 * SECOND, IntervalRule.AUTO)).isEmpty();
        assertThat(watch.objection(12 * SECOND, 20 * SECOND, IntervalRule.AUTO)).isPresent();
        IntervalRule tens = IntervalRule.every(Duration.ofSeconds(10));
        assertThat(watch.objection(0, 20 * SECOND, tens)).as("a fifth of the time").isPresent();
        assertThat(watch.objection(0, 4000 * SECOND, tens)).as("a thousandth").isEmpty();
    }

    @Test
    void theMachinesOwnClocksAgree() {
        Clock system = Clock.system();
        long nanos = system.nanoTime();
        OptionalLong boot = system.bootTime();
        if (boot.isPresent()) { // as on Linux
            assertThat(boot.getAsLong()).isPositive();
            assertThat(system.bootTime().getAsLong() - boot.getAsLong())
                    .isLessThanOrEqualTo(system.nanoTime() - nanos + 20_000_000L);
        }
        assertThat(system.processorTime()).isNotNegative();
    }
}
