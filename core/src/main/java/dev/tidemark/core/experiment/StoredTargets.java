package dev.tidemark.core.experiment;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.plan.Planner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the targets that an experiment names, and that are kept elsewhere, under its own {@code targets}. */
final class StoredTargets {

    private static final String TARGET = "target";
    private static final String TARGETS = "targets";

    private StoredTargets() {}

    static DocumentNode.Mapping takenOver(DocumentNode.Mapping root, Map<String, TargetSpec> stored) {
        Map<String, DocumentNode> targets = new LinkedHashMap<>();
        switch (root.entries().get(TARGETS)) {
            case DocumentNode.Mapping declared -> targets.putAll(declared.entries());
            case DocumentNode.Sequence names -> listed(names).forEach(name -> targets.put(name.text(),
                    node(isDriver(name) ? driver(name.text()) : spec(name, List.of(), stored), name.place())));
            case null, default -> {
                // none; what is wrong with it is told when the experiment is read
            }
        }
        for (DocumentNode.Scalar name : chosen(root)) {
            if (!targets.containsKey(name.text()) && !isDriver(name)) {
                targets.put(name.text(), node(spec(name, targets.keySet(), stored), name.place()));
            }
        }
        boolean asBefore = targets.isEmpty() || root.entries().get(TARGETS) instanceof DocumentNode.Mapping declared
                && declared.entries().equals(targets);
        return asBefore ? root : with(root, targets);
    }

    private static boolean isDriver(DocumentNode.Scalar name) {
        return ExperimentReader.driverNames().contains(name.text());
    }

    /** A driver with its defaults, under its own name. */
    private static TargetSpec driver(String name) {
        return new TargetSpec(name, name, Map.of());
    }

    private static DocumentNode.Mapping with(DocumentNode.Mapping root, Map<String, DocumentNode> targets) {
        Map<String, DocumentNode> entries = new LinkedHashMap<>();
        DocumentNode before = root.entries().get(TARGETS);
        DocumentNode after = new DocumentNode.Mapping(targets, before == null ? root.place() : before.place());
        root.entries().forEach((key, documentNode) -> {
            entries.put(key, key.equals(TARGETS) ? after : documentNode);
            if (key.equals(TARGET)) {
                entries.put(TARGETS, after);
            }
        });
        entries.put(TARGETS, after);
        return new DocumentNode.Mapping(entries, root.place());
    }

    private static TargetSpec spec(DocumentNode.Scalar name, Collection<String> declared, Map<String,
            TargetSpec> stored) {
        TargetSpec spec = stored.get(name.text());
        if (spec == null) {
            List<String> all = Stream.of(declared, stored.keySet(), ExperimentReader.driverNames())
                    .flatMap(Collection::stream).toList();
            throw new InvalidInputException(name.place() + ": unknown target '" + name.text() + "'"
                    + Suggestions.hint(name.text(), all));
        }
        return spec;
    }

    private static List<DocumentNode.Scalar> listed(DocumentNode.Sequence names) {
        return names.items().stream().map(item -> item instanceof DocumentNode.Scalar s ? s : ExperimentReader
                .<DocumentNode.Scalar>fail(item, "targets: a list holds names; a target with settings is written as "
                        + "NAME: {driver: DRIVER, SETTING: VALUE}")).toList();
    }

    /** Every name of a target that stands in the document where a name of one is wanted. */
    private static Set<DocumentNode.Scalar> chosen(DocumentNode.Mapping root) {
        List<DocumentNode> nodes = new ArrayList<>();
        nodes.add(root.entries().get(TARGET));
        if (root.entries().get("vary") instanceof DocumentNode.Mapping vary) {
            nodes.add(vary.entries().get(Planner.TARGET));
        }
        if (root.entries().get("points") instanceof DocumentNode.Sequence points) {
            points.items().stream().filter(DocumentNode.Mapping.class::isInstance).map(DocumentNode.Mapping.class::cast)
                    .forEach(point -> nodes.add(point.entries().get(Planner.TARGET)));
        }
        Set<DocumentNode.Scalar> names = new LinkedHashSet<>();
        for (DocumentNode documentNode : nodes) {
            switch (documentNode) {
                case DocumentNode.Scalar s -> names.add(s);
                case DocumentNode.Sequence s -> s.items().stream().filter(DocumentNode.Scalar.class::isInstance)
                        .map(DocumentNode.Scalar.class::cast).forEach(names::add);
                case null, default -> { }
            }
        }
        return names;
    }

    private static DocumentNode node(TargetSpec spec, String place) {
        Map<String, DocumentNode> settings = new LinkedHashMap<>();
        settings.put("driver", new DocumentNode.Scalar(spec.driver(), place));
        spec.settings().forEach((name, text) -> settings.put(name, new DocumentNode.Scalar(text, place)));
        return new DocumentNode.Mapping(settings, place);
    }
}
