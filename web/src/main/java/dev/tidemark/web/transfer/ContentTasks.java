package dev.tidemark.web.transfer;

import module java.base;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.data.ContentExport.Layout;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.time.Clock;
import dev.tidemark.web.work.SingleTaskExecutor;

/**
 * What people and programs can have done with the documents of kept databases. What is asked for is checked at once;
 * then it goes on by itself, one export at a time.
 */
public final class ContentTasks extends SingleTaskExecutor {

    private final Workbench workbench;
    private volatile Optional<Order> last = Optional.empty();

    /** @param failures is told what broke, for the server's own record */
    public ContentTasks(Workbench workbench, Clock clock, Consumer<Throwable> failures) {
        super("documents", clock, failures);
        this.workbench = workbench;
    }

    /**
     * What was asked for.
     *
     * @param to the absolute path of a folder that is new or empty
     */
    record Order(long number, Path to, Layout layout) {}

    /** The labels of which a database is kept, the newest run first. */
    public List<String> labels() {
        return workbench.retainedLabels();
    }

    /** What was written last; empty while it is being written, and where it was not written to the end. */
    Optional<Order> written() {
        return latest().filter(s -> s.how() == How.DONE).flatMap(s -> last.filter(o -> o.number() == s.number()));
    }

    /**
     * Begins to write the documents of a label to files.
     *
     * @param to     the absolute path of a folder of this machine that is new or empty
     * @param author who asks for it
     * @throws InvalidInputException when nothing is kept of the label, the path cannot be used, or something else is
     *                 being done
     */
    public void begin(String label, String to, Layout layout, String author) {
        String labels = requireRetained(label);
        Path folder = folder(to);
        workbench.policy().checkFolder("to", folder);
        long number = begin("Exporting the documents of " + labels + " to " + folder,
                "Exported the documents of " + labels + " to " + folder, author,
                (watcher, cancellationToken) -> workbench.exportContent(labels, folder, layout, watcher,
                cancellationToken));
        last = Optional.of(new Order(number, folder, layout));
    }

    private String requireRetained(String label) {
        List<String> labels = labels();
        if (!labels.contains(label)) {
            throw new InvalidInputException("of label '" + label + "' no database is kept"
                    + Suggestions.hint(label, labels));
        }
        return label;
    }

    /** Who asks knows nothing of the folder that the server was started in, so a path must be whole. */
    private static Path folder(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException("a path must not contain control characters");
        }
        try {
            Path path = Path.of(text);
            if (!path.isAbsolute()) {
                throw new InvalidInputException("'" + text + "' is no absolute path; begin with "
                        + path.toAbsolutePath().getRoot());
            }
            Path folder = path.normalize();
            if (Files.exists(folder) && !Files.isDirectory(folder)) {
                throw new InvalidInputException(folder + " is not a directory");
            }
            return folder;
        } catch (InvalidPathException e) {
            throw new InvalidInputException("'" + text + "' is no path: " + e.getReason());
        }
    }
}
