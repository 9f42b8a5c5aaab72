package dev.tidemark.core.spec;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
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

    static Node.Mapping takenOver(Node.Mapping root, Map<String, TargetSpec> stored) {
        Map<String, Node> targets = new LinkedHashMap<>();
        switch (root.entries().get(TARGETS)) {
            case Node.Mapping declared -> targets.putAll(declared.entries());
            case Node.Sequence names -> listed(names).forEach(name -> targets.put(name.text(),
                    node(isDriver(name) ? driver(name.text()) : spec(name, List.of(), stored), name.place())));
            case null, default -> {
                // none; what is wrong with it is told when the experiment is read
            }
        }
        for (Node.Scalar name : chosen(root)) {
            if (!targets.containsKey(name.text()) && !isDriver(name)) {
                targets.put(name.text(), node(spec(name, targets.keySet(), stored), name.place()));
            }
        }
        boolean asBefore = targets.isEmpty() || root.entries().get(TARGETS) instanceof Node.Mapping declared
                && declared.entries().equals(targets);
        return asBefore ? root : with(root, targets);
    }

    private static boolean isDriver(Node.Scalar name) {
        return ExperimentReader.driverNames().contains(name.text());
    }

    /** A driver with its defaults, under its own name. */
    private static TargetSpec driver(String name) {
        return new TargetSpec(name, name, Map.of());
    }

    private static Node.Mapping with(Node.Mapping root, Map<String, Node> targets) {
        Map<String, Node> entries = new LinkedHashMap<>();
        Node before = root.entries().get(TARGETS);
        Node after = new Node.Mapping(targets, before == null ? root.place() : before.place());
        root.entries().forEach((key, node) -> {
            entries.put(key, key.equals(TARGETS) ? after : node);
            if (key.equals(TARGET)) {
                entries.put(TARGETS, after);
            }
        });
        entries.put(TARGETS, after);
        return new Node.Mapping(entries, root.place());
    }

    private static TargetSpec spec(Node.Scalar name, Collection<String> declared, Map<String, TargetSpec> stored) {
        TargetSpec spec = stored.get(name.text());
        if (spec == null) {
            List<String> all = Stream.of(declared, stored.keySet(), ExperimentReader.driverNames())
                    .flatMap(Collection::stream).toList();
            throw new BadInput(name.place() + ": unknown target '" + name.text() + "'"
                    + Nearest.hint(name.text(), all));
        }
        return spec;
    }

    private static List<Node.Scalar> listed(Node.Sequence names) {
        return names.items().stream().map(item -> item instanceof Node.Scalar s ? s : ExperimentReader
                .<Node.Scalar>fail(item, "targets: a list holds names; a target with settings is written as "
                        + "NAME: {driver: DRIVER, SETTING: VALUE}")).toList();
    }

    /** Every name of a target that stands in the document where a name of one is wanted. */
    private static Set<Node.Scalar> chosen(Node.Mapping root) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(root.entries().get(TARGET));
        if (root.entries().get("vary") instanceof Node.Mapping vary) {
            nodes.add(vary.entries().get(Planner.TARGET));
        }
        if (root.entries().get("points") instanceof Node.Sequence points) {
            points.items().stream().filter(Node.Mapping.class::isInstance).map(Node.Mapping.class::cast)
                    .forEach(point -> nodes.add(point.entries().get(Planner.TARGET)));
        }
        Set<Node.Scalar> names = new LinkedHashSet<>();
        for (Node node : nodes) {
            switch (node) {
                case Node.Scalar s -> names.add(s);
                case Node.Sequence s -> s.items().stream().filter(Node.Scalar.class::isInstance)
                        .map(Node.Scalar.class::cast).forEach(names::add);
                case null, default -> { }
            }
        }
        return names;
    }

    private static Node node(TargetSpec spec, String place) {
        Map<String, Node> settings = new LinkedHashMap<>();
        settings.put("driver", new Node.Scalar(spec.driver(), place));
        spec.settings().forEach((name, text) -> settings.put(name, new Node.Scalar(text, place)));
        return new Node.Mapping(settings, place);
    }
}
