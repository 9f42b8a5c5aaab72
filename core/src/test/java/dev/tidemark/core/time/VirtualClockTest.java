package dev.tidemark.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import org.junit.jupiter.api.Test;

class VirtualClockTest {

    private final VirtualClock clock = new VirtualClock();
    private final List<String> log = new ArrayList<>();

    @Test
    void timeGoesFromOneWaitToTheNextInOrder() throws Exception {
        run(() -> {
            clock.start("late", () -> waitAndLog(300, "late"));
            clock.start("early", () -> waitAndLog(100, "early"));
            waitAndLog(200, "middle");
        });

        assertThat(log).containsExactly("early@100", "middle@200", "late@300");
        assertThat(clock.nanoTime()).isEqualTo(300);
    }

    @Test
    void threadsThatWaitForTheSameMomentRunInTheOrderInWhichTheyBeganToWait() throws Exception {
        run(() -> {
            for (int i = 0; i < 20; i++) {
                String name = "t" + i;
                clock.start(name, () -> waitAndLog(50, name));
            }
        });

        assertThat(log).hasSize(20).isEqualTo(IntStream.range(0, 20).mapToObj(i -> "t" + i + "@50").toList());
    }

    @Test
    void onlyOneThreadRunsAtATime() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        run(() -> {
            for (int i = 0; i < 8; i++) {
                clock.start("t" + i, () -> {
                    for (int k = 1; k <= 200; k++) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Thread.yield();
                        inside.decrementAndGet();
                        clock.sleepUntil(k * 10L);
                    }
                });
            }
        });

        assertThat(most).hasValue(1);
    }

    @Test
    void aMomentThatHasPassedIsNotWaitedFor() throws Exception {
        run(() -> {
            clock.sleepUntil(100);
            clock.sleepUntil(50);
            clock.spinUntil(100);
            log("still");
        });

        assertThat(log).containsExactly("still@100");
    }

    @Test
    void anInterruptEndsASleepEarlyAndLeavesTheStatusSet() throws Exception {
        run(() -> {
            Thread sleeper = clock.start("sleeper", () -> {
                clock.sleepUntil(1_000_000);
                log(Thread.interrupted() ? "interrupted" : "slept");
            });
            clock.sleepUntil(10);
            sleeper.interrupt();
            clock.sleepUntil(20);
        });

        assertThat(log).containsExactly("interrupted@10");
    }

    @Test
    void anInterruptDoesNotEndASpin() throws Exception {
        run(() -> {
            Thread spinner = clock.start("spinner", () -> {
                clock.spinUntil(1000);
                log(Thread.interrupted() ? "interrupted" : "spun");
            });
            clock.sleepUntil(10);
            spinner.interrupt();
        });

        assertThat(log).containsExactly("interrupted@1000");
    }

    @Test
    void anInterruptFromOutsideEndsAJoinThatWouldNeverEnd() throws Exception {
        Thread stuck = clock.start("stuck", () -> {
            Thread self = Thread.currentThread();
            try {
                clock.join(self);
            } catch (InterruptedException e) {
                log("freed");
            }
        });
        stuck.interrupt();
        stuck.join();

        assertThat(log).containsExactly("freed@0");
    }

    @Test
    void aThreadJoinsAnotherWhileTimeGoesOn() throws Exception {
        run(() -> {
            Thread worker = clock.start("worker", () -> waitAndLog(500, "worker"));
            try {
                clock.join(worker);
                clock.join(worker);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            log("joined");
        });

        assertThat(log).containsExactly("worker@500", "joined@500");
    }

    @Test
    void theWallClockCanCrossMidnight() throws Exception {
        VirtualClock late = new VirtualClock(Instant.parse("2026-12-31T23:59:59Z"));
        late.start("t", () -> late.sleepUntil(Duration.ofSeconds(2).toNanos())).join();

        assertThat(late.wallTime()).isEqualTo(Instant.parse("2027-01-01T00:00:01Z"));
    }

    @Test
    void aThreadFromOutsideCannotWait() {
        assertThatThrownBy(() -> clock.sleepUntil(10)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("virtual clock");
    }

    @Test
    void aThreadThatFailsGivesItsTurnAway() throws Exception {
        run(() -> {
            Thread failing = clock.start("failing", () -> {
                throw new IllegalStateException("on purpose");
            });
            failing.setUncaughtExceptionHandler((t, e) -> {});
            waitAndLog(10, "other");
        });

        assertThat(log).containsExactly("other@10");
    }

    @Test
    void hundredsOfThousandsOfHandOversEndAtTheExactTime() throws Exception {
        run(() -> {
            for (int i = 0; i < 4; i++) {
                int phase = i;
                clock.start("t" + i, () -> {
                    for (long k = 1; k <= 50_000; k++) {
                        clock.sleepUntil(k * 4 + phase);
                    }
                });
            }
        });

        assertThat(clock.nanoTime()).isEqualTo(200_003);
    }

    private void waitAndLog(long moment, String what) {
        clock.sleepUntil(moment);
        log(what);
    }

    /** Only the thread whose turn it is gets here. */
    private void log(String what) {
        log.add(what + "@" + clock.nanoTime());
    }

    /** Runs a task in the clock's time and waits until every thread it started has ended. */
    private void run(Runnable task) throws InterruptedException {
        Thread first = clock.start("first", task);
        first.join();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getClass().getName().startsWith(VirtualClock.class.getName())) {
                thread.join();
            }
        }
    }
}
