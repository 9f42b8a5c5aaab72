package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Links;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.work.LongWork;
import dev.tidemark.web.work.LongWork.How;
import dev.tidemark.web.work.LongWork.Standing;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code /content}: the documents of a kept database, written to files of the server, ready to be loaded again. */
public final class ContentPages implements AutoCloseable {

    private static final String CONTENT = "/content";
    private static final String SECTION = "/reports";

    private final Workbench workbench;
    private final LongWork work;
    private volatile Optional<Wish> last = Optional.empty();

    /** @param failures is told what broke, for the server's own record */
    public ContentPages(Workbench workbench, Clock clock, Consumer<Throwable> failures) {
        this.workbench = workbench;
        this.work = new LongWork("documents", clock, failures);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(CONTENT, ADMINISTRATOR, v -> show(v, Form.empty(), "")),
                Route.post(CONTENT, ADMINISTRATOR, this::begin),
                Route.get("/content/work/{number}/stop", ADMINISTRATOR, this::askToStop),
                Route.post("/content/work/{number}/stop", ADMINISTRATOR, this::stop));
    }

    /**
     * What was asked for last.
     *
     * @param to the whole path of a folder that is new or empty
     */
    private record Wish(long number, Path to, Layout layout) {

        /** The form of a new job that loads what was exported. */
        String loading() {
            return "/new?workload=ingest&p.source=directory&p.source-directory=" + Links.query(to.toString())
                    + (layout == Layout.FOLDERS ? "&p.recursive=true" : "");
        }
    }

    /**
     * What the page offers.
     *
     * @param labels of which a database is kept
     */
    public record View(List<String> labels, Form filled, String complaint) {}

    private void show(Visit visit, Form filled, String complaint) {
        Optional<Standing> standing = work.standing();
        // Where a job that loads the files is asked for, once they are all there.
        String loading = standing.filter(s -> s.how() == How.DONE)
                .flatMap(s -> last.filter(w -> w.number() == s.number())).map(Wish::loading).orElse("");
        if (visit.partly()) {
            visit.changing("transfer/progress.jte", Map.of("work", standing, "loading", loading));
        } else {
            visit.page(Kind.of("Export content", SECTION, "htmx.js"), "transfer/content.jte", Map.of("work", standing,
                    "loading", loading, "view", new View(workbench.keptLabels(), filled, complaint)));
        }
    }

    private void begin(Visit visit) {
        Form form = visit.form();
        try {
            String label = label(form);
            Path to = folder(form.needed("to").strip());
            Layout layout = form.text("folders").isPresent() ? Layout.FOLDERS : Layout.FLAT;
            long number = work.begin("Exporting the documents of " + label + " to " + to,
                    "Exported the documents of " + label + " to " + to, visit.author(),
                    (watcher, stopper) -> workbench.exportContent(label, to, layout, watcher, stopper));
            last = Optional.of(new Wish(number, to, layout));
            visit.leadOn(CONTENT);
        } catch (BadInput e) {
            visit.context().status(400);
            show(visit, form, e.getMessage());
        }
    }

    private String label(Form form) {
        String label = form.needed("label");
        List<String> kept = workbench.keptLabels();
        if (!kept.contains(label)) {
            throw new BadInput("of label '" + label + "' no database is kept" + Nearest.hint(label, kept));
        }
        return label;
    }

    /** The browser knows nothing of the folder that the server was started in, so a path must be whole. */
    private static Path folder(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new BadInput("a path must not contain control characters");
        }
        try {
            Path path = Path.of(text);
            if (!path.isAbsolute()) {
                throw new BadInput("'" + text + "' is no whole path; begin with " + path.toAbsolutePath().getRoot());
            }
            Path folder = path.normalize();
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                throw new BadInput(folder + " is not a directory");
            }
            return folder;
        } catch (InvalidPathException e) {
            throw new BadInput("'" + text + "' is no path: " + e.getReason());
        }
    }

    private void askToStop(Visit visit) {
        Standing now = work.running(visit.number("number"));
        visit.ask(CONTENT, "Stop exporting", "It ends within seconds. The files that are written stay.",
                CONTENT + "/work/" + now.number() + "/stop", CONTENT);
    }

    private void stop(Visit visit) {
        Standing now = work.running(visit.number("number"));
        visit.leadOn(CONTENT, work.stop(now.number()) ? "The export is being stopped." : "The export was over already.");
    }

    @Override
    public void close() {
        work.close();
    }
}
