package dev.tidemark.core.spec;

import static dev.tidemark.core.spec.ExperimentReader.at;
import static dev.tidemark.core.spec.ExperimentReader.fail;

import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.TaskKind;
import dev.tidemark.core.load.Timetable;
import dev.tidemark.core.load.TimetableEntry;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
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

    private final Node.Mapping root;
    private final Map<String, Timetable> named = new LinkedHashMap<>();

    private BackgroundReader(Node.Mapping root) {
        this.root = root;
    }

    /**
     * The document without both keys, and with a text wherever a timetable was named or written out.
     *
     * @throws BadInput saying what is wrong, where, and the nearest valid name
     */
    static Node.Mapping read(Node.Mapping root) {
        return new BackgroundReader(root).rewritten();
    }

    private Node.Mapping rewritten() {
        readNamed();
        Map<String, Node> entries = new LinkedHashMap<>(root.entries());
        entries.remove(TIMETABLES);
        Node own = entries.remove(BACKGROUND);
        for (String key : List.of("set", "vary")) {
            entries.computeIfPresent(key, (k, node) -> rewritten(node));
        }
        entries.computeIfPresent("points", (k, node) -> items(node, this::rewritten));
        entries.computeIfPresent("targets", (k, node) -> values(node, this::rewritten));
        if (own != null) {
            entries.put("set", withBackground(entries.get("set"), own));
        }
        return new Node.Mapping(entries, root.place());
    }

    private void readNamed() {
        Node node = root.entries().get(TIMETABLES);
        if (node == null) {
            return;
        }
        if (!(node instanceof Node.Mapping timetables)) {
            fail(node, "timetables: a mapping is wanted here, names with their lists of tasks, not " + node.kind());
            return;
        }
        timetables.entries().forEach((name, tasks) -> {
            if (!name.matches(NAME) || name.equals(NONE) || taskNames().contains(name)) {
                fail(tasks, "timetables: '" + name + "' is no name for a timetable" + (name.matches(NAME)
                        ? ", since it means something already" : "; it begins with a letter and has lower case letters, "
                                + "digits and hyphens, 64 at most"));
            }
            Timetable written = timetable(tasks);
            if (!written.name().isEmpty()) {
                fail(tasks, "timetables: " + name + " has another name, " + written.name() + ", within");
            }
            named.put(name, new Timetable(name, written.entries()));
        });
    }

    private Node withBackground(Node set, Node background) {
        Map<String, Node> settings = new LinkedHashMap<>();
        if (set instanceof Node.Mapping before) {
            if (before.entries().containsKey(BACKGROUND)) {
                fail(background, "background stands here and under set; one of them is enough");
            }
            settings.putAll(before.entries());
        } else if (set != null && !(set instanceof Node.Scalar s && s.text().isEmpty())) {
            return set; // which will be refused
        }
        settings.put(BACKGROUND, text(background));
        return new Node.Mapping(settings, set == null ? background.place() : set.place());
    }

    /** Settings, with texts for timetables. */
    private Node rewritten(Node settings) {
        if (!(settings instanceof Node.Mapping m) || !m.entries().containsKey(BACKGROUND)) {
            return settings;
        }
        Map<String, Node> entries = new LinkedHashMap<>(m.entries());
        Node value = entries.get(BACKGROUND);
        boolean alternatives = value instanceof Node.Sequence s
                && s.items().stream().noneMatch(BackgroundReader::isTask);
        entries.put(BACKGROUND, alternatives ? items(value, this::text) : text(value));
        return new Node.Mapping(entries, m.place());
    }

    private static boolean isTask(Node node) {
        return node instanceof Node.Mapping;
    }

    private static Node items(Node node, UnaryOperator<Node> change) {
        return node instanceof Node.Sequence s ? new Node.Sequence(s.items().stream().map(change).toList(), s.place())
                : node;
    }

    private static Node values(Node node, UnaryOperator<Node> change) {
        if (!(node instanceof Node.Mapping m)) {
            return node;
        }
        Map<String, Node> entries = new LinkedHashMap<>();
        m.entries().forEach((name, value) -> entries.put(name, change.apply(value)));
        return new Node.Mapping(entries, m.place());
    }

    /** A timetable, by name, as a text or as a list, as the text of the setting. */
    private Node text(Node node) {
        if (node instanceof Node.Scalar s) {
            String word = s.text().strip();
            if (word.equalsIgnoreCase(NONE)) {
                return s;
            }
            if (named.containsKey(word)) {
                return new Node.Scalar(named.get(word).toString(), s.place());
            }
            if (word.matches(NAME) && !taskNames().contains(word)) {
                List<String> known = new ArrayList<>(named.keySet());
                known.addAll(taskNames());
                known.add(NONE);
                fail(node, "background: '" + word + "' is neither a timetable nor a task" + Nearest.hint(word, known));
            }
        }
        return new Node.Scalar(timetable(node).toString(), node.place());
    }

    private static Timetable timetable(Node node) {
        return switch (node) {
            case Node.Scalar s -> at(s, () -> LoadParams.BACKGROUND.parse(s.text()));
            case Node.Mapping task -> new Timetable("", List.of(entry(task)));
            case Node.Sequence tasks -> {
                List<TimetableEntry> entries = tasks.items().stream().map(BackgroundReader::entry).toList();
                yield at(tasks, () -> new Timetable("", entries));
            }
        };
    }

    private static TimetableEntry entry(Node node) {
        if (!(node instanceof Node.Mapping m) || !(m.entries().get(DO) instanceof Node.Scalar task)) {
            return fail(node, "background: a task is a mapping, as in {do: fold-heads, every: 10m, throttle: 20k/s}");
        }
        Map<String, String> options = new LinkedHashMap<>();
        m.entries().forEach((name, value) -> {
            if (!name.equals(DO)) {
                options.put(name, value instanceof Node.Scalar s ? s.text()
                        : fail(value, "background: " + name + ": one value is wanted here, not " + value.kind()));
            }
        });
        return at(node, () -> {
            try {
                TimetableEntry entry = TimetableEntry.of(task.text().strip(), options);
                entry.toString(); // a program with both kinds of quotes could not be written down
                return entry;
            } catch (BadInput e) {
                throw new BadInput("background: " + e.getMessage());
            }
        });
    }

    private static List<String> taskNames() {
        return Types.oneOf(TaskKind.class).words();
    }
}
