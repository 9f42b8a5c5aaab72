package dev.tidemark.web.work;

import module java.base;
import dev.tidemark.app.run.CancellationToken;
import dev.tidemark.app.run.RunListener;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.RunStatus;
import dev.tidemark.core.time.Clock;
import dev.tidemark.report.Numbers;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.web.http.HttpException;

/** What takes long, done one thing at a time, while the pages go on. What was done of late can still be read. */
public abstract class SingleTaskExecutor implements AutoCloseable {

    /** Lines of results that are kept. */
    private static final int MOST_LINES = 100;
    /** How many of the things that were done before can still be read. */
    private static final int MOST_BEFORE = 5;
    /** Before that long, how fast it goes says little about how long it will take. */
    private static final long EARLY = TimeUnit.SECONDS.toNanos(1);

    /** What is done. */
    @FunctionalInterface
    public interface Task {
        /**
         * @param watcher is told how far it is
         * @param cancellationToken ends it early
         * @return how it went, in a few words
         */
        String carryOut(Progress watcher, CancellationToken cancellationToken) throws InterruptedException;
    }

    /** Is told how far a task is, by what it does or in words. */
    public interface Progress extends RunListener {

        /** @param percent of it that is done */
        void progress(String far, long percent);
    }

    /** How it stands with what was asked for. */
    public enum How {
        RUNNING, DONE, STOPPED, FAILED
    }

    /**
     * How far it is.
     *
     * @param number   by which it can be stopped, and no other
     * @param activity    what is done, in words
     * @param was      the same when it is done
     * @param author   who asked for it
     * @param status how far it is or how it ended, in a sentence
     * @param share    of it that is done, 0 to 100; empty while that is not known, and when it is over
     * @param lines    what it has told besides
     */
    public record TaskProgress(long number, String activity, String was, String author, How how, String status,
            Optional<Long> share, List<String> lines) {

        /** What is done, or was, in words. */
        public String what() {
            return how == How.DONE ? was : activity;
        }

        public boolean running() {
            return how == How.RUNNING;
        }

        public boolean failed() {
            return how == How.FAILED;
        }

        private TaskProgress withProgress(String to, Optional<Long> done) {
            return new TaskProgress(number, activity, was, author, how, to, done, lines);
        }

        private TaskProgress over(How ended, String saying) {
            return new TaskProgress(number, activity, was, author, ended, saying, Optional.empty(), lines);
        }

        private TaskProgress withLine(String line) {
            List<String> all = new ArrayList<>(lines);
            all.add(line);
            return new TaskProgress(number, activity, was, author, how, status, share,
                    List.copyOf(all.subList(Math.max(0, all.size() - MOST_LINES), all.size())));
        }
    }

    private final String units;
    protected final Clock clock;
    private final Consumer<Throwable> failures;
    private final List<TaskProgress> earlier = new ArrayList<>();
    private TaskProgress latest;
    private CancellationToken cancellationToken = new CancellationToken();
    private long number;

    /**
     * @param units    what is counted, as in {@code keys}
     * @param failures is told what broke, for the server's own record
     */
    protected SingleTaskExecutor(String units, Clock clock, Consumer<Throwable> failures) {
        this.units = units;
        this.clock = clock;
        this.failures = failures;
    }

    /** What is being done, or was done last. */
    public synchronized Optional<TaskProgress> latest() {
        return Optional.ofNullable(latest);
    }

    /** What was done before that, newest first. */
    public synchronized List<TaskProgress> earlier() {
        return List.copyOf(earlier.reversed());
    }

    /**
     * Begins something.
     *
     * @param what   is done, in words, as in "Creating d1"
     * @param was    the same when it is done, as in "Created d1"
     * @param author who asked for it
     * @return its number
     * @throws ConflictException while something else is being done
     */
    protected synchronized long begin(String what, String was, String author, Task task) {
        if (latest != null && latest.running()) {
            throw new ConflictException(latest.what() + ", created by " + latest.author()
                    + ", is still in progress; one thing is done at a time");
        }
        if (latest != null) {
            earlier.add(latest);
            earlier.subList(0, Math.max(0, earlier.size() - MOST_BEFORE)).clear();
        }
        CancellationToken own = new CancellationToken();
        cancellationToken = own;
        latest = new TaskProgress(++number, what, was, author, How.RUNNING, "begins", Optional.empty(), List.of());
        clock.start("tidemark-work", () -> work(task, own));
        return number;
    }

    /** @throws HttpException when it is over already */
    public TaskProgress running(long which) {
        return latest().filter(s -> s.running() && s.number() == which).orElseThrow(
                () -> new HttpException(409, "this is over already"));
    }

    /** Asks for the end of what is being done. @return whether it was still in progress */
    public synchronized boolean stop(long which) {
        boolean running = latest != null && latest.running() && latest.number() == which;
        if (running) {
            cancellationToken.stop();
        }
        return running;
    }

    private void work(Task task, CancellationToken own) {
        try {
            over(How.DONE, task.carryOut(new ProgressListener(), own));
        } catch (InvalidInputException | StoreException e) {
            over(own.isStopRequested() ? How.STOPPED : How.FAILED, e.getMessage());
        } catch (InterruptedException e) {
            over(How.STOPPED, "interrupted");
        } catch (RuntimeException | Error e) { // as where there was not enough memory
            try {
                failures.accept(e);
            } finally {
                over(How.FAILED, "Tidemark failed while it did this; its own output says more");
            }
        }
    }

    private synchronized void over(How how, String saying) {
        latest = latest.over(how, saying);
    }

    private synchronized void addLine(String text) {
        latest = latest.withLine(text);
    }

    private synchronized void setProgress(String far, Optional<Long> share) {
        latest = latest.withProgress(far, share);
    }

    /** Lets nobody wait for what is in progress: it ends as if it had been stopped. */
    @Override
    public synchronized void close() {
        cancellationToken.stop();
    }

    /** Tells how far it is and, from how fast it went since it began, how long it will still take. */
    private final class ProgressListener implements Progress {

        private RunStatus first;
        private long firstAt;

        @Override
        public void progress(String far, long percent) {
            setProgress(far, Optional.of(percent));
        }

        @Override
        public void began(int toRun, int finished) {}

        @Override
        public void iterationBegan(int iteration, Planned planned) {}

        @Override
        public void live(RunStatus runStatus) {
            long now = clock.nanoTime();
            if (first == null) {
                first = runStatus;
                firstAt = now;
            }
            boolean known = runStatus.expected() > 0;
            setProgress(Numbers.count(runStatus.done()) + (known ? " of " + Numbers.count(runStatus.expected()) : "")
                    + " " + units + left(runStatus, now).map(t -> ", " + Numbers.clock(t) + " left").orElse(""), known
                    ? Optional.of(Math.min(100, 100 * runStatus.done() / runStatus.expected())) : Optional.empty());
        }

        private Optional<Duration> left(RunStatus runStatus, long now) {
            long since = runStatus.done() - first.done();
            long time = now - firstAt;
            return runStatus.expected() == 0 || since <= 0 || time < EARLY ? Optional.empty()
                    : Optional.of(Duration.ofNanos((long) ((double) (runStatus.expected() - runStatus.done()) / since
                    * time)));
        }

        @Override
        public void message(String kind, String text) {
            addLine(text);
        }

        @Override
        public void iterationEnded(Planned planned, IterationState iterationState, String verdict) {}
    }
}
