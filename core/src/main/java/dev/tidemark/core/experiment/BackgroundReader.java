package dev.tidemark.core.experiment;

import static dev.tidemark.core.experiment.ExperimentReader.at;
import static dev.tidemark.core.experiment.ExperimentReader.fail;

import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Reads background tasks: a list under {@code background}, and named lists under {@code timetables}, which can then
 * stand wherever the setting {@code background} has a value. All become texts of that setting, so that a timetable is
 * set, varied, recorded and shown like any other value.
 */
final class BackgroundReader {

    static final String BACKGROUND = LoadParams.BACKGROUND.name();
    static final String TIMETABLES = "timetables";
    /** What a task is, in a list. */
    static final String DO = "do";

    private static final String NONE = LoadParams.BACKGROUND.absent();
    private static final String NAME = "[a-z][a-z0-9-]{0,63}";

    private final DocumentNode.Mapping root;
    private final Map<String, BackgroundSchedule> named = new LinkedHashMap<>();

    private BackgroundReader(DocumentNode.Mapping root) {
        this.root = root;
    }

    /**
     * The document without both keys, and with a text wherever a timetable was named or written out.
     *
     * @throws InvalidInputException saying what is wrong, where, and the nearest valid name
     */
    static DocumentNode.Mapping read(DocumentNode.Mapping root) {
        return new BackgroundReader(root).rewritten();
    }

    private DocumentNode.Mapping rewritten() {
        readNamed();
        Map<String, DocumentNode> entries = new LinkedHashMap<>(root.entries());
        entries.remove(TIMETABLES);
        DocumentNode own = entries.remove(BACKGROUND);
        for (String key : List.of("set", "vary")) {
            entries.computeIfPresent(key, (k, documentNode) -> rewritten(documentNode));
        }
        entries.computeIfPresent("points", (k, documentNode) -> items(documentNode, this::rewritten));
        entries.computeIfPresent("targets", (k, documentNode) -> values(documentNode, this::rewritten));
        if (own != null) {
            entries.put("set", withBackground(entries.get("set"), own));
        }
        return new DocumentNode.Mapping(entries, root.place());
    }

    private void readNamed() {
        DocumentNode documentNode = root.entries().get(TIMETABLES);
        if (documentNode == null) {
            return;
        }
        if (!(documentNode instanceof DocumentNode.Mapping timetables)) {
            fail(documentNode, "timetables: a mapping is wanted here, names with their lists of tasks, not "
                    + documentNode.kind());
            return;
        }
        timetables.entries().forEach((name, tasks) -> {
            if (!name.matches(NAME) || name.equals(NONE) || taskNames().contains(name)) {
                fail(tasks, "timetables: '" + name + "' is no name for a timetable" + (name.matches(NAME)
                        ? ", since it means something already"
                        : "; it begins with a letter and has lower case letters, "
                                + "digits and hyphens, 64 at most"));
            }
            BackgroundSchedule written = timetable(tasks);
            if (!written.name().isEmpty()) {
                fail(tasks, "timetables: " + name + " has another name, " + written.name() + ", within");
            }
            named.put(name, new BackgroundSchedule(name, written.entries()));
        });
    }

    private DocumentNode withBackground(DocumentNode set, DocumentNode background) {
        Map<String, DocumentNode> settings = new LinkedHashMap<>();
        if (set instanceof DocumentNode.Mapping before) {
            if (before.entries().containsKey(BACKGROUND)) {
                fail(background, "background stands here and under set; one of them is enough");
            }
            settings.putAll(before.entries());
        } else if (set != null && !(set instanceof DocumentNode.Scalar s && s.text().isEmpty())) {
            return set; // which will be refused
        }
        settings.put(BACKGROUND, text(background));
        return new DocumentNode.Mapping(settings, set == null ? background.place() : set.place());
    }

    /** Settings, with texts for timetables. */
    private DocumentNode rewritten(DocumentNode settings) {
        if (!(settings instanceof DocumentNode.Mapping m) || !m.entries().containsKey(BACKGROUND)) {
            return settings;
        }
        Map<String, DocumentNode> entries = new LinkedHashMap<>(m.entries());
        DocumentNode value = entries.get(BACKGROUND);
        boolean alternatives = value instanceof DocumentNode.Sequence s
                && s.items().stream().noneMatch(BackgroundReader::isTask);
        entries.put(BACKGROUND, alternatives ? items(value, this::text) : text(value));
        return new DocumentNode.Mapping(entries, m.place());
    }

    private static boolean isTask(DocumentNode documentNode) {
        return documentNode instanceof DocumentNode.Mapping;
    }

    private static DocumentNode items(DocumentNode documentNode, UnaryOperator<DocumentNode> change) {
        return documentNode instanceof DocumentNode.Sequence s
                ? new DocumentNode.Sequence(s.items().stream().map(change).toList(), s.place())
                : documentNode;
    }

    private static DocumentNode values(DocumentNode documentNode, UnaryOperator<DocumentNode> change) {
        if (!(documentNode instanceof DocumentNode.Mapping m)) {
            return documentNode;
        }
        Map<String, DocumentNode> entries = new LinkedHashMap<>();
        m.entries().forEach((name, value) -> entries.put(name, change.apply(value)));
        return new DocumentNode.Mapping(entries, m.place());
    }

    /** A timetable, by name, as a text or as a list, as the text of the setting. */
    private DocumentNode text(DocumentNode documentNode) {
        if (documentNode instanceof DocumentNode.Scalar s) {
            String word = s.text().strip();
            if (word.equalsIgnoreCase(NONE)) {
                return s;
            }
            if (named.containsKey(word)) {
                return new DocumentNode.Scalar(named.get(word).toString(), s.place());
            }
            if (word.matches(NAME) && !taskNames().contains(word)) {
                List<String> known = new ArrayList<>(named.keySet());
                known.addAll(taskNames());
                known.add(NONE);
                fail(documentNode, "background: '" + word + "' is neither a timetable nor a task"
                        + Suggestions.hint(word, known));
            }
        }
        return new DocumentNode.Scalar(timetable(documentNode).toString(), documentNode.place());
    }

    private static BackgroundSchedule timetable(DocumentNode documentNode) {
        return switch (documentNode) {
            case DocumentNode.Scalar s -> at(s, () -> LoadParams.BACKGROUND.parse(s.text()));
            case DocumentNode.Mapping task -> new BackgroundSchedule("", List.of(entry(task)));
            case DocumentNode.Sequence tasks -> {
                List<ScheduledTask> entries = tasks.items().stream().map(BackgroundReader::entry).toList();
                yield at(tasks, () -> new BackgroundSchedule("", entries));
            }
        };
    }

    private static ScheduledTask entry(DocumentNode documentNode) {
        if (!(documentNode instanceof DocumentNode.Mapping m)
                || !(m.entries().get(DO) instanceof DocumentNode.Scalar task)) {
            return fail(documentNode,
                    "background: a task is a mapping, as in {do: fold-heads, every: 10m, throttle: 20k/s}");
        }
        Map<String, String> options = new LinkedHashMap<>();
        m.entries().forEach((name, value) -> {
            if (!name.equals(DO)) {
                options.put(name, value instanceof DocumentNode.Scalar s ? s.text()
                        : fail(value, "background: " + name + ": one value is wanted here, not " + value.kind()));
            }
        });
        return at(documentNode, () -> {
            try {
                ScheduledTask entry = ScheduledTask.of(task.text().strip(), options);
                entry.toString(); // a program with both kinds of quotes could not be written down
                return entry;
            } catch (InvalidInputException e) {
                throw new InvalidInputException("background: " + e.getMessage());
            }
        });
    }

    private static List<String> taskNames() {
        return Types.oneOf(TaskKind.class).words();
    }
}
