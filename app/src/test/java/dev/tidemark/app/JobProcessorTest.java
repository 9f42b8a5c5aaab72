package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.app.JobProcessor.Step;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.Lab;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.measure.host.Standstill;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.jobs.NewJob;
import dev.tidemark.store.results.NewBatch;
import dev.tidemark.store.results.NewIteration;
import dev.tidemark.store.results.StoredDefault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class JobProcessorTest {

    @TempDir
    private Path folder;

    private Lab lab;
    private Jobs jobs;
    private JobQueue queue;

    @BeforeEach
    void open() throws IOException {
        lab = new Lab(folder);
        jobs = lab.workbench().jobs();
        queue = jobs.queue();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private String matrix(String label) throws IOException {
        return """
                label: %s
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, workers: 1, warm-up: 1ms, gate: %s}
                vary: {batch-size: [1, 2, 3, 4]}
                plan: {order: given, fork: none}
                """.formatted(label, lab.gate());
    }

    private Job submit(String label) throws IOException {
        return jobs.submit(matrix(label), "ann", JobOptions.USUAL);
    }

    private Job job(long id) {
        return queue.find(id).orElseThrow();
    }

    private void gate(boolean closed) {
        try {
            if (closed) {
                Files.createFile(lab.gate().resolve("closed"));
            } else {
                Files.delete(lab.gate().resolve("closed"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for what another thread or process is about to do; the test's own time limit ends it. */
    private static void await(BooleanSupplier condition) {
        Clock clock = Clock.system();
        while (!condition.getAsBoolean()) {
            clock.sleepUntil(clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10));
            assertThat(Thread.currentThread().isInterrupted()).as("the time limit has passed").isFalse();
        }
    }

    // ---- asking ----

    @Test
    void aJobIsCheckedWhenItIsAskedFor() throws IOException {
        assertThatThrownBy(() -> jobs.submit(matrix("L").replace("payload", "paylod"), "ann", JobOptions.USUAL))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("experiment:4: ").hasMessageContaining("(did you mean 'payload'?)");
        assertThatThrownBy(() -> jobs.submit(matrix("L"), " ", JobOptions.USUAL))
                .isInstanceOf(InvalidInputException.class);
        assertThat(queue.all()).isEmpty();
        Job job = submit("L");
        assertThat(job.what().iterations()).isEqualTo(4);
        assertThat(job.what().bytes()).isEqualTo(40_000);
        assertThat(job.what().expected()).as("nothing of its kind has been run").isEmpty();
        assertThat(jobs.forecast(matrix("L"))).isEqualTo(new JobForecast(4, 0, 0, 40_000, 0, "a preload of",
                "documents", 400, false, Optional.empty(), false, List.of(), ""));
    }

    @Test
    void whatRunsIsWhatWasCheckedThoughDefaultsChange() throws Exception {
        lab.workbench().store().setDefault("ingest", new StoredDefault("uri-order", false, "sequential"));
        Job job = submit("L");
        lab.workbench().store().setDefault("ingest", new StoredDefault("uri-order", false, "spread"));
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
        }
        assertThat(lab.iterations("L")).hasSize(4).allSatisfy(i -> assertThat(Lab.text(i, "uri-order"))
                .isEqualTo("sequential"));
        assertThat(job(job.id()).batch()).hasValue(lab.iterations("L").getFirst().batch());

        Job again = jobs.duplicate(job.id(), "bob", List.of(), Consent.NONE, false);
        assertThat(again.what().defaults()).as("what it was, it is again").isEqualTo(job.what().defaults())
                .containsEntry("uri-order", "sequential");
        assertThat(again.what().specHash()).isEqualTo(job.what().specHash());
        assertThat(again.what().author()).isEqualTo("bob");
        assertThat(lab.workbench().others("L", "bob").orElseThrow()).startsWith("Label L has runs of "
                + job.what().author() + " already: this adds to them");
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
        }
        assertThat(lab.iterations("L")).extracting(i -> Lab.text(i, Iteration.RUN_BY)).containsOnly(
                job.what().author(), "bob");
        assertThat(lab.workbench().store().people("L")).containsExactlyInAnyOrder(job.what().author(), "bob");
        assertThat(Lab.text(lab.iterations("L").getLast(), Iteration.RUN_BY)).isEqualTo("bob");
    }

    @Test
    void allThatIsSetIsToldOfAJobAndWhatItsTargetsHaveOtherwise() throws IOException {
        Job job = jobs.submit("""
                workload: ingest
                prepare: apply.sh {mount}
                targets:
                  a: {driver: gated, service-time: 1ms}
                  b: {driver: gated, service-time: 2ms}
                set: {documents: 100, warm-up: none, mount: noatime, gate: %s}
                vary: {batch-size: [1, 10]}
                """.formatted(lab.gate()), "ann", JobOptions.USUAL);
        assertThat(JobSettings.of(job)).containsEntry("target", "a, b").containsEntry("documents", "100")
                .containsEntry("warm-up", "none").containsEntry("mount", "noatime")
                .containsEntry("prepare", "apply.sh {mount}").containsEntry("service-time", "1ms, 2ms")
                .containsEntry("batch-size", "1, 10");
    }

    @Test
    void ofAStudyTheDefaultsAreToldThatAreRunBesideWhatIsVaried() {
        Job job = jobs.submit("""
                workload: ingest
                target: gated
                set: {documents: 100, batch-size: 5}
                vary: {batch-size: [1, 10], verify: [5%, 10%], workers: [1, 4]}
                plan: study
                """, "ann", JobOptions.USUAL);
        assertThat(JobSettings.of(job)).containsEntry("batch-size", "5, 1, 10").containsEntry("workers", "4, 1")
                .containsEntry("verify", "none, 5%, 10%");
    }

    // ---- running ----

    @Test
    void jobsAreRunInTheirOrderUntilThereIsNone() throws Exception {
        submit("a");
        Job b = submit("b");
        queue.move(b.id(), 1);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            assertThat(processor.step()).isEqualTo(Step.RAN);
            assertThat(lab.history("b")).hasSize(4).allMatch(h -> h.endsWith("DONE"));
            assertThat(lab.history("a")).isEmpty();
            assertThat(processor.step()).isEqualTo(Step.RAN);
            assertThat(processor.step()).isEqualTo(Step.NOTHING_TO_DO);
            assertThat(processor.running()).isEmpty();
        }
        assertThat(queue.all()).extracting(Job::state).containsExactly(JobState.DONE, JobState.DONE);
    }

    @Test
    void aJobWaitsForTheMachine() throws Exception {
        Job job = submit("a");
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            try (MachineLock lock = MachineLock.take("a person", false)) {
                assertThat(lock.alongside()).isFalse();
                assertThat(processor.step()).isEqualTo(Step.MACHINE_TAKEN);
                assertThat(job(job.id()).state()).isEqualTo(JobState.WAITING);
                Job other = submit("b");
                processor.alongside(true);
                assertThat(processor.step()).isEqualTo(Step.RAN);
                assertThat(job(job.id()).state()).isEqualTo(JobState.DONE);
                processor.alongside(false);
                assertThat(processor.step()).isEqualTo(Step.MACHINE_TAKEN);
                assertThat(job(other.id()).state()).isEqualTo(JobState.WAITING);
            }
            assertThat(processor.step()).isEqualTo(Step.RAN);
        }
    }

    @Test
    void aFailedJobSaysWhyAndCanBeGoneOnWith() throws Exception {
        Job job = submit("a");
        Path broken = Files.createFile(lab.gate().resolve("broken"));
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
            assertThat(job(job.id()).state()).isEqualTo(JobState.FAILED);
            assertThat(job(job.id()).message()).isEqualTo("4 of 4 iterations failed: the gate is broken");
            Files.delete(broken);
            assertThat(processor.step()).as("it is not tried for ever").isEqualTo(Step.NOTHING_TO_DO);
            queue.runNow(job.id());
            processor.step();
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(lab.iterations("a").stream().map(Iteration::batch).distinct()).hasSize(1);
    }

    @Test
    void aJobWhosePlanIsAnotherOneByNowDoesNotGoOn() throws Exception {
        NewJob what = submit("a").what();
        Job job = queue.add(new NewJob("a", what.workload(), what.yaml(), what.defaults(), "another plan", "ann", 4, 0,
                0,
                Optional.empty(), false, false, Optional.empty()));
        queue.take(job.id());
        long batch = lab.workbench().store().beginBatch(new NewBatch("a", "ingest", "elapsed", "matrix", "",
                "another plan", 1, "1", MeasureSet.of(), Map.of(), 4));
        queue.writesTo(job.id(), batch);
        lab.workbench().store().release(batch);
        queue.end(job.id(), JobState.INTERRUPTED, "", false);
        queue.runNow(job.id());
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(job(job.id()).message()).isEqualTo("it cannot resume: what it would run has changed since it was "
                + "created; duplicate it to run it from the start");
        assertThat(lab.iterations("a")).isEmpty();
    }

    @Test
    void aJobCanGoOnWithWhatARunOfAPersonLeft() throws Exception {
        Submission submission = lab.plan(matrix("a"));
        Lab.Watcher broken = new Lab.Watcher();
        broken.whenBegun = number -> {
            if (number == 3) {
                gate(true);
                lab.interrupt();
            }
        };
        lab.run(submission, broken);
        gate(false);
        jobs.submit(matrix("a"), "ann", new JobOptions(true, false, Optional.empty()));
        Job second = jobs.submit(matrix("a"), "ann", new JobOptions(true, false, Optional.empty()));
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
            assertThat(lab.history("a")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 INTERRUPTED", "2.0#2 DONE",
                    "3.0#1 DONE");
            processor.step();
        }
        assertThat(job(second.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(job(second.id()).message()).startsWith("nothing to resume: label a has no unfinished run");
    }

    // ---- from elsewhere ----

    @Test
    void cancelAndPauseReachARunningJob() throws Exception {
        Job cancelled = submit("a");
        Job paused = submit("b");
        gate(true);
        try (JobProcessor processor = lab.workbench().jobProcessor(); Workbench other = lab.another()) {
            processor.start();
            await(() -> job(cancelled.id()).state() == JobState.RUNNING);
            other.jobs().queue().cancel(cancelled.id());
            await(() -> job(paused.id()).state() == JobState.RUNNING);
            await(() -> processor.running().equals(OptionalLong.of(paused.id())));
            await(() -> !lab.history("b").isEmpty());
            other.jobs().queue().pause(paused.id());
            await(() -> job(paused.id()).state() == JobState.INTERRUPTED);
            gate(false);
            assertThat(job(cancelled.id()).state()).isEqualTo(JobState.CANCELLED);
            assertThat(job(cancelled.id()).message()).isEqualTo("what was measured is kept");
            assertThat(job(paused.id()).paused()).isTrue();
            other.jobs().queue().resume(paused.id());
            await(() -> job(paused.id()).state() == JobState.DONE);
        }
        assertThat(lab.history("b")).containsExactly("0.0#1 INTERRUPTED", "0.0#2 DONE", "1.0#1 DONE", "2.0#1 DONE",
                "3.0#1 DONE");
    }

    @Test
    void stoppingTheLabelEndsTheJob() throws Exception {
        Job job = jobs.submit("""
                label: L
                workload: ingest
                target: gated
                set: {documents: 1M, workers: 1, warm-up: none, service-time: 1ms}
                vary: {batch-size: [1, 2]}
                plan: {order: given, fork: none}
                """, "ann", JobOptions.USUAL);
        try (JobProcessor processor = lab.workbench().jobProcessor(); Workbench other = lab.another()) {
            processor.start();
            await(() -> other.stop(Optional.of("L")) == 1);
            await(() -> job(job.id()).state().over());
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.CANCELLED);
        assertThat(job(job.id()).message()).isEqualTo("stopped; what was measured is kept");
    }

    @Test
    void twoProcessorsRunEachJobOnce() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(jobs.submit(matrix("job-" + i), "ann", new JobOptions(false, true, Optional.empty())).id());
        }
        try (Workbench one = lab.another(); Workbench two = lab.another();
                JobProcessor first = one.jobProcessor(); JobProcessor second = two.jobProcessor()) {
            first.start();
            second.start();
            await(() -> ids.stream().allMatch(id -> job(id).state().over()));
        }
        for (int i = 0; i < ids.size(); i++) {
            assertThat(job(ids.get(i)).state()).isEqualTo(JobState.DONE);
            assertThat(job(ids.get(i)).attempts()).isEqualTo(1);
            assertThat(lab.history("job-" + i)).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 DONE",
                    "3.0#1 DONE");
        }
    }

    // ---- ends and crashes ----

    @Test
    void endingTheProcessorInterruptsTheJobAndTheNextOneGoesOn() throws Exception {
        Job job = submit("a");
        gate(true);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.start();
            await(() -> !lab.iterations("a").isEmpty());
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.INTERRUPTED);
        assertThat(job(job.id()).message()).isEqualTo("Tidemark was ended while it ran");
        gate(false);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            assertThat(processor.step()).isEqualTo(Step.RAN);
        }
        assertThat(lab.history("a")).containsExactly("0.0#1 INTERRUPTED", "0.0#2 DONE", "1.0#1 DONE", "2.0#1 DONE",
                "3.0#1 DONE");
    }

    @Test
    void aJobThatAFullStoreHasBrokenOffIsEndedAsSoonAsThereIsRoom() throws Exception {
        Job job = jobs.submit(matrix("a").replace("payload", "keep: all, payload"), "ann", JobOptions.USUAL);
        Database database = lab.workbench().store().database();
        Map<String, String> full = Map.of("ends", "UPDATE ON iteration WHEN new.state = 'DONE'", "leases",
                "DELETE ON lease", "jobs", "UPDATE ON job WHEN new.state <> 'RUNNING'");
        database.writing(h -> full.forEach((name, what) -> h.execute("CREATE TRIGGER " + name + " BEFORE " + what
                + " BEGIN SELECT RAISE(ABORT, 'full'); END")));
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(processor::step).isInstanceOf(StoreException.class);
                assertThat(job(job.id()).state()).isEqualTo(JobState.RUNNING);
            }
            assertThat(lab.leftovers()).as("it would need the room").isEmpty();
            database.writing(h -> full.keySet().forEach(name -> h.execute("DROP TRIGGER " + name)));

            assertThat(processor.step()).isEqualTo(Step.NOTHING_TO_DO);
            assertThat(job(job.id()).state()).isEqualTo(JobState.INTERRUPTED);
            assertThat(job(job.id()).message()).startsWith("Tidemark failed while it ran: store ");
            assertThat(lab.workbench().store().isRunning("a")).isFalse();
            queue.resume(job.id());
            processor.step();
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(lab.history("a")).containsExactly("0.0#1 INTERRUPTED", "0.0#2 DONE", "1.0#1 DONE", "2.0#1 DONE",
                "3.0#1 DONE");
    }

    @Test
    void aFailureOfItsOwnIsToldAndOtherJobsAreRun() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        Queue<String> told = new ConcurrentLinkedQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> told.add(thread.getName() + ": "
                + failure.getMessage()));
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.onEnd(over -> {
                if (failed.compareAndSet(false, true)) {
                    throw new AssertionError("which a test has asked for");
                }
            });
            submit("a");
            Job second = submit("b");
            processor.start();
            await(() -> job(second.id()).state() == JobState.DONE);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertThat(told).filteredOn(line -> line.startsWith("tidemark-jobs:"))
                .containsExactly("tidemark-jobs: which a test has asked for");
    }

    @Test
    void aJobThatAnotherProcessHasTakenIsBrokenOffAndNotEnded() throws Exception {
        Job job = submit("a");
        gate(true);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.start();
            await(() -> !lab.iterations("a").isEmpty());
            lab.workbench().store().database().writing(h -> List.of("job", "lease").forEach(table -> h.execute("UPDATE "
                    + table + " SET host = 'elsewhere', heartbeat_ms = heartbeat_ms + 50000")));
            await(() -> lab.history("a").equals(List.of("0.0#1 INTERRUPTED")));
            await(() -> processor.running().isEmpty());
        }
        assertThat(lab.iterations("a").getFirst().verdict())
                .startsWith("another process has taken ").contains(" over, as this one seemed to be gone");
        assertThat(job(job.id()).state()).as("it is the other's").isEqualTo(JobState.RUNNING);
        assertThat(lab.workbench().store().isRunning("a")).isTrue();
    }

    /** Another process: works on the jobs of a store until it is killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) {
            try (Workbench workbench = Workbench.open(Optional.of(Path.of(args[0])), "1", Clock.system());
                    JobProcessor processor = workbench.jobProcessor()) {
                processor.start();
                await(() -> workbench.store().label("crash").map(l -> l.iterations().size()).orElse(0) == 3);
                System.out.println("in the third");
                System.out.flush();
                await(() -> false);
            }
        }
    }

    @Test
    void aJobWhoseServerWasKilledGoesOnWithoutRepeatingWhatIsFinished() throws Exception {
        List<String> gates = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            gates.add(Files.createDirectories(lab.gate().resolve("of-point-" + i)).toString());
        }
        Path closed = Files.createFile(Path.of(gates.get(2)).resolve("closed")); // the third point waits here
        Job job = jobs.submit("""
                label: crash
                workload: ingest
                target: gated
                set: {documents: 100, payload: 100, workers: 1, warm-up: 1ms}
                vary: {gate: [%s]}
                plan: {order: given, fork: none}
                """.formatted(String.join(", ", gates)), "ann", JobOptions.USUAL);
        Process victim = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp", System.getProperty("java.class.path"), Victim.class.getName(),
                folder.resolve("results.db").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertThat(victim.inputReader().readLine()).isEqualTo("in the third");
            assertThat(job(job.id()).state()).isEqualTo(JobState.RUNNING);
            try (JobProcessor beside = lab.workbench().jobProcessor()) {
                assertThat(beside.step()).as("it lives, and nobody takes its job").isEqualTo(Step.NOTHING_TO_DO);
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
        Files.delete(closed);
        lab.workbench().store().sweepInterrupted();
        assertThat(lab.history("crash")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 INTERRUPTED");

        queue.schedule(false);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            assertThat(processor.step()).as("not by itself while scheduling is off").isEqualTo(Step.NOTHING_TO_DO);
            assertThat(job(job.id()).state()).isEqualTo(JobState.INTERRUPTED);
            queue.schedule(true);
            assertThat(processor.step()).isEqualTo(Step.RAN);
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(job(job.id()).attempts()).isEqualTo(2);
        assertThat(lab.history("crash")).containsExactly("0.0#1 DONE", "1.0#1 DONE", "2.0#1 INTERRUPTED", "2.0#2 DONE",
                "3.0#1 DONE");
    }

    @Test
    void aStepOfASearchThatWasTakenAgainIsNoFault() throws Exception {
        assertThat(searched(slept(), "")).isEmpty();
    }

    /** Whether another step follows it or not: what it tells is why it is no fault. */
    @Test
    void aStepThatASearchCanUseIsNoFaultThoughItIsTheLast() throws Exception {
        assertThat(searched(slept(), "7 of 90 failed, more than the failure-limit of none: busy")).isEmpty();
    }

    @Test
    void aStepThatASearchCannotUseIsAFault() throws Exception {
        assertThat(searched(slept(), "verification failed for 3 documents: gone"))
                .isEqualTo("1 of 2 iterations not valid: verification failed for 3 documents: gone");
    }

    private static String slept() {
        return new Standstill(Standstill.Kind.SUSPENDED, 10_000_000_000L, 300_000_000_000L).sentence();
    }

    /**
     * What is said of the job of a search whose process went away after its last step. @param verdicts why each of its
     * steps is invalid; empty where it is done
     */
    private String searched(String... verdicts) throws Exception {
        Job job = jobs.submit("""
                label: rate
                workload: ingest
                target: gated
                set: {duration: 1s, payload: 100, workers: 1, warm-up: none, gate: %s}
                plan: {space: find-rate, fork: none}
                """.formatted(lab.gate()), "ann", JobOptions.USUAL);
        ResultStore store = lab.workbench().store();
        queue.take(job.id());
        long batch = store.beginBatch(new NewBatch("rate", "ingest", "elapsed", "find-rate", job.what().yaml(),
                jobs.submission(job).specHash(), 1, "1", MeasureSet.of(), Map.of(), verdicts.length));
        queue.writesTo(job.id(), batch);
        for (int step = 0; step < verdicts.length; step++) {
            long id = store.beginIteration(new NewIteration(batch, step, "h" + step, 0, 1, 1, Instant.now(), 0,
                    List.of()));
            store.endIteration(id, verdicts[step].isEmpty() ? IterationState.DONE : IterationState.INVALID,
                    verdicts[step], List.of(MeasuredValue.of("failures", 7)));
        }
        store.release(batch);
        queue.end(job.id(), JobState.INTERRUPTED, "", false);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
        }
        assertThat(job(job.id()).state()).isEqualTo(JobState.DONE);
        return job(job.id()).message();
    }

    @Test
    void howManyWereNotValidIsToldOfTheWholePlanWhoeverRanItsParts() throws Exception {
        Job job = submit("a");
        Submission submission = jobs.submission(job);
        ResultStore store = lab.workbench().store();
        queue.take(job.id());
        long batch = store.beginBatch(new NewBatch("a", "ingest", "elapsed", "matrix", job.what().yaml(),
                submission.specHash(), 1, "1", MeasureSet.of(), Map.of(), 4));
        queue.writesTo(job.id(), batch);
        for (int position = 0; position < 2; position++) {
            long id = store.beginIteration(new NewIteration(batch, position, "h" + position, 0, 1, 1, Instant.now(), 0,
                    List.of()));
            store.endIteration(id, IterationState.INVALID, List.of("the generator was the limit", "2 % failed")
                    .get(position), List.of());
        }
        store.release(batch);
        queue.end(job.id(), JobState.INTERRUPTED, "", false);
        try (JobProcessor processor = lab.workbench().jobProcessor()) {
            processor.step();
        }
        assertThat(lab.history("a")).hasSize(4);
        assertThat(job(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(job(job.id()).message())
                .isEqualTo("2 of 4 iterations not valid; the first: the generator was the limit");
    }

    // ---- times ----

    @Test
    void startTimesAreReadAsPeopleWriteThem() {
        Instant now = Instant.parse("2026-03-01T12:00:00Z");
        assertThat(StartTime.parse("20:00", now, ZoneOffset.UTC)).isEqualTo("2026-03-01T20:00:00Z");
        assertThat(StartTime.parse("11:59", now, ZoneOffset.UTC)).as("tomorrow").isEqualTo("2026-03-02T11:59:00Z");
        assertThat(StartTime.parse("2026-03-05 08:30", now, ZoneId.of("Europe/Berlin")))
                .isEqualTo("2026-03-05T07:30:00Z");
        assertThat(StartTime.parse("2026-03-05T08:30Z", now, ZoneId.of("Europe/Berlin")))
                .isEqualTo("2026-03-05T08:30:00Z");
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        assertThat(StartTime.parse("02:30", Instant.parse("2026-03-29T08:00:00Z"), berlin)).as("which today has not")
                .isEqualTo("2026-03-30T00:30:00Z");
        assertThat(StartTime.parse("02:30", Instant.parse("2026-10-24T23:00:00Z"), berlin)).as("which comes twice")
                .isEqualTo("2026-10-25T00:30:00Z");
        assertThat(StartTime.parse("02:30", Instant.parse("2026-10-25T00:45:00Z"), berlin))
                .isEqualTo("2026-10-25T01:30:00Z");
        assertThat(StartTime.parse("02:30", Instant.parse("2026-10-25T01:30:00Z"), berlin))
                .isEqualTo("2026-10-26T01:30:00Z");
        assertThatThrownBy(() -> StartTime.parse("tonight", now, ZoneOffset.UTC))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("'tonight' is not a time; write it as 20:00 or 2026-11-22T20:00");
    }
}
