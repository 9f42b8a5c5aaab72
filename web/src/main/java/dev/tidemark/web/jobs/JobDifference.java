package dev.tidemark.web.jobs;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.experiment.ExperimentReader;
import dev.tidemark.core.param.InvalidInputException;

/** What the experiment of a job says otherwise than that of another: its settings, plan and targets, in few words. */
final class JobDifference {

    /** More of them tell nobody anything in a list. */
    private static final int MOST = 4;
    private static final Set<String> SETTINGS = Set.of("set", "vary", "plan");
    /** Shown by themselves. */
    private static final Set<String> APART = Set.of("label", "workload", "tags");

    private JobDifference() {}

    /** What an experiment says, by name; empty where it cannot be read any more. */
    static Map<String, String> values(String yaml) {
        Map<String, String> values = new LinkedHashMap<>();
        try {
            DocumentNode.Mapping experiment = ExperimentReader.document(yaml, "experiment");
            Set<String> varied = experiment.get("vary") instanceof DocumentNode.Mapping vary ? vary.entries().keySet()
                    : Set.of();
            experiment.entries().forEach((key, node) -> {
                if (key.equals("targets") && node instanceof DocumentNode.Mapping targets) {
                    targets(values, targets);
                } else if (key.equals("set") && node instanceof DocumentNode.Mapping set) {
                    set.entries().forEach((name, value) ->
                            put(values, varied.contains(name) ? "default of " + name : name, value));
                } else if (!APART.contains(key)) {
                    put(values, SETTINGS.contains(key) ? "" : key, node);
                }
            });
        } catch (InvalidInputException e) {
            return Map.of();
        }
        return values;
    }

    /** The tags of an experiment, as {@code disk-type ssd}. */
    static List<String> tags(String yaml) {
        try {
            return ExperimentReader.document(yaml, "experiment").get("tags") instanceof DocumentNode.Mapping tags
                    ? tags.entries().entrySet().stream().map(e -> e.getKey() + " " + text(e.getValue())).toList()
                    : List.of();
        } catch (InvalidInputException e) {
            return List.of();
        }
    }

    /** Their names, and what each has of its own. */
    private static void targets(Map<String, String> values, DocumentNode.Mapping targets) {
        values.put("target", String.join(", ", targets.entries().keySet()));
        targets.entries().forEach((name, settings) -> put(values, name,
                settings instanceof DocumentNode.Mapping own ? own.without("driver") : settings));
    }

    private static void put(Map<String, String> values, String name, DocumentNode node) {
        if (node instanceof DocumentNode.Mapping mapping) {
            mapping.entries().forEach((key, value) -> put(values, name.isEmpty() ? key : name + " " + key, value));
        } else {
            values.merge(name.isEmpty() ? "plan" : name, text(node), (one, other) -> one + "; " + other);
        }
    }

    private static String text(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Scalar s -> s.text();
            case DocumentNode.Sequence s -> s.items().stream().map(JobDifference::text)
                    .collect(Collectors.joining(", "));
            case DocumentNode.Mapping m -> m.entries().entrySet().stream()
                    .map(e -> e.getKey() + " " + text(e.getValue())).collect(Collectors.joining(", "));
        };
    }

    /** As in "batch-size 10 (was 1) · workers 4"; empty where both say the same. */
    static String between(Map<String, String> before, Map<String, String> now) {
        Set<String> names = new LinkedHashSet<>(now.keySet());
        names.addAll(before.keySet());
        List<String> other = new ArrayList<>();
        for (String name : names) {
            String was = before.get(name);
            String is = now.get(name);
            if (is == null) {
                other.add("no " + name + " (was " + was + ")");
            } else if (!is.equals(was)) {
                other.add(name + " " + is + (was == null ? "" : " (was " + was + ")"));
            }
        }
        return other.stream().limit(MOST).collect(Collectors.joining(" · "))
                + (other.size() > MOST ? " · and " + (other.size() - MOST) + " more" : "");
    }
}
