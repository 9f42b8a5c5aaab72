package dev.tidemark.core.driver.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.os.ProcessIdentity;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes on machines of their own that want one namespace. */
class NamespaceLeaseTest {

    private static final String TEXT = NamespaceLease.TEXT;

    @TempDir
    private Path scratch;
    private final VirtualClock clock = new VirtualClock();
    private final Map<String, String> texts = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> cutOff = new HashSet<>();
    private final List<Throwable> failures = new ArrayList<>();
    private int puts;
    private boolean stopped;

    /** All texts there are; a connection is the name of the machine that it begins at. */
    private final class Texts implements Namespace<String> {
        @Override
        public boolean exists(String machine) {
            return true;
        }

        @Override
        public void make(String machine, String name, String text) {
            put(machine, name, text);
        }

        @Override
        public void drop(String machine) {
            texts.clear();
        }

        @Override
        public Optional<String> text(String machine, String name) {
            return Optional.ofNullable(texts.get(name));
        }

        @Override
        public void put(String machine, String name, String text) {
            puts++;
            texts.put(name, text);
        }

        @Override
        public void remove(String machine, String name) {
            texts.remove(name);
        }
    }

    /** @param since when it says that it began, by its own clock */
    private static NamespaceHolder on(String machine, Instant since) {
        return new NamespaceHolder(machine, 42, "boot-of-" + machine + "/pid:[1]", 7, "id-of-" + machine, since);
    }

    /** @param ahead of its clock */
    private NamespaceLease<String> lease(String machine, Duration ahead) {
        NamespaceLease.Caller<String> aside = new NamespaceLease.Caller<>() {
            @Override
            public <T> T with(Connections.Call<String, T> call) throws DriverException {
                if (cutOff.contains(machine)) {
                    throw new DriverException("no answer");
                }
                try {
                    return call.on(machine);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        };
        return new NamespaceLease<>(new Texts(), aside, () -> "tidemark at db:1",
                new Context(clock, scratch, Secrets.ofThisProcess(), notes::add, () -> stopped),
                since -> on(machine, since.plus(ahead)));
    }

    private NamespaceLease<String> lease(String machine) {
        return lease(machine, Duration.ZERO);
    }

    @FunctionalInterface
    private interface Steps {
        void run() throws Exception;
    }

    /** In the clock's time, from beginning to end. */
    private void simulate(Steps steps) throws Exception {
        clock.join(clock.start("steps", () -> {
            try {
                steps.run();
            } catch (Throwable e) {
                failures.add(e);
            }
        }));
        assertThat(failures).isEmpty();
    }

    private void pass(Duration time) {
        clock.sleepUntil(clock.nanoTime() + time.toNanos());
    }

    private Duration took(Steps steps) throws Exception {
        long start = clock.nanoTime();
        steps.run();
        return Duration.ofNanos(clock.nanoTime() - start);
    }

    @Test
    void theSecondIsRefusedForAsLongAsTheFirstAnswers() throws Exception {
        NamespaceLease<String> first = lease("gen1");
        NamespaceLease<String> second = lease("gen2", Duration.ofHours(-3)); // clocks need not agree
        simulate(() -> {
            assertThat(first.requireFree("gen1")).isFalse();
            first.take("gen1");
            String own = texts.get(TEXT);
            pass(Duration.ofHours(1));
            assertThat(puts).as("written while nobody came").isEqualTo(1);
            for (int i = 0; i < 3; i++) {
                assertThat(took(() -> assertThatThrownBy(() -> second.requireFree("gen2")).hasMessage("tidemark at db:1 is "
                        + "used by gen1 (process 42, since 2026-01-01T12:00:00Z by its clock); wait for its end, or set "
                        + "namespace to a name that nothing else has"))).isLessThan(Duration.ofMillis(2300));
                assertThat(texts).containsEntry(TEXT, own);
            }
            assertThat(notes).hasSize(3).allMatch(note -> note.startsWith("tidemark at db:1 was left by gen1"));
            assertThat(first.end()).isTrue();
            texts.clear();
            assertThat(second.requireFree("gen2")).isFalse();
            assertThat(first.loss()).isEmpty();
        });
    }

    @Test
    void whatOneLeftThatWasKilledRunsOut() throws Exception {
        simulate(() -> {
            texts.put(TEXT, on("gen1", clock.wallTime().plus(Duration.ofDays(9))).toString());
            NamespaceLease<String> second = lease("gen2");
            assertThat(took(() -> assertThat(second.requireFree("gen2")).isTrue())).isBetween(NamespaceLease.PATIENCE,
                    NamespaceLease.PATIENCE.plusMillis(200));
            second.take("gen2");
            assertThatThrownBy(() -> lease("gen3").requireFree("gen3")).hasMessageContaining("used by gen2 (process 42");
            second.end();
        });
    }

    /** They disturb each other no more than that one may have to come again. */
    @Test
    void twoMayAskAfterOneThatIsGone() throws Exception {
        texts.put(TEXT, on("gen1", clock.wallTime()).toString());
        List<String> free = new ArrayList<>();
        simulate(() -> {
            List<Thread> both = new ArrayList<>();
            for (String machine : List.of("gen2", "gen3")) {
                both.add(clock.start(machine, () -> {
                    try {
                        lease(machine).requireFree(machine);
                        free.add(machine);
                    } catch (Exception e) {
                        failures.add(e);
                    }
                }));
            }
            for (Thread each : both) {
                clock.join(each);
            }
        });
        assertThat(free).containsExactlyInAnyOrder("gen2", "gen3");
    }

    @Test
    void oneThatIsReleasedMeanwhileIsFree() throws Exception {
        NamespaceLease<String> first = lease("gen1");
        simulate(() -> {
            first.take("gen1");
            cutOff.add("gen1");
            clock.start("drop", () -> {
                pass(Duration.ofSeconds(5));
                first.end();
                texts.clear();
            });
            assertThat(took(() -> assertThat(lease("gen2").requireFree("gen2")).isTrue())).isLessThan(
                    Duration.ofMillis(5300));
        });
    }

    @Test
    void oneThatCouldNotAnswerLearnsThatItLostIt() throws Exception {
        NamespaceLease<String> first = lease("gen1");
        NamespaceLease<String> second = lease("gen2");
        simulate(() -> {
            first.take("gen1");
            cutOff.add("gen1");
            assertThat(second.requireFree("gen2")).isTrue();
            second.take("gen2");
            String text = texts.get(TEXT);
            pass(Duration.ofMinutes(1));
            assertThat(first.loss()).as("known while it is cut off").isEmpty();
            cutOff.clear();
            pass(NamespaceLease.LOOK);
            assertThat(first.loss().orElseThrow()).hasMessage("tidemark at db:1 was taken over by gen2 (process 42, since "
                    + "2026-01-01T12:00:10Z by its clock), as this process had not answered for 10 s");
            assertThat(texts).containsEntry(TEXT, text);
            assertThat(first.end()).isFalse();
            assertThat(second.end()).isTrue();
        });
    }

    @Test
    void whatIsGoneIsNotPutBack() throws Exception {
        NamespaceLease<String> first = lease("gen1");
        simulate(() -> {
            first.take("gen1");
            texts.clear();
            pass(Duration.ofMinutes(1));
            assertThat(texts).isEmpty();
            assertThat(first.loss()).isEmpty();
            first.end();
        });
    }

    @Test
    void whoWaitsCanBeStopped() throws Exception {
        simulate(() -> {
            texts.put(TEXT, on("gen1", clock.wallTime()).toString());
            stopped = true;
            assertThatThrownBy(() -> lease("gen2").requireFree("gen2")).hasMessageStartingWith("stopped while waiting to "
                    + "see whether gen1");
        });
    }

    /** Its own, and those of which the system says that they are no more. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void processesOfThisMachineAreNotWaitedFor() throws Exception {
        NamespaceHolder own = NamespaceHolder.own(clock.wallTime());
        assertThat(NamespaceHolder.of(own.toString())).contains(own);
        assertThat(own.isGone()).isFalse();
        ProcessIdentity self = ProcessIdentity.running(own.pid()).orElseThrow();
        assertThat(own.place()).startsWith(self.boot());
        NamespaceHolder later = new NamespaceHolder(own.host(), own.pid(), own.place(), own.began() - 1, "other", own.since());
        assertThat(later.isGone()).as("the number was given again").isTrue();
        assertThat(new NamespaceHolder(own.host(), own.pid(), self.boot() + "/pid:[1]", own.began() - 1, "other",
                own.since()).isGone()).as("one in another container").isFalse();
        assertThat(new NamespaceHolder(own.host(), own.pid(), "", own.began() - 1, "other", own.since()).isGone())
                .as("one of which nothing is known").isFalse();
        simulate(() -> {
            for (NamespaceHolder mine : List.of(on("gen2", clock.wallTime()), later)) {
                texts.put(TEXT, mine.toString());
                assertThat(took(() -> assertThat(lease("gen2").requireFree("gen2")).isFalse())).isZero();
            }
        });
    }
}
