package dev.tidemark.web.transfer;

import static dev.tidemark.web.http.Access.ADMINISTRATOR;

import dev.tidemark.app.Workbench;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.web.http.Form;
import dev.tidemark.web.http.Frame.Kind;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.Visit;
import dev.tidemark.web.transfer.ContentWork.Standing;
import dev.tidemark.web.transfer.ContentWork.Wish;
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
    private final ContentWork work;

    /** @param failures is told what broke, for the server's own record */
    public ContentPages(Workbench workbench, Consumer<Throwable> failures) {
        this.workbench = workbench;
        this.work = new ContentWork(workbench, failures);
    }

    public List<Route> routes() {
        return List.of(
                Route.get(CONTENT, ADMINISTRATOR, v -> show(v, Form.empty(), "")),
                Route.post(CONTENT, ADMINISTRATOR, this::begin),
                Route.post("/content/stop", ADMINISTRATOR, this::stop));
    }

    /**
     * What the page offers.
     *
     * @param labels of which a database is kept
     */
    public record View(List<String> labels, Form filled, String complaint) {}

    /**
     * How the export stands, as the page shows it.
     *
     * @param said what is told, in a sentence; empty before the first export
     */
    public record Progress(String said, boolean running, boolean failed, Optional<Long> share, List<String> lines,
            String loading) {

        private static final Progress NONE = new Progress("", false, false, Optional.empty(), List.of(), "");

        private static Progress of(Standing s) {
            return new Progress(s.standing(), s.running(), s.failed(), s.share(), s.lines(), s.loading());
        }
    }

    private void show(Visit visit, Form filled, String complaint) {
        Progress progress = work.standing().map(Progress::of).orElse(Progress.NONE);
        if (visit.partly()) {
            visit.part("transfer/progress.jte", Map.of("progress", progress));
        } else {
            visit.page(Kind.of("Export content", SECTION, "htmx.js"), "transfer/content.jte", Map.of("progress",
                    progress, "view", new View(workbench.keptLabels(), filled, complaint)));
        }
    }

    private void begin(Visit visit) {
        Form form = visit.form();
        try {
            work.begin(new Wish(label(form), folder(form.needed("to").strip()),
                    form.text("folders").isPresent() ? Layout.FOLDERS : Layout.FLAT));
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

    private void stop(Visit visit) {
        work.stop();
        visit.leadOn(CONTENT);
    }

    @Override
    public void close() {
        work.close();
    }
}
