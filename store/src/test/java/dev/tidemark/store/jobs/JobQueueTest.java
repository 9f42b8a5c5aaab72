package dev.tidemark.store.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import module java.base;
import module java.sql;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.store.ResultStore;
import dev.tidemark.store.file.Database;
import dev.tidemark.store.file.IdSequence;
import dev.tidemark.store.file.StoreFile;
import dev.tidemark.store.live.BatchCommand;
import dev.tidemark.store.live.Leases;
import dev.tidemark.store.results.Samples;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobQueueTest {

    @TempDir
    Path folder;

    private final Samples.HandClock clock = new Samples.HandClock();
    private Path file;
    private ResultStore store;
    private JobQueue queue;

    @BeforeEach
    void open() {
        file = folder.resolve("store.db");
        store = ResultStore.open(file, clock);
        queue = store.jobs();
    }

    @AfterEach
    void close() {
        store.close();
    }

    static NewJob job(String label) {
        return job(label, Optional.empty());
    }

    private static NewJob job(String label, Optional<Instant> notBefore) {
        return new NewJob(label, "ingest", "label: " + label + "\n", Map.of("documents", "7"), "hash-1", "ann", 18, 0,
                1_800_000, Optional.of(Duration.ofMillis(2500)), false, true, notBefore);
    }

    private long add(String label) {
        return queue.add(job(label)).id();
    }

    private List<String> labels() {
        return queue.all().stream().map(Job::label).toList();
    }

    private Optional<String> next() {
        return queue.next().map(Job::label);
    }

    private JobState state(long id) {
        return queue.find(id).orElseThrow().state();
    }

    @Test
    void aJobIsKeptAsItWasAskedFor() {
        Instant later = clock.wallTime().plusSeconds(60);
        Job added = queue.add(job("a", Optional.of(later)));

        assertThat(added.what()).isEqualTo(job("a", Optional.of(later)));
        assertThat(added.created()).isEqualTo(clock.wallTime());
        assertThat(added.state()).isEqualTo(JobState.WAITING);
        assertThat(added.started()).isEmpty();
        assertThat(added.batch()).isEmpty();
        try (ResultStore other = ResultStore.open(file, clock)) {
            assertThat(other.jobs().all()).as("another process sees it").containsExactly(added);
        }
    }

    @Test
    void jobsAreBegunInTheirOrder() {
        long a = add("a");
        add("b");
        add("c");
        queue.move(a, 2);
        assertThat(labels()).containsExactly("b", "a", "c");
        assertThat(next()).contains("b");
        queue.take(queue.next().orElseThrow().id());
        assertThat(labels()).as("the running one comes first").containsExactly("b", "a", "c");
        assertThat(next()).contains("a");
    }

    @Test
    void pausedJobsArePassedOver() {
        long a = add("a");
        add("b");
        queue.pause(a);
        assertThat(next()).contains("b");
        assertThat(queue.take(a)).as("whoever looked before").isEmpty();
        queue.resume(a);
        assertThat(next()).contains("a");
    }

    @Test
    void aJobWaitsForItsTime() {
        queue.add(job("late", Optional.of(clock.wallTime().plus(Duration.ofHours(1)))));
        assertThat(next()).isEmpty();
        clock.advance(Duration.ofMinutes(59));
        assertThat(next()).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        assertThat(next()).contains("late");

        long other = add("other");
        queue.notBefore(other, Optional.of(clock.wallTime().plusSeconds(1)));
        queue.move(other, 1);
        assertThat(next()).as("what cannot begin holds nobody up").contains("late");
        queue.notBefore(other, Optional.empty());
        assertThat(next()).contains("other");
    }

    @Test
    void whileSchedulingIsOffOnlyWhatIsAskedForIsBegun() {
        assertThat(queue.scheduling()).isTrue();
        add("a");
        long b = queue.add(job("b", Optional.of(clock.wallTime().plusSeconds(60)))).id();
        queue.schedule(false);
        assertThat(queue.scheduling()).isFalse();
        assertThat(next()).isEmpty();
        queue.pause(b);
        queue.runNow(b);
        assertThat(next()).as("paused and too early, and yet").contains("b");
        assertThat(labels()).containsExactly("b", "a");
        queue.end(queue.take(b).orElseThrow().id(), JobState.DONE, "", false);
        assertThat(next()).isEmpty();
        queue.schedule(true);
        assertThat(next()).contains("a");
    }

    @Test
    void aJobThatIsOverKeepsItsBatchAndItsMessage() {
        long id = add("a");
        queue.take(id);
        long batch = store.beginBatch(Samples.batch("a", 3));
        queue.writesTo(id, batch);
        clock.advance(Duration.ofSeconds(5));
        queue.end(id, JobState.FAILED, "1 of 3 iterations failed: disk full", false);

        Job over = queue.find(id).orElseThrow();
        assertThat(over.batch()).hasValue(batch);
        assertThat(over.message()).isEqualTo("1 of 3 iterations failed: disk full");
        assertThat(over.started()).contains(Samples.START);
        assertThat(over.ended()).contains(Samples.START.plusSeconds(5));

        queue.runNow(id);
        assertThat(state(id)).as("it goes on where it was").isEqualTo(JobState.INTERRUPTED);
        assertThat(queue.find(id).orElseThrow().message()).as("of a state that it has no more").isEmpty();
        assertThat(next()).contains("a");
        store.release(batch);
        store.delete("a");
        assertThat(queue.find(id).orElseThrow().batch()).as("its results are gone").isEmpty();
    }

    @Test
    void cancellingEndsAWaitingJobAtOnceAndAsksTheProcessOfARunningOne() {
        long waiting = add("a");
        queue.cancel(waiting);
        assertThat(state(waiting)).isEqualTo(JobState.CANCELLED);

        long running = add("b");
        queue.take(running);
        long batch = store.beginBatch(Samples.batch("b", 3));
        queue.writesTo(running, batch);
        assertThat(queue.heartbeat(running)).isEmpty();
        assertThat(store.heartbeat(batch)).isEmpty();
        queue.cancel(running);
        assertThat(state(running)).isEqualTo(JobState.RUNNING);
        assertThat(queue.heartbeat(running)).contains(JobCommand.CANCEL);
        assertThat(store.heartbeat(batch)).as("the run hears of it, too").contains(BatchCommand.CANCEL);
        queue.end(running, JobState.CANCELLED, "cancelled", false);
        assertThat(queue.find(running).orElseThrow().wish()).isEmpty();
    }

    @Test
    void whatIsRunningOrOverCannotBeChanged() {
        long id = add("a");
        queue.take(id);
        assertThatThrownBy(() -> queue.delete(id)).isInstanceOf(InvalidInputException.class)
                .hasMessage("job 1 is running; cancel it first");
        assertThatThrownBy(() -> queue.move(id, 1)).hasMessage("job 1 is running and cannot be moved");
        assertThatThrownBy(() -> queue.runNow(id)).hasMessage("job 1 is running already");
        queue.end(id, JobState.DONE, "", false);
        assertThatThrownBy(() -> queue.runNow(id)).hasMessage("job 1 is done; duplicate it to run it again");
        assertThatThrownBy(() -> queue.cancel(id)).hasMessage("job 1 is done and cannot be cancelled");
        queue.delete(id);
        assertThatThrownBy(() -> queue.pause(id)).hasMessage("there is no job 1");
    }

    @Test
    void clearingSparesWhatRunsAndIfWantedWhatWaits() {
        long done = add("done");
        queue.take(done);
        queue.end(done, JobState.DONE, "", false);
        queue.take(add("running"));
        add("waiting");
        assertThat(queue.clear(false)).isEqualTo(1);
        assertThat(labels()).containsExactly("running", "waiting");
        assertThat(queue.clear(true)).isEqualTo(1);
        assertThat(labels()).containsExactly("running");
    }

    @Test
    void theQueueHasALimit() {
        store.database().writing(h -> IntStream.range(0, JobQueue.MOST_QUEUED - 1).forEach(i -> h.execute("""
                INSERT INTO job (id, place, label, workload, yaml, defaults, spec_hash, author, iterations, bytes, resume,
                    alongside, created_ns, state, paused, urgent, attempts, message)
                VALUES (?, ?, 'x', 'ingest', '', '{}', '', '', 1, 0, ?, ?, 0, 'WAITING', ?, ?, 0, '')""",
                IdSequence.JOB.next(h), i, false, false, false, false)));
        add("last");
        assertThatThrownBy(() -> add("one too many")).isInstanceOf(InvalidInputException.class)
                .hasMessage("the queue is full: 1000 jobs are waiting; cancel or delete some");
    }

    // ---- processes ----

    @Test
    void ofManyThatWantAJobExactlyOneGetsIt() throws Exception {
        int many = 4;
        List<Long> ids = IntStream.range(0, 20).mapToObj(i -> add("job-" + i)).toList();
        List<ResultStore> stores = IntStream.range(0, many).mapToObj(i -> ResultStore.open(file, clock)).toList();
        CyclicBarrier start = new CyclicBarrier(many);
        try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
            List<Callable<List<Long>>> takers = stores.stream().map(s -> (Callable<List<Long>>) () -> {
                start.await();
                List<Long> mine = new ArrayList<>();
                for (long id : ids) {
                    s.jobs().take(id).ifPresent(job -> mine.add(job.id()));
                }
                return mine;
            }).toList();
            List<Long> taken = new ArrayList<>();
            for (Future<List<Long>> mine : threads.invokeAll(takers)) {
                taken.addAll(mine.get());
            }
            assertThat(taken).containsExactlyInAnyOrderElementsOf(ids);
        } finally {
            stores.forEach(ResultStore::close);
        }
    }

    private void processGone(long id) {
        // A process id that is taken by nobody: the largest on Linux is 2^22.
        store.database().writing(h -> h.execute("UPDATE job SET pid = 99999999 WHERE id = ?", id));
    }

    @Test
    void aJobWhoseProcessIsGoneIsInterruptedAndKeepsItsPlace() {
        long a = add("a");
        add("b");
        queue.take(a);
        assertThat(queue.sweep()).as("it lives").isZero();
        processGone(a);
        assertThat(queue.sweep()).isEqualTo(1);
        assertThat(state(a)).isEqualTo(JobState.INTERRUPTED);
        assertThat(queue.find(a).orElseThrow().message()).isEqualTo("the process that ran it went away");
        assertThat(next()).contains("a");
        assertThatThrownBy(() -> queue.heartbeat(a)).isInstanceOf(ConflictException.class);
        queue.end(a, JobState.DONE, "", false);
        assertThat(state(a)).as("it is not this process's to end").isEqualTo(JobState.INTERRUPTED);
    }

    @Test
    void whatWasAskedOfALostJobIsDone() {
        long cancelled = add("a");
        long paused = add("b");
        List.of(cancelled, paused).forEach(queue::take);
        queue.cancel(cancelled);
        queue.pause(paused);
        List.of(cancelled, paused).forEach(this::processGone);
        queue.sweep();
        assertThat(state(cancelled)).isEqualTo(JobState.CANCELLED);
        assertThat(queue.find(paused).orElseThrow().paused()).isTrue();
        assertThat(next()).isEmpty();
    }

    @Test
    void aJobThatKillsItsProcessAgainAndAgainIsPaused() {
        long id = add("a");
        for (int i = 0; i < JobQueue.MOST_ATTEMPTS; i++) {
            assertThat(next()).contains("a");
            queue.take(id);
            processGone(id);
            queue.sweep();
        }
        assertThat(next()).isEmpty();
        assertThat(queue.find(id).orElseThrow().message())
                .isEqualTo("the process that ran it went away 5 times; paused until you resume it");
        queue.resume(id);
        assertThat(next()).contains("a");
        assertThat(queue.find(id).orElseThrow().message()).as("it is paused no more").isEmpty();
    }

    @Test
    void aJobThatWasToBeCancelledWaitsForNobody() {
        long id = add("a");
        for (int i = 0; i < JobQueue.MOST_ATTEMPTS; i++) {
            queue.take(id);
            if (i == JobQueue.MOST_ATTEMPTS - 1) {
                queue.cancel(id);
            }
            processGone(id);
            queue.sweep();
        }
        Job over = queue.find(id).orElseThrow();
        assertThat(over.state()).isEqualTo(JobState.CANCELLED);
        assertThat(over.paused()).isFalse();
        assertThat(over.message()).isEqualTo("the process that ran it went away");
    }

    @Test
    void processesThatEndInGoodOrderAreNotLost() {
        long id = add("a");
        for (int i = 0; i < 2 * JobQueue.MOST_ATTEMPTS; i++) {
            queue.take(id);
            queue.end(id, JobState.INTERRUPTED, "Tidemark was ended while it ran", false);
        }
        assertThat(queue.find(id).orElseThrow().attempts()).isZero();
        queue.take(id);
        processGone(id);
        queue.sweep();
        assertThat(next()).as("lost once").contains("a");
    }

    @Test
    void anotherMachineIsJudgedByItsHeartbeat() {
        long id = add("a");
        queue.take(id);
        store.database().writing(h -> h.execute("UPDATE job SET host = 'elsewhere'"));
        clock.advance(Leases.EXPIRY.minusSeconds(1));
        assertThat(queue.sweep()).isZero();
        clock.advance(Duration.ofSeconds(2));
        assertThat(queue.sweep()).isEqualTo(1);
    }

    @Test
    void aHeartbeatOfBeforeTheClockWasSetBackIsNone() {
        long id = add("a");
        queue.take(id);
        store.database().writing(h -> h.execute("UPDATE job SET host = 'elsewhere'"));
        clock.advance(Leases.MOST_AHEAD.negated());
        assertThat(queue.sweep()).isEqualTo(1);
    }

    @Test
    void whoGoesOnWithAJobFromAnotherMachineFindsItsBatchFree() {
        long id = add("a");
        queue.take(id);
        long batch = store.beginBatch(Samples.batch("a", 3));
        queue.writesTo(id, batch);
        clock.advance(Duration.ofSeconds(1));
        store.heartbeat(batch);
        store.database().writing(h -> List.of("job", "lease").forEach(
                table -> h.execute("UPDATE " + table + " SET host = 'elsewhere'")));
        clock.advance(Leases.EXPIRY.minusSeconds(1));
        assertThat(queue.sweep()).isEqualTo(1);
        assertThat(store.resume(batch)).isPresent();
    }

    @Test
    void aNumberNeverComesAgain() {
        add("a");
        long second = add("b");
        queue.delete(second);
        long third = add("c");
        assertThat(third).isEqualTo(second + 1);
        queue.clear(true);
        store.close();
        store = ResultStore.open(file, clock);
        queue = store.jobs();
        assertThat(add("d")).isEqualTo(third + 1);
    }

    @Test
    void anOlderStoreGoesOnCountingItsJobs() throws Exception {
        Path older = folder.resolve("older.db");
        Flyway.configure().loggers("slf4j").dataSource(Database.url(older), null, null)
                .locations("classpath:dev/tidemark/store/migration").target("4").load().migrate();
        try (Connection c = DriverManager.getConnection(Database.url(older)); Statement s = c.createStatement()) {
            s.execute("PRAGMA application_id = " + StoreFile.APPLICATION_ID);
            s.execute("PRAGMA user_version = 4");
            s.execute("""
                    INSERT INTO job (id, place, label, workload, yaml, defaults, spec_hash, author, iterations, bytes,
                        resume, alongside, created_ns, state, paused, urgent, attempts, message)
                    VALUES (41, 1, 'old', 'ingest', '', '{}', 'h', 'ann', 1, 0, 0, 0, 1, 'DONE', 0, 0, 1, '')""");
        }
        try (ResultStore opened = ResultStore.open(older, clock)) {
            assertThat(opened.jobs().find(41)).hasValueSatisfying(j -> assertThat(j.what().steps()).isZero());
            opened.jobs().delete(41);
            assertThat(opened.jobs().add(job("new")).id()).isEqualTo(42);
        }
    }
}
