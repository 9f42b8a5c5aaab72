package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.load.LoadParams;
import dev.tidemark.core.load.background.BackgroundSchedule;
import dev.tidemark.core.load.background.ScheduledTask;
import dev.tidemark.core.load.background.TaskKind;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;

/**
 * Reads background tasks: a list under {@code background}, and named lists under {@code timetables}, which can then
 * stand wherever the setting {@code background} has a value. All become texts of that setting, so that a timetable is
 * set, varied, recorded and shown like any other value.
 */
final class BackgroundReader {

    private static final String BACKGROUND = ExperimentKeys.BACKGROUND.name();
    private static final String SET = ExperimentKeys.SET.name();
    private static final String NONE = LoadParams.BACKGROUND.absent();
    private static final String NAME = "[a-z][a-z0-9-]{0,63}";

    private BackgroundReader() {}

    /**
     * The document without both keys, and with a text wherever a timetable was named or written out.
     *
     * @throws InvalidInputException saying what is wrong, where, and the nearest valid name
     */
    static DocumentNode.Mapping read(DocumentNode.Mapping root) {
        ExperimentReader in = ExperimentReader.of(root);
        Map<String, BackgroundSchedule> named = in.get(ExperimentKeys.TIMETABLES);
        UnaryOperator<DocumentNode> rewrite = settings -> rewritten(settings, named);
        DocumentNode.Mapping rest = root.without(ExperimentKeys.TIMETABLES.name()).without(BACKGROUND)
                .change(SET, rewrite).change(ExperimentKeys.VARY.name(), rewrite)
                .change(ExperimentKeys.POINTS.name(), points -> points.map(rewrite))
                .change(ExperimentKeys.TARGETS.name(), targets -> targets.map(rewrite));
        if (!in.has(ExperimentKeys.BACKGROUND)) {
            return rest;
        }
        DocumentNode background = in.node(ExperimentKeys.BACKGROUND);
        DocumentNode.Mapping set = in.names(ExperimentKeys.SET);
        if (set.has(BACKGROUND)) {
            background.fail("background is given here and under set; leave one of them out");
        }
        return rest.with(SET, set.with(BACKGROUND,
                new DocumentNode.Scalar(in.get(ExperimentKeys.BACKGROUND), background.place())));
    }

    static Map<String, BackgroundSchedule> named(DocumentNode node, ExperimentReader in) {
        if (!(node instanceof DocumentNode.Mapping timetables)) {
            return node.fail("timetables: a mapping is expected here, names with their lists of tasks, not "
                    + node.kind());
        }
        Map<String, BackgroundSchedule> named = new LinkedHashMap<>();
        timetables.entries().forEach((name, tasks) -> {
            if (!name.matches(NAME) || name.equals(NONE) || taskNames().contains(name)) {
                tasks.fail("timetables: '" + name + "' is no name for a timetable" + (name.matches(NAME)
                        ? ", since it means something already"
                        : "; it begins with a letter and has lower case letters, digits and hyphens, 64 at most"));
            }
            BackgroundSchedule written = timetable(tasks);
            if (!written.name().isEmpty()) {
                tasks.fail("timetables: " + name + " has another name, " + written.name() + ", within");
            }
            named.put(name, new BackgroundSchedule(name, written.entries()));
        });
        return named;
    }

    /** The other way round. */
    static Map<String, String> written(Map<String, BackgroundSchedule> named) {
        Map<String, String> written = new LinkedHashMap<>();
        named.forEach((name, tasks) -> written.put(name, new BackgroundSchedule("", tasks.entries()).toString()));
        return written;
    }

    /** Settings, with texts for timetables. */
    private static DocumentNode rewritten(DocumentNode settings, Map<String, BackgroundSchedule> named) {
        UnaryOperator<DocumentNode> rewrite = node -> new DocumentNode.Scalar(text(node, named), node.place());
        return settings instanceof DocumentNode.Mapping m ? m.change(BACKGROUND, value ->
                value instanceof DocumentNode.Sequence s
                        && s.items().stream().noneMatch(DocumentNode.Mapping.class::isInstance)
                        ? s.map(rewrite) : rewrite.apply(value)) : settings;
    }

    /** A timetable, by name, as a text or as a list, as the text of the setting. */
    static String text(DocumentNode node, Map<String, BackgroundSchedule> named) {
        if (node instanceof DocumentNode.Scalar s) {
            String word = s.text().strip();
            if (word.equalsIgnoreCase(NONE)) {
                return s.text();
            }
            if (named.containsKey(word)) {
                return named.get(word).toString();
            }
            if (word.matches(NAME) && !taskNames().contains(word)) {
                List<String> known = new ArrayList<>(named.keySet());
                known.addAll(taskNames());
                known.add(NONE);
                node.fail("background: '" + word + "' is neither a timetable nor a task"
                        + Suggestions.hint(word, known));
            }
        }
        return timetable(node).toString();
    }

    private static BackgroundSchedule timetable(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Scalar s -> s.at(() -> LoadParams.BACKGROUND.parse(s.text()));
            case DocumentNode.Mapping task -> new BackgroundSchedule("", List.of(entry(task)));
            case DocumentNode.Sequence tasks -> {
                List<ScheduledTask> entries = tasks.items().stream().map(BackgroundReader::entry).toList();
                yield tasks.at(() -> new BackgroundSchedule("", entries));
            }
        };
    }

    private static ScheduledTask entry(DocumentNode node) {
        String key = ExperimentKeys.DO.name();
        if (!(node instanceof DocumentNode.Mapping m) || !(m.get(key) instanceof DocumentNode.Scalar task)) {
            return node.fail("background: a task is a mapping, as in {do: fold-heads, every: 10m, throttle: 20k/s}");
        }
        Map<String, String> options = new LinkedHashMap<>();
        m.without(key).entries().forEach((name, value) -> options.put(name, value instanceof DocumentNode.Scalar s
                ? s.text() : value.fail("background: " + name + ": one value is expected here, not " + value.kind())));
        return node.at(() -> {
            try {
                ScheduledTask entry = ScheduledTask.of(task.text().strip(), options);
                entry.toString(); // a program with both kinds of quotes could not be written down
                return entry;
            } catch (InvalidInputException e) {
                throw new InvalidInputException("background: " + e.getMessage());
            }
        });
    }

    static List<String> taskNames() {
        return Types.oneOf(TaskKind.class).words();
    }
}
