package dev.tidemark.web.transfer;

import dev.tidemark.app.RunWatcher;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.plan.Plan.Planned;
import dev.tidemark.core.result.Live;
import dev.tidemark.core.result.State;
import dev.tidemark.report.Brief;
import dev.tidemark.store.StoreException;
import dev.tidemark.web.http.Links;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Documents being written to files, one export at a time, while the pages go on. How the last one went is kept. */
final class ContentWork implements AutoCloseable {

    private static final int MOST_LINES = 20;

    /**
     * What is wanted.
     *
     * @param to the whole path of a folder that is new or empty
     */
    record Wish(String label, Path to, Layout layout) {

        /** The form of a new job that loads what was exported. */
        private String loading() {
            return "/new?workload=ingest&p.source=directory&p.source-directory=" + Links.query(to.toString())
                    + (layout == Layout.FOLDERS ? "&p.recursive=true" : "");
        }
    }

    /**
     * How far it is.
     *
     * @param standing how far it is or how it ended, in a sentence
     * @param share    of it that is done, 0 to 100; empty while that is not known, and when it is over
     * @param lines    what it has told besides
     * @param loading  where a job that loads the files is asked for; empty before they are all there
     */
    record Standing(String standing, boolean running, boolean failed, Optional<Long> share, List<String> lines,
            String loading) {}

    private final Workbench workbench;
    private final Consumer<Throwable> failures;
    private Standing standing;
    private Thread thread;

    /** @param failures is told what broke, for the server's own record */
    ContentWork(Workbench workbench, Consumer<Throwable> failures) {
        this.workbench = workbench;
        this.failures = failures;
    }

    synchronized Optional<Standing> standing() {
        return Optional.ofNullable(standing);
    }

    /** @throws BadInput while another export is under way */
    synchronized void begin(Wish wish) {
        if (standing != null && standing.running()) {
            throw new BadInput("another export of content is still under way; one is done at a time");
        }
        standing = new Standing("Exporting the documents of " + wish.label() + " to " + wish.to() + ".", true, false,
                Optional.empty(), List.of(), "");
        thread = Thread.ofPlatform().name("tidemark-content").daemon().start(() -> work(wish));
    }

    private void work(Wish wish) {
        try {
            String done = workbench.exportContent(wish.label(), wish.to(), wish.layout(), new Teller(wish));
            over("Exported " + done + " of " + wish.label() + " to " + wish.to() + ".", false, wish.loading());
        } catch (BadInput | StoreException e) {
            String why = e.getMessage();
            over(Character.toUpperCase(why.charAt(0)) + why.substring(1) + ".", true, "");
        } catch (InterruptedException e) {
            over("Exporting the documents of " + wish.label() + " was broken off; " + wish.to()
                    + " holds a part of them.", true, "");
        } catch (RuntimeException e) {
            failures.accept(e);
            over("Tidemark broke while it exported the documents of " + wish.label() + "; its own output tells more.",
                    true, "");
        }
    }

    private synchronized void over(String how, boolean failed, String loading) {
        standing = new Standing(how, false, failed, Optional.empty(), standing.lines(), loading);
    }

    private synchronized void moved(Wish wish, Live live) {
        boolean known = live.expected() > 0;
        standing = new Standing("Exporting the documents of " + wish.label() + ": " + Brief.count(live.done())
                + (known ? " of " + Brief.count(live.expected()) : "") + " are in " + wish.to() + ".", true, false,
                known ? Optional.of(Math.min(100, 100 * live.done() / live.expected())) : Optional.empty(),
                standing.lines(), "");
    }

    private synchronized void told(String text) {
        List<String> lines = new ArrayList<>(standing.lines());
        lines.add(text);
        standing = new Standing(standing.standing(), true, false, standing.share(),
                lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()), "");
    }

    /** Breaks off what is under way, if anything is. */
    synchronized void stop() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }

    private final class Teller implements RunWatcher {

        private final Wish wish;

        Teller(Wish wish) {
            this.wish = wish;
        }

        @Override
        public void began(int toRun, int finished) {}

        @Override
        public void iterationBegan(int number, Planned planned) {}

        @Override
        public void live(Live live) {
            moved(wish, live);
        }

        @Override
        public void said(String kind, String text) {
            told(text);
        }

        @Override
        public void iterationEnded(Planned planned, State state, String verdict) {}
    }
}
