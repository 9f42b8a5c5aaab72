package dev.tidemark.core.driver.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.MemoryDriver;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Secrets;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.time.VirtualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Of a target that lies, refuses, hangs. What an honest one does is in the contract of drivers. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TrialsTest {

    private static final String WRITER = "document-writer";
    private static final String READER = "document-reader";

    @TempDir
    private Path folder;

    /** Patience passes in no time, and never because the machine is slow. */
    private final VirtualClock clock = new VirtualClock();
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final List<String> steps = new ArrayList<>();

    @BeforeEach
    @AfterEach
    void honest() {
        MemoryDriver.reset();
        MemoryDriver.overwrites = true;
    }

    private interface At {
        void reached(String step) throws Exception;
    }

    private void at(At hook) {
        MemoryDriver.hook = step -> {
            synchronized (steps) {
                steps.add(step);
            }
            hook.reached(step);
        };
    }

    private Map<String, Trial> tried() {
        Map<String, Trial> trials = new LinkedHashMap<>();
        MemoryDriver driver = new MemoryDriver();
        Trials all = new Trials(driver, driver.params().defaults(), new Context(clock, folder, Secrets.ofThisProcess(),
                note -> { }, cancelled::get), new Trials.Listener() {
                    @Override
                    public void found(List<Setting> facts) {}

                    @Override
                    public void completed(Trial trial) {
                        assertThat(trials.put(trial.name(), trial)).as("tried once").isNull();
                        assertThat(trial.message()).doesNotContain("\n");
                    }
                }, Duration.ofMinutes(1));
        FutureTask<Void> task = new FutureTask<>(all::run, null);
        clock.joinThrough(clock.start("trials", task));
        if (task.state() == Future.State.FAILED) {
            throw (RuntimeException) task.exceptionNow();
        }
        assertThat(trials).hasSize(Capability.values().length + 3);
        return trials;
    }

    private static Trial trial(String name, TrialResult verdict, String message) {
        return new Trial(name, verdict, message);
    }

    @Test
    void whatIsOfferedWorksAndTheRestIsNotOffered() {
        Map<String, Trial> trials = tried();
        assertThat(trials.values().stream().filter(t -> t.verdict() == TrialResult.WORKS).map(Trial::name))
                .containsExactly(Trials.CONNECT, Trials.CREATE, WRITER, READER, Trials.DROP);
        assertThat(trials.values().stream().filter(t -> t.verdict() == TrialResult.NOT_OFFERED)).hasSize(Capability.values().length - 2);
    }

    @Test
    void aDocumentThatIsLostInSilenceIsBroken() {
        MemoryDriver.store = document -> document.getKey().endsWith("5000") ? null : document;
        Map<String, Trial> trials = tried();
        assertThat(trials.get(WRITER)).isEqualTo(trial(WRITER, TrialResult.BROKEN,
                "documents found of those that were stored: 3, though there should be 4"));
        assertThat(trials.get(READER)).isEqualTo(trial(READER, TrialResult.BROKEN,
                "document /read/5000: it is not there, though it was stored"));
    }

    @Test
    void aDocumentThatIsChangedIsBroken() {
        MemoryDriver.store = document -> {
            if (document.getValue().length > 0) {
                document.getValue()[document.getValue().length / 2] ^= 1;
            }
            return document;
        };
        Map<String, Trial> trials = tried();
        assertThat(trials.get(WRITER).verdict()).as("the reader's matter").isEqualTo(TrialResult.WORKS);
        assertThat(trials.get(READER)).isEqualTo(trial(READER, TrialResult.BROKEN,
                "document /read/100: other bytes came back than were stored"));
    }

    @Test
    void aCommitThatSaysItStoredLessIsBroken() {
        MemoryDriver.commit = uris -> uris.isEmpty() ? 0 : 1;
        assertThat(tried().get(WRITER)).isEqualTo(trial(WRITER, TrialResult.BROKEN,
                "1 updates of a transaction were not stored"));
    }

    @Test
    void whereNothingMayBeMadeNothingElseIsTriedAndWhatWasBegunIsRemoved() {
        at(step -> {
            if (step.equals("create")) {
                throw new DriverException("permission denied\nfor database x");
            }
        });
        Map<String, Trial> trials = tried();
        assertThat(trials.get(Trials.CREATE)).isEqualTo(trial(Trials.CREATE, TrialResult.REFUSED,
                "permission denied; for database x"));
        for (String name : List.of(WRITER, READER, Trials.DROP)) {
            assertThat(trials.get(name)).isEqualTo(trial(name, TrialResult.NOT_TRIED, "nothing could be made there"));
        }
        assertThat(steps).contains("drop");
    }

    @Test
    void aTargetThatCannotBeOpenedIsToldOnce() {
        at(step -> {
            throw new DriverException("no server");
        });
        Map<String, Trial> trials = tried();
        assertThat(trials.get(Trials.CONNECT)).isEqualTo(trial(Trials.CONNECT, TrialResult.REFUSED, "no server"));
        assertThat(trials.values().stream().filter(Trial::failed)).hasSize(1);
        assertThat(steps).containsExactly("open");
    }

    @Test
    void anExceptionThatNobodyMeantForUsersIsBroken() {
        at(step -> {
            if (step.equals("session")) {
                throw new IllegalStateException("oops");
            }
        });
        assertThat(tried().get(WRITER)).isEqualTo(trial(WRITER, TrialResult.BROKEN,
                "java.lang.IllegalStateException: oops"));
    }

    @Test
    void settingsThatCannotBeUsedAreTheUsersMatter() {
        at(step -> {
            throw new InvalidInputException("address: no address");
        });
        assertThatThrownBy(this::tried).isInstanceOf(InvalidInputException.class).hasMessage("address: no address");
    }

    /** It waits until it is aborted. */
    private void hangReading() {
        AtomicBoolean aborted = new AtomicBoolean();
        at(step -> {
            if (step.equals("abort")) {
                aborted.set(true);
            } else if (step.equals("read")) {
                cancelled.set(cancelled.get() || impatient);
                while (!aborted.get()) {
                    clock.sleepUntil(clock.nanoTime() + 1_000_000_000L);
                }
                throw new DriverException("aborted");
            }
        });
    }

    /** Whether reading is what makes the user lose patience. */
    private boolean impatient;

    @Test
    void whatNeverEndsIsGivenUpAndWhatWasMadeIsRemoved() {
        hangReading();
        Map<String, Trial> trials = tried();
        assertThat(trials.get(READER)).isEqualTo(trial(READER, TrialResult.BROKEN, "it did not end within 60 s"));
        assertThat(trials.get(Trials.DROP).verdict()).isEqualTo(TrialResult.WORKS);
        assertThat(steps).contains("abort").endsWith("open", "drop", "close");
    }

    @Test
    void whatIsStoppedEndsAndWhatWasMadeIsRemoved() {
        impatient = true;
        hangReading();
        Map<String, Trial> trials = tried();
        assertThat(trials.get(READER)).isEqualTo(trial(READER, TrialResult.NOT_TRIED, "stopped"));
        assertThat(trials.get(WRITER).verdict()).isEqualTo(TrialResult.WORKS);
        assertThat(trials.get(Trials.DROP).verdict()).isEqualTo(TrialResult.WORKS);
        assertThat(steps).endsWith("open", "drop", "close");
    }

    @Test
    void whatCannotBeRemovedIsToldWithItsName() {
        at(step -> {
            if (step.equals("drop")) {
                throw new DriverException("the server is gone");
            }
        });
        assertThat(tried().get(Trials.DROP)).isEqualTo(trial(Trials.DROP, TrialResult.REFUSED,
                "the server is gone; tidemark_doctor may be left behind"));
    }
}
