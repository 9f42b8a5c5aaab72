package dev.tidemark.app;

import module java.base;
import dev.tidemark.app.run.ExperimentRun;
import dev.tidemark.app.run.MachineLock;
import dev.tidemark.app.run.PlanIterations;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.app.run.RunSummary;
import dev.tidemark.app.run.Submission;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.store.jobs.Job;
import dev.tidemark.store.jobs.JobCommand;
import dev.tidemark.store.jobs.JobQueue;
import dev.tidemark.store.jobs.JobState;
import dev.tidemark.store.results.ResumableBatch;

/**
 * Runs jobs, one at a time, whenever the machine is free. Several may work on one store, in one process or in several:
 * each job is run by one of them.
 */
public final class JobProcessor implements AutoCloseable {

    private static final long LOOK_EVERY = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long HEARTBEAT = TimeUnit.SECONDS.toNanos(1);

    /** What became of looking for a job. */
    public enum Step {
        /** None is to be begun now. */
        NOTHING_TO_DO,
        /** Another measured run is in progress on this machine. */
        MACHINE_TAKEN,
        /** One was run, to whatever end. */
        RAN
    }

    private final Workbench workbench;
    private final JobQueue queue;
    private final Clock clock;

    private volatile boolean alongside;
    private volatile boolean closing;
    private volatile JobRun working;
    private volatile String trouble = "";
    private volatile Optional<String> waitsFor = Optional.empty();
    private volatile Consumer<Job> listener = job -> { };
    /** What the store has still to be told of the job that was run last, as it was full or locked. */
    private Optional<End> unrecorded = Optional.empty();
    private Thread thread;

    JobProcessor(Workbench workbench) {
        this.workbench = workbench;
        this.queue = workbench.jobs().queue();
        this.clock = workbench.clock();
    }

    /** Begins to work in a thread of its own, until {@link #close}. */
    public synchronized void start() {
        if (thread == null) {
            thread = clock.start("tidemark-jobs", this::work);
        }
    }

    /**
     * Is told each job that is over, while the machine is still held: what it does then disturbs no measurement.
     */
    public void onEnd(Consumer<Job> onEnd) {
        listener = onEnd;
    }

    /** Whether it goes on although another measured run is in progress on this machine, whatever its jobs say. */
    public void alongside(boolean allowed) {
        alongside = allowed;
    }

    private void work() {
        while (!closing) {
            try {
                if (step() == Step.RAN) {
                    continue;
                }
            } catch (RuntimeException | Error e) {
                report(e); // a full disk may have room again, a locked store be free; and other jobs may do
            } catch (InterruptedException e) {
                return;
            }
            clock.sleepUntil(clock.nanoTime() + LOOK_EVERY);
        }
    }

    /** What is this program's own fault has its trace, once, where that of a thread's end would be. */
    private void report(Throwable failure) {
        boolean ofStore = failure instanceof StoreException;
        String told = ofStore ? failure.getMessage() : "Tidemark failed: " + failure;
        if (!ofStore && !told.equals(trouble)) {
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), failure);
        }
        trouble = told;
    }

    /** What keeps it from working, in one line; empty when nothing does. */
    public Optional<String> trouble() {
        return Optional.of(trouble).filter(t -> !t.isEmpty());
    }

    /** Who has the machine while a job's turn has come; an empty text where that is not known. */
    public Optional<String> waitsFor() {
        return waitsFor;
    }

    /** The job that it is running. */
    public OptionalLong running() {
        JobRun now = working;
        return now == null ? OptionalLong.empty() : OptionalLong.of(now.job.id());
    }

    /**
     * Takes the next job, if there is one and the machine is free, and runs it to its end. Jobs that died with their
     * process are found first, and one that could not be ended before; they keep their places and go on where they
     * were.
     */
    public Step step() throws InterruptedException {
        record();
        workbench.store().releaseAgain();
        queue.sweep();
        Optional<Job> next = queue.next();
        if (next.isEmpty() || closing) {
            trouble = "";
            waitsFor = Optional.empty();
            return Step.NOTHING_TO_DO;
        }
        try (MachineLock lock = machineFor(next.get())) {
            if (lock.alongside() && !alongside && !next.get().what().alongside()) {
                trouble = "";
                waitsFor = Optional.of(lock.other());
                return Step.MACHINE_TAKEN;
            }
            trouble = "";
            waitsFor = Optional.empty();
            Optional<Job> taken = queue.take(next.get().id());
            if (taken.isPresent()) {
                new JobRun(taken.get(), lock).runToEnd();
            }
        }
        return Step.RAN; // or there may be another one
    }

    /** Ends the job whose run is over. */
    private void record() {
        if (unrecorded.isPresent()) {
            End end = unrecorded.get();
            queue.end(end.job(), end.state(), end.message(), end.paused());
            unrecorded = Optional.empty();
            queue.find(end.job()).filter(job -> job.state().over()).ifPresent(listener);
        }
    }

    private static MachineLock machineFor(Job job) {
        return MachineLock.take("job " + job.id() + ", label " + job.label() + ", process "
                + ProcessHandle.current().pid(), true);
    }

    /** Breaks off what is running, which goes on when there is a processor again, and ends. */
    @Override
    public void close() {
        closing = true;
        JobRun now = working;
        if (now != null) {
            now.interrupt();
        }
        Thread own;
        synchronized (this) {
            own = thread;
            thread = null;
        }
        if (own != null) {
            try {
                clock.join(own);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How a job's run ended; see {@link JobQueue#end}. */
    private record End(long job, JobState state, String message, boolean paused) {}

    /** One job in its run. */
    private final class JobRun implements RunListener {

        private final Job job;
        private final MachineLock lock;
        private volatile ExperimentRun run;
        private volatile boolean interrupted;
        private volatile boolean over;

        JobRun(Job job, MachineLock lock) {
            this.job = job;
            this.lock = lock;
        }

        void runToEnd() throws InterruptedException {
            working = this;
            if (closing) {
                interrupt();
            }
            Thread heart = clock.start("tidemark-job-heartbeat", this::heartbeat);
            End end = end(JobState.INTERRUPTED, "Tidemark failed while it ran", true);
            try {
                end = carryOut();
            } catch (InvalidInputException e) {
                end = end(JobState.FAILED, e.getMessage(), false);
            } catch (StoreException e) {
                end = end(JobState.INTERRUPTED, "Tidemark failed while it ran: " + e.getMessage(), true);
                throw e;
            } finally {
                unrecorded = Optional.of(end);
                over = true;
                working = null;
                heart.interrupt();
                clock.join(heart);
                record();
            }
        }

        private End end(JobState state, String message, boolean paused) {
            return new End(job.id(), state, message, paused);
        }

        private End carryOut() throws InterruptedException {
            Submission submission = workbench.jobs().submission(job);
            ExperimentRun prepared = workbench.prepare(submission, this, job.what().author());
            run = prepared;
            if (interrupted) {
                prepared.interrupt();
            }
            Optional<ResumableBatch> resumed = Optional.empty();
            if (job.batch().isPresent()) {
                if (!submission.specHash().equals(job.what().specHash())) {
                    throw new InvalidInputException(
                            "it cannot resume: what it would run has changed since it was created; duplicate it to "
                            + "run it from the start");
                }
                resumed = workbench.store().resume(job.batch().getAsLong());
                if (resumed.isEmpty()) { // its process went away after the last iteration
                    return whole(PlanIterations.of(workbench.store(), submission.plan(), job.batch().getAsLong()));
                }
            } else if (job.what().resume()) {
                resumed = Optional.of(workbench.unfinished(submission));
            }
            return end(workbench.carryOut(prepared, job.label(), resumed, lock));
        }

        private End end(RunSummary summary) {
            if (summary.interrupted()) {
                // Asked anew: the run itself may have heard of it before the heartbeat did.
                Optional<JobCommand> wish = queue.find(job.id()).flatMap(Job::wish);
                return wish.equals(Optional.of(JobCommand.CANCEL))
                        ? end(JobState.CANCELLED, "what was measured is kept", false)
                        : closing && wish.isEmpty()
                                ? end(JobState.INTERRUPTED, "Tidemark was ended while it ran", false)
                        : end(JobState.INTERRUPTED, "interrupted; resume it to continue", true);
            }
            if (summary.stopped()) {
                return end(JobState.CANCELLED, "stopped; what was measured is kept", false);
            }
            return whole(summary.iterations());
        }

        /** How the whole plan ended. */
        private End whole(PlanIterations plan) {
            String failed = countText(plan, IterationState.FAILED, "failed");
            return failed.isEmpty() ? end(JobState.DONE, countText(plan, IterationState.INVALID, "not valid"), false)
                    : end(JobState.FAILED, failed, false);
        }

        /** "2 of 18 iterations failed: the disk is full"; empty where none did. */
        private static String countText(PlanIterations plan, IterationState iterationState, String word) {
            int all = plan.iterations().size();
            List<Iteration> bad = plan.judged(iterationState);
            return bad.isEmpty() ? "" : bad.size() + " of " + all + (all == 1 ? " iteration " : " iterations ") + word
                    + IterationState.reason(bad.stream().map(Iteration::verdict));
        }

        void interrupt() {
            interrupt(ExperimentRun::interrupt);
        }

        private void interrupt(Consumer<ExperimentRun> how) {
            interrupted = true;
            ExperimentRun now = run;
            if (now != null) {
                how.accept(now);
            }
        }

        /** Shows that this process lives, and listens to what others ask of the job. */
        private void heartbeat() {
            while (!over) {
                try {
                    queue.heartbeat(job.id()).ifPresent(command -> interrupt());
                } catch (ConflictException e) {
                    interrupt(run -> run.interrupt(e.getMessage()));
                } catch (StoreException e) {
                    // the run itself meets the same trouble with its next row, and tells of it
                }
                clock.sleepUntil(clock.nanoTime() + HEARTBEAT);
            }
        }

        @Override
        public void writesTo(long batch) {
            queue.writesTo(job.id(), batch);
        }
    }
}
