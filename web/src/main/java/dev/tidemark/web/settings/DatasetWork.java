package dev.tidemark.web.settings;

import dev.tidemark.app.Datasets;
import dev.tidemark.app.RunWatcher;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.State;
import dev.tidemark.store.StoreException;
import dev.tidemark.web.http.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What is done to datasets, one thing at a time, while the pages go on. What was done last can still be read. */
public final class DatasetWork implements AutoCloseable {

    /** Lines of results that are kept. */
    private static final int MOST_LINES = 100;

    /** What is done. @return how it went, in a few words */
    @FunctionalInterface
    interface Task {
        String on(Datasets datasets, RunWatcher watcher) throws InterruptedException;
    }

    /**
     * How far it is.
     *
     * @param what     what is done, in words
     * @param standing how far it is or how it ended, in a sentence
     * @param share    of it that is done, 0 to 100; empty while that is not known, and when it is over
     * @param lines    what it has told besides
     */
    public record Standing(String what, String standing, boolean running, boolean failed, Optional<Long> share,
            List<String> lines) {}

    private final Workbench workbench;
    private final Consumer<Throwable> failures;
    private Standing standing;
    private Thread thread;

    /** @param failures is told what broke, for the server's own record */
    DatasetWork(Workbench workbench, Consumer<Throwable> failures) {
        this.workbench = workbench;
        this.failures = failures;
    }

    synchronized Optional<Standing> standing() {
        return Optional.ofNullable(standing);
    }

    /** @throws BadInput while something else is being done */
    synchronized void begin(String what, Task task) {
        if (standing != null && standing.running()) {
            throw new BadInput(standing.what() + " is still under way; one thing is done to datasets at a time");
        }
        standing = new Standing(what, "begins", true, false, Optional.empty(), List.of());
        thread = Thread.ofPlatform().name("tidemark-datasets").daemon().start(() -> work(what, task));
    }

    private void work(String what, Task task) {
        try {
            String done = task.on(workbench.datasets(), new Teller());
            over(what, done, false);
        } catch (BadInput | StoreException e) {
            over(what, e.getMessage(), true);
        } catch (InterruptedException e) {
            over(what, "broken off; create it again and it goes on", true);
        } catch (RuntimeException e) {
            failures.accept(e);
            over(what, "Tidemark broke while it did this; its own output tells more", true);
        }
    }

    private synchronized void over(String what, String how, boolean failed) {
        standing = new Standing(what, how, false, failed, Optional.empty(), standing.lines());
    }

    private synchronized void told(String text) {
        List<String> lines = new ArrayList<>(standing.lines());
        lines.add(text);
        standing = new Standing(standing.what(), standing.standing(), true, false, standing.share(),
                lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
    }

    private synchronized void moved(Live live) {
        boolean known = live.expected() > 0;
        standing = new Standing(standing.what(), Texts.count(live.done()) + (known ? " of "
                + Texts.count(live.expected()) : "") + " keys", true, false,
                known ? Optional.of(Math.min(100, 100 * live.done() / live.expected())) : Optional.empty(),
                standing.lines());
    }

    @Override
    public void close() {
        Thread now;
        synchronized (this) {
            now = thread;
        }
        if (now != null) {
            now.interrupt();
        }
    }

    private final class Teller implements RunWatcher {
        @Override
        public void began(int toRun, int finished) {}

        @Override
        public void iterationBegan(int number, Planned planned) {}

        @Override
        public void live(Live live) {
            moved(live);
        }

        @Override
        public void said(String kind, String text) {
            told(text);
        }

        @Override
        public void iterationEnded(Planned planned, State state, String verdict) {}
    }
}
