package dev.tidemark.store.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.LostAgent;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.Phase;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.live.BatchCommand;
import dev.tidemark.store.live.LeaseHolder;
import dev.tidemark.store.live.Leases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {

    @TempDir
    Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private Path file;
    private ResultStore store;

    @BeforeEach
    void open() {
        file = folder.resolve("store.db");
        store = ResultStore.open(file, clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Another process: begins a batch, finishes one iteration, begins a second, and waits for its end. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws IOException {
            ResultStore store = ResultStore.open(Path.of(args[0]));
            long batch = store.beginBatch(Samples.batch("killed", 3));
            Samples.write(store, batch, 0, 0);
            long second = store.beginIteration(Samples.iteration(batch, 1, 0, 1));
            store.beginPhase(second, PhaseSpan.begun(0, Phase.MEASURE, true, 0, 1, false));
            store.addInterval(second, Samples.interval(0, 0, 0, 0, Samples.SECOND, 1, 1));
            System.out.println("ready");
            System.out.flush();
            System.in.read();
        }
    }

    private Process victim() throws IOException {
        Process process = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Victim.class.getName(), file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        return process;
    }

    @Test
    void aKilledRunIsFoundInterruptedAndCanBeCarriedOn() throws Exception {
        Process process = victim();
        try {
            assertThat(states("killed")).containsExactly(IterationState.DONE, IterationState.RUNNING);
            store.sweepInterrupted();
            assertThat(states("killed")).as("it lives").containsExactly(IterationState.DONE, IterationState.RUNNING);
            assertThatThrownBy(() -> store.resume("killed", "hash-1", 7)).isInstanceOf(InvalidInputException.class)
                    .hasMessage("label killed is being run by process " + process.pid()
                            + "; stop it first with: tidemark stop killed");
            assertThatThrownBy(() -> store.delete("killed")).isInstanceOf(InvalidInputException.class);
            assertThat(store.ask("killed", BatchCommand.STOP)).isEqualTo(1);
        } finally {
            process.destroyForcibly().waitFor();
        }

        try (ResultStore fresh = ResultStore.open(file, clock)) {
            assertThat(fresh.label("killed").orElseThrow().iterations()).extracting(Iteration::verdict)
                    .containsExactly("", "the process that ran it went away");
        }
        assertThat(states("killed")).containsExactly(IterationState.DONE, IterationState.INTERRUPTED);
        Iteration broken = store.label("killed").orElseThrow().iterations().getLast();
        assertThat(broken.value("elapsed")).as("values to its end").contains(MeasuredValue.of("elapsed", 1));
        assertThat(broken.value("documents-per-second")).contains(MeasuredValue.of("documents-per-second", 1));
        assertThat(broken.value("censored")).as("nobody knows").isEmpty();
        assertThat(store.detail(broken.id()).headline()).get()
                .extracting(PhaseSpan::end, PhaseSpan::ended).containsExactly(Samples.SECOND, false);
        ResumableBatch left = store.resume("killed", "hash-1", 7).orElseThrow();
        assertThat(left.expected()).isEqualTo(3);
        assertThat(left.finished()).containsExactly(new PlanPosition(0, 0));
        assertThat(left.attempts()).isEqualTo(Map.of(new PlanPosition(0, 0), 1, new PlanPosition(1, 0), 1));
        assertThat(left.nextAttempt(new PlanPosition(1, 0))).isEqualTo(2);
        assertThat(left.nextAttempt(new PlanPosition(2, 0))).isEqualTo(1);
        assertThat(store.detail(store.label("killed").orElseThrow().iterations().get(1).id()).intervals())
                .as("what it had sent is kept").hasSize(1);
        assertThat(store.heartbeat(left.batch())).as("the dead process's commands are gone").isEmpty();
    }

    private List<IterationState> states(String label) {
        return store.label(label).orElseThrow().iterations().stream().map(Iteration::state).toList();
    }

    @Test
    void onlyTheSameExperimentAndSeedIsCarriedOn() {
        store.release(store.beginBatch(Samples.batch("demo", 2)));

        assertThat(store.resume("demo", "hash-2", 7)).isEmpty();
        assertThat(store.resume("demo", "hash-1", 8)).isEmpty();
        assertThat(store.resume("demmo", "hash-1", 7)).isEmpty();
        assertThat(store.resume("demo", "hash-1", 7)).isPresent();
    }

    @Test
    void theRoundsOfAResumedRunAreCountedOn() {
        long batch = store.beginBatch(Samples.batch("demo", 9));
        begun(batch, 0, 0, 1);
        store.release(batch);
        assertThat(store.resume("demo", "hash-1", 7).orElseThrow().forks()).isEqualTo(1);
        begun(batch, 1, 0, 2);
        begun(batch, 0, 1, 3);
        store.release(batch);
        assertThat(store.resume("demo", "hash-1", 7).orElseThrow().forks()).isEqualTo(3);
        LabelResults results = store.label("demo").orElseThrow();
        assertThat(results.iterations()).extracting(i -> results.pass(i).orElseThrow()).containsExactlyInAnyOrder(
                new LabelResults.Pass(batch, 0, 0), new LabelResults.Pass(batch, 1, 0),
                new LabelResults.Pass(batch, 1, 1));
    }

    private void begun(long batch, int position, int round, int fork) {
        long id = store.beginIteration(new NewIteration(batch, position, "point-" + position, round, 1, fork,
                Samples.START, 0, Samples.settings(position)));
        store.endIteration(id, IterationState.DONE, "", List.of());
    }

    @Test
    void aBatchWhoseSizeOnlyItsEndTellsIsFinishedThen() {
        long batch = store.beginBatch(Samples.batch("demo", 100));
        Samples.write(store, batch, 0, 0);
        store.release(batch);
        assertThat(store.resume("demo", "hash-1", 7)).isPresent();
        store.expect(batch, 1);
        store.release(batch);
        assertThat(store.resume("demo", "hash-1", 7)).isEmpty();
    }

    @Test
    void theNewestUnfinishedBatchIsTaken() {
        long older = store.beginBatch(Samples.batch("demo", 2));
        store.release(older);
        clock.advance(Duration.ofHours(1));
        long newer = store.beginBatch(Samples.batch("demo", 2));
        store.release(newer);
        clock.advance(Duration.ofHours(1));
        long finished = store.beginBatch(Samples.batch("demo", 1));
        Samples.write(store, finished, 0, 0);
        store.release(finished);

        assertThat(store.resume("demo", "hash-1", 7).orElseThrow().batch()).isEqualTo(newer);
    }

    @Test
    void whatIsDoneOrInvalidForItselfIsFinishedAndTheOthersAreRunAgain() {
        long batch = store.beginBatch(Samples.batch("demo", 10));
        IterationState[] states = {IterationState.DONE, IterationState.FAILED, IterationState.INVALID,
                IterationState.STOPPED, IterationState.INTERRUPTED};
        for (int i = 0; i < states.length; i++) {
            store.endIteration(store.beginIteration(Samples.iteration(batch, i, 1, 1)), states[i], "", List.of());
        }
        store.endIteration(store.beginIteration(Samples.iteration(batch, 5, 1, 1)), IterationState.INVALID,
                LostAgent.during("gen2", 34, "half", "the runner is gone"), List.of());
        store.beginIteration(Samples.iteration(batch, 6, 1, 1));
        store.release(batch);

        assertThat(states("demo")).endsWith(IterationState.INTERRUPTED);
        assertThat(store.resume("demo", "hash-1", 7).orElseThrow().finished())
                .isEqualTo(Set.of(new PlanPosition(0, 1), new PlanPosition(2, 1)));
    }

    @Test
    void commandsReachTheRunningBatchAndTheStrongerOneWins() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        assertThat(store.heartbeat(batch)).isEmpty();
        try (ResultStore other = ResultStore.open(file, clock)) {
            assertThat(other.ask("nobody", BatchCommand.STOP)).isZero();
            assertThat(store.heartbeat(batch)).isEmpty();
            assertThat(other.ask("demo", BatchCommand.STOP)).isEqualTo(1);
            assertThat(store.heartbeat(batch)).contains(BatchCommand.STOP);
            long beside = store.beginBatch(Samples.batch("beside", 1));
            assertThat(other.ask("demo", BatchCommand.STOP)).as("that label alone").isEqualTo(1);
            assertThat(store.heartbeat(beside)).isEmpty();
            store.release(beside);
            assertThat(other.askAll(BatchCommand.CANCEL)).isEqualTo(1);
            assertThat(store.heartbeat(batch)).contains(BatchCommand.CANCEL);
            assertThat(other.ask("demo", BatchCommand.STOP)).as("asking twice is no error").isEqualTo(1);
        }
        store.release(batch);
        assertThat(store.ask("demo", BatchCommand.STOP)).isZero();
    }

    private void lease(String change) {
        store.database().writing(h -> h.execute("UPDATE lease SET " + change));
    }

    @Test
    void aRunThatWasTakenForGoneGoesOnUnlessAnotherProcessHasTakenIt() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        lease("host = 'elsewhere', heartbeat_ms = 0");
        store.sweepInterrupted();

        assertThat(store.heartbeat(batch)).isEmpty();
        assertThat(store.isRunning("demo")).isTrue();

        lease("host = 'elsewhere'");
        assertThatThrownBy(() -> store.heartbeat(batch)).isInstanceOf(ConflictException.class)
                .hasMessage("another process has taken the run over, as this one seemed to be gone");
        store.release(batch);
        assertThat(store.isRunning("demo")).as("it is not this process's to give back").isTrue();
    }

    @Test
    void whatCouldNotBeGivenBackIsGivenBackLater() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        store.database().writing(h -> h.execute("CREATE TRIGGER full BEFORE DELETE ON lease BEGIN "
                + "SELECT RAISE(ABORT, 'the disk is full'); END"));
        assertThatThrownBy(() -> store.release(batch)).isInstanceOf(StoreException.class);
        Exception failure = new IllegalStateException("what is told");
        store.release(batch, failure);
        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(StoreException.class);
        assertThatThrownBy(store::sweepInterrupted).isInstanceOf(StoreException.class);
        assertThat(store.isRunning("demo")).isTrue();

        store.database().writing(h -> h.execute("DROP TRIGGER full"));
        store.sweepInterrupted();

        assertThat(store.isRunning("demo")).isFalse();
        assertThat(states("demo")).containsExactly(IterationState.INTERRUPTED);
    }

    @Test
    void anotherMachineIsJudgedByItsHeartbeat() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        store.database().writing(h -> h.execute("UPDATE lease SET host = 'elsewhere'"));

        clock.advance(Leases.EXPIRY.minusSeconds(1));
        store.sweepInterrupted();
        assertThat(states("demo")).containsExactly(IterationState.RUNNING);
        assertThatThrownBy(() -> store.resume("demo", "hash-1", 7)).hasMessageContaining("on elsewhere");

        clock.advance(Duration.ofSeconds(2));
        store.sweepInterrupted();
        assertThat(states("demo")).containsExactly(IterationState.INTERRUPTED);
    }

    @Test
    void aHeartbeatOfBeforeTheClockWasSetBackIsNone() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        lease("host = 'elsewhere'");

        clock.advance(Leases.MOST_AHEAD.minusSeconds(1).negated());
        store.sweepInterrupted();
        assertThat(states("demo")).as("clocks differ").containsExactly(IterationState.RUNNING);

        clock.advance(Duration.ofSeconds(-2));
        store.sweepInterrupted();
        assertThat(states("demo")).containsExactly(IterationState.INTERRUPTED);
    }

    @Test
    void aProcessOfAnotherContainerIsJudgedByItsHeartbeat() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        String own = LeaseHolder.own().host();
        assumeTrue(own.contains(" "), "this system has no such namespaces");
        String machine = own.split(" ")[0];
        for (String host : List.of(machine + " pid:[1]", machine)) { // of a container, and of an earlier version
            lease("pid = 99999999, host = '" + host + "', heartbeat_ms = " + clock.wallTime().toEpochMilli());
            store.sweepInterrupted();
            assertThat(states("demo")).as(host).containsExactly(IterationState.RUNNING);
            assertThatThrownBy(() -> store.resume("demo", "hash-1", 7)).hasMessageStartingWith(
                    "label demo is being run by process 99999999; stop it first");
        }
        lease("host = '" + own + "'");
        store.sweepInterrupted();
        assertThat(states("demo")).as("it is not here").containsExactly(IterationState.INTERRUPTED);
    }

    @Test
    void aPidThatWasGivenToAnotherProcessIsNotMistakenForLong() {
        long batch = store.beginBatch(Samples.batch("demo", 1));
        store.beginIteration(Samples.iteration(batch, 0, 0, 1));
        lease("pid_start_ms = pid_start_ms - 3600000");

        store.sweepInterrupted();
        assertThat(states("demo")).as("the clock may have been set").containsExactly(IterationState.RUNNING);

        clock.advance(Leases.EXPIRY);
        store.sweepInterrupted();

        assertThat(states("demo")).containsExactly(IterationState.INTERRUPTED);
    }
}
