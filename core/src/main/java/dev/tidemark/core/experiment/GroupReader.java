package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/** Reads worker groups, which stand under a key of their own or as a setting, and become settings. */
final class GroupReader {

    /** What a group is called. */
    static final String NAME = "name";

    private static final String GROUPS = WorkerGroups.NAMES.name();

    private GroupReader() {}

    /** Names of the worker groups: of those under {@code groups}, or as a setting, or the preset's. */
    static List<String> names(ExperimentReader in) {
        Map<String, String> preset = in.workload().presets().getOrDefault(in.get(ExperimentKeys.PRESET), Map.of());
        DocumentNode set = in.names(ExperimentKeys.SET).get(GROUPS);
        refuse(in.node(ExperimentKeys.VARY));
        refuse(in.node(ExperimentKeys.POINTS));
        if (in.has(ExperimentKeys.GROUPS)) {
            return listed(in.workload(), in.node(ExperimentKeys.GROUPS), set != null);
        }
        String names = set != null ? Key.single(GROUPS, set).text()
                : preset.getOrDefault(GROUPS, WorkerGroups.NAMES.absent());
        return (set != null ? set : in.mapping()).at(() -> WorkerGroups.names(names));
    }

    private static List<String> listed(Workload workload, DocumentNode node, boolean set) {
        if (workload.groupParams().isEmpty()) {
            return node.fail("groups: all workers of " + workload.name() + " do the same; groups are for "
                    + Workloads.all().stream().filter(w -> !w.groupParams().isEmpty()).map(Workload::name)
                            .collect(Collectors.joining(", ")));
        }
        if (set) {
            return node.fail("groups are given here and under set; leave one of them out");
        }
        if (!(node instanceof DocumentNode.Sequence sequence) || sequence.items().isEmpty()) {
            return node.fail("groups is a list of worker groups, as in [{name: readers, workers: 8}]");
        }
        String names = sequence.items().stream().map(GroupReader::name).collect(Collectors.joining(" "));
        return node.at(() -> WorkerGroups.names(names));
    }

    private static String name(DocumentNode node) {
        return node instanceof DocumentNode.Mapping group && group.get(NAME) instanceof DocumentNode.Scalar name
                ? name.at(() -> WorkerGroups.names(name.text()).getFirst())
                : node.fail("a group is a mapping with a name and settings of its own");
    }

    /** Which groups there are is the same at every point. */
    static void refuse(DocumentNode node) {
        switch (node) {
            case DocumentNode.Mapping m when m.has(GROUPS) -> m.get(GROUPS)
                    .fail("groups: which there are is the same at every point; vary what they do, as in "
                            + "readers.workers: [1, 2], or write an experiment for each");
            case DocumentNode.Sequence s -> s.items().forEach(GroupReader::refuse);
            case null, default -> { }
        }
    }

    /** What stands under {@code groups}, as settings: {@code readers.workers}. */
    static Map<String, String> settings(DocumentNode node, ExperimentReader in) {
        Map<String, String> settings = new LinkedHashMap<>(Map.of(GROUPS, WorkerGroups.text(in.groups())));
        for (DocumentNode item : node.items()) {
            DocumentNode.Mapping group = (DocumentNode.Mapping) item;
            String name = name(group);
            in.settings().refuseWeights(group);
            Map<String, DocumentNode> own = new LinkedHashMap<>();
            group.without(NAME).entries().forEach((setting, value) -> {
                refuseCommon(in, name, setting, value);
                own.put(QualifiedNames.name(name, setting), value);
            });
            settings.putAll(in.settings().texts(new DocumentNode.Mapping(own, node.place())));
        }
        return settings;
    }

    private static void refuseCommon(ExperimentReader in, String group, String name, DocumentNode node) {
        ParamSet params = in.params().getFirst();
        if (params.lookUp(QualifiedNames.name(group, name)).isEmpty()) {
            node.fail("group " + group + ": " + (params.lookUp(name).isPresent()
                    ? name + " is the same for all groups; put it under set"
                    : "unknown param '" + name + "'" + Suggestions.hint(name, params.names().stream()
                            .flatMap(known -> QualifiedNames.own(group, known).stream()).toList())));
        }
    }

    /** The other way round. */
    static List<Map<String, String>> written(Map<String, String> settings) {
        return WorkerGroups.names(settings.get(GROUPS)).stream().map(group -> {
            Map<String, String> own = new LinkedHashMap<>(Map.of(NAME, group));
            settings.forEach((name, text) -> QualifiedNames.own(group, name).ifPresent(n -> own.put(n, text)));
            return own;
        }).toList();
    }
}
