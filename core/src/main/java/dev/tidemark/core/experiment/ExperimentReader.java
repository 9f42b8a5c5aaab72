package dev.tidemark.core.experiment;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.QualifiedNames;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Experiment.PlanSpec;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an experiment from a document, whether that came from a file or was put together from flags. Every name and
 * value is checked here, so that a complaint can say where it stands; aliases become present names.
 */
public final class ExperimentReader {

    /** The largest number of repeats. */
    private static final long MOST_REPEATS = 1000;

    private static final List<String> KEYS = List.of("label", "workload", "preset", "target", "targets", "tags", "set",
            "vary", "mix", "groups", "background", "timetables", "points", "plan", "search", "expect", "seed");
    /** How often each operation comes: a setting, which may also stand beside {@code set}. */
    private static final String MIX = "mix";
    private static final List<String> PLAN_KEYS = List.of("space", "order", "repeat", "fork");

    /** Settings that may stand beside {@code set}, too. */
    public static final List<String> BESIDE_SET = List.of(MIX, BackgroundReader.BACKGROUND);

    private final DocumentNode.Mapping root;

    private ExperimentReader(DocumentNode.Mapping root) {
        this.root = root;
    }

    /**
     * @param yaml the document
     * @param name what to call it in messages, usually the file's name
     * @throws InvalidInputException saying what is wrong, where, and the nearest valid name
     */
    public static Experiment read(String yaml, String name) {
        return read(document(yaml, name));
    }

    /** The document as a tree, for flags to change before it is read. */
    public static DocumentNode.Mapping document(String yaml, String name) {
        DocumentNode documentNode = YamlReader.read(yaml, name);
        return documentNode instanceof DocumentNode.Mapping mapping ? mapping
                : fail(documentNode, "an experiment is a mapping, not "
                + documentNode.kind());
    }

    public static Experiment read(DocumentNode.Mapping document) {
        return read(document, Map.of());
    }

    /**
     * Reads an experiment that may also name targets that are kept elsewhere. What it takes over of them becomes part
     * of its own document, so that this stands by itself.
     *
     * @param stored the targets that are kept, by name; what stands under {@code targets}, and the drivers, come first
     */
    public static Experiment read(DocumentNode.Mapping document, Map<String, TargetSpec> stored) {
        checkTexts(document);
        return new ExperimentReader(StoredTargets.takenOver(document, stored)).experiment();
    }

    /** Names as well as values. */
    private static void checkTexts(DocumentNode documentNode) {
        switch (documentNode) {
            case DocumentNode.Scalar s -> checkText(s, "value", s.text());
            case DocumentNode.Sequence s -> s.items().forEach(ExperimentReader::checkTexts);
            case DocumentNode.Mapping m -> m.entries().forEach((name, value) -> {
                checkText(value, "key", name);
                if (value instanceof DocumentNode.Scalar s) {
                    checkText(s, name, s.text());
                } else {
                    checkTexts(value);
                }
            });
        }
    }

    private static void checkText(DocumentNode where, String what, String text) {
        PlainText.wrong(text).ifPresent(wrong -> fail(where, what + ": " + wrong));
    }

    private Experiment experiment() {
        known(root, KEYS, "key");
        return new ExperimentReader(BackgroundReader.read(root)).withTexts();
    }

    private Experiment withTexts() {
        Workload workload = workload();
        Map<String, TargetSpec> targets = targets(workload);
        String preset = preset(workload);
        List<String> groups = groups(workload, preset);
        List<ParamSet> params = targets.values().stream()
                .map(t -> Planner.params(workload, Drivers.named(t.driver()), groups)).toList();
        Optional<SearchReader.Found> search = SearchReader.read(root, measures(workload, targets, groups), params);
        return new ExperimentReader(search.map(SearchReader.Found::rest).orElse(root))
                .experiment(workload, targets, preset, groups, params, search.map(SearchReader.Found::ramp));
    }

    private Experiment experiment(Workload workload, Map<String, TargetSpec> targets, String preset,
            List<String> groups, List<ParamSet> params, Optional<RampSpec> ramp) {
        refuseWeights(workload, root);
        refuseWeights(workload, root.entries().get("set"));
        Map<String, String> set = ofGroups(workload, groups, params);
        set.putAll(mix(workload, params));
        set.putAll(settings("set", params));
        PlanSpec plan = plan();
        List<Map<String, String>> points = points(params, targets);
        if (points.isEmpty() == (plan.space() == Space.LIST)) {
            fail(points.isEmpty() ? root : root.entries().get("points"), points.isEmpty()
                    ? "plan: list needs points, a list of settings" : "points are for plan: list");
        }
        Map<String, List<String>> vary = vary(params, targets);
        if (plan.space() == Space.LIST && !vary.isEmpty()) {
            fail(root.entries().get("vary"),
                    "vary is for plan: matrix and study; a list names its values under points");
        }
        return new Experiment(label().orElse(workload.name()), workload.name(), targets, preset,
                tags(params), set, vary, points, plan, ramp, expect(workload, targets, groups), seed(),
                YamlWriter.write(root));
    }

    private Workload workload() {
        DocumentNode.Scalar name = scalar("workload").orElseThrow(() -> new InvalidInputException(root.place()
                + ": 'workload' is missing; it is one of "
                + String.join(", ", Workloads.all().stream().map(Workload::name).toList())));
        return at(name, () -> Workloads.named(name.text()));
    }

    private Optional<String> label() {
        Optional<DocumentNode.Scalar> label = scalar("label");
        label.filter(l -> l.text().isBlank() || l.text().length() > 200
                || PlainText.hasControls(l.text()))
                .ifPresent(l -> fail(l, "label: a label is 1 to 200 visible characters"));
        return label.map(l -> l.text().strip());
    }

    private String preset(Workload workload) {
        Optional<DocumentNode.Scalar> preset = scalar("preset");
        preset.filter(p -> !workload.presets().containsKey(p.text())).ifPresent(p -> fail(p, "unknown preset '"
                + p.text() + "'" + Suggestions.hint(p.text(), workload.presets().keySet())));
        return preset.map(DocumentNode.Scalar::text).orElse("");
    }

    /**
     * {@code target} names a driver or one of {@code targets}, and stands first; without it all of {@code targets} are
     * run.
     */
    private Map<String, TargetSpec> targets(Workload workload) {
        Map<String, TargetSpec> declared = new LinkedHashMap<>();
        mapping("targets").ifPresent(m -> m.entries().forEach((name, documentNode) ->
                declared.put(name, declaredTarget(workload, name, documentNode))));
        Optional<DocumentNode.Scalar> chosen = scalar("target");
        if (chosen.isEmpty() && declared.isEmpty()) {
            throw new InvalidInputException(root.place() + ": 'target' is missing; it is a driver ("
                    + String.join(", ", driverNames()) + ") or a name under targets");
        }
        if (chosen.isEmpty()) {
            return declared;
        }
        String name = chosen.get().text();
        if (!declared.containsKey(name) && !driverNames().contains(name)) {
            List<String> names = new ArrayList<>(declared.keySet());
            names.addAll(driverNames());
            fail(chosen.get(), "unknown target '" + name + "'" + Suggestions.hint(name, names));
        }
        Map<String, TargetSpec> chosenFirst = new LinkedHashMap<>();
        chosenFirst.put(name, declared.getOrDefault(name, new TargetSpec(name, name, Map.of())));
        if (choosesTarget()) {
            declared.forEach(chosenFirst::putIfAbsent);
        }
        return chosenFirst;
    }

    /** Whether the points name their targets, so that the one under {@code target} is only the default. */
    private boolean choosesTarget() {
        return mapping("vary").map(m -> m.entries().containsKey(Planner.TARGET)).orElse(false)
                || root.entries().get("points") instanceof DocumentNode.Sequence points && points.items().stream()
                        .anyMatch(p -> p instanceof DocumentNode.Mapping m && m.entries().containsKey(Planner.TARGET));
    }

    private static TargetSpec declaredTarget(Workload workload, String name, DocumentNode documentNode) {
        if (!(documentNode instanceof DocumentNode.Mapping settings)) {
            return fail(documentNode, "target '" + name + "' is a mapping with a driver and its settings");
        }
        if (!(settings.entries().get("driver") instanceof DocumentNode.Scalar driverName)) {
            return fail(documentNode, "target '" + name + "' needs a driver, one of "
                    + String.join(", ", driverNames()));
        }
        Driver driver = at(driverName, () -> Drivers.named(driverName.text()));
        Map<String, DocumentNode> own = new LinkedHashMap<>(settings.entries());
        own.remove("driver");
        refuseGroups(settings);
        return new TargetSpec(name, driver.name(), texts(new DocumentNode.Mapping(own, documentNode.place()),
                List.of(Planner.params(workload, driver))));
    }

    static List<String> driverNames() {
        return Drivers.all().stream().map(Driver::name).toList();
    }

    /** Names of the worker groups: of those under {@code groups}, or as a setting, or the preset's. */
    private List<String> groups(Workload workload, String preset) {
        String setting = WorkerGroups.NAMES.name();
        DocumentNode named = mapping("set").map(m -> m.entries().get(setting)).orElse(null);
        for (String key : List.of("vary", "points")) {
            refuseGroups(root.entries().get(key));
        }
        if (root.entries().get(setting) == null) {
            return named != null ? at(named, () -> WorkerGroups.names(single(named, setting).text()))
                    : WorkerGroups.names(workload.presets().getOrDefault(preset, Map.of())
                            .getOrDefault(setting, WorkerGroups.NAMES.absent()));
        }
        DocumentNode documentNode = root.entries().get(setting);
        if (workload.groupParams().isEmpty()) {
            return fail(documentNode, "groups: all workers of " + workload.name() + " do the same; groups are for "
                    + String.join(", ", Workloads.all().stream().filter(w -> !w.groupParams().isEmpty())
                            .map(Workload::name).toList()));
        }
        if (named != null) {
            return fail(documentNode, "groups stand here and under set; one of them is enough");
        }
        if (!(documentNode instanceof DocumentNode.Sequence sequence) || sequence.items().isEmpty()) {
            return fail(documentNode, "groups is a list of worker groups, as in [{name: readers, workers: 8}]");
        }
        List<String> names = sequence.items().stream().map(ExperimentReader::groupName).toList();
        return at(documentNode, () -> WorkerGroups.names(String.join(" ", names)));
    }

    /** Which groups there are is the same at every point. */
    private static void refuseGroups(DocumentNode documentNode) {
        switch (documentNode) {
            case DocumentNode.Mapping m when m.entries().containsKey(WorkerGroups.NAMES.name()) ->
                    fail(m.entries().get(WorkerGroups.NAMES.name()),
                            "groups: which there are is the same at every point; vary "
                            + "what they do, as in readers.workers: [1, 2], or write an experiment for each");
            case DocumentNode.Sequence s -> s.items().forEach(ExperimentReader::refuseGroups);
            case null, default -> { }
        }
    }

    private static String groupName(DocumentNode documentNode) {
        return documentNode instanceof DocumentNode.Mapping group
                && group.entries().get("name") instanceof DocumentNode.Scalar name
                ? at(name, () -> WorkerGroups.names(name.text()).getFirst())
                : fail(documentNode, "a group is a mapping with a name and settings of its own");
    }

    /** What stands under {@code groups}, as settings: {@code readers.workers}. */
    private Map<String, String> ofGroups(Workload workload, List<String> groups, List<ParamSet> params) {
        Map<String, String> set = new LinkedHashMap<>();
        if (!(root.entries().get(WorkerGroups.NAMES.name()) instanceof DocumentNode.Sequence sequence)) {
            return set;
        }
        set.put(WorkerGroups.NAMES.name(), WorkerGroups.text(groups));
        for (int i = 0; i < groups.size(); i++) {
            String group = groups.get(i);
            Map<String, DocumentNode> own = new LinkedHashMap<>();
            refuseWeights(workload, sequence.items().get(i));
            ((DocumentNode.Mapping) sequence.items().get(i)).entries().forEach((name, documentNode) -> {
                if (!name.equals("name")) {
                    refuseCommon(workload, group, name, documentNode, params);
                    own.put(QualifiedNames.name(group, name), documentNode);
                }
            });
            set.putAll(texts(new DocumentNode.Mapping(own, sequence.place()), params));
        }
        return set;
    }

    /** What stands under {@code mix}, as a setting. */
    private Map<String, String> mix(Workload workload, List<ParamSet> params) {
        DocumentNode mix = root.entries().get(MIX);
        if (mix == null) {
            return Map.of();
        }
        if (params.getFirst().lookUp(MIX).isEmpty()) {
            return fail(mix, "mix: " + workload.insteadOfMix().orElseThrow());
        }
        if (mapping("set").map(m -> m.entries().containsKey(MIX)).orElse(false)) {
            return fail(mix, "mix stands here and under set; one of them is enough");
        }
        return texts(new DocumentNode.Mapping(Map.of(MIX, mix), mix.place()), params);
    }

    /** Weights of operations where the workload has none. */
    private static void refuseWeights(Workload workload, DocumentNode settings) {
        if (settings instanceof DocumentNode.Mapping m
                && m.entries().get(MIX) instanceof DocumentNode.Mapping weights) {
            workload.insteadOfMix().ifPresent(instead -> fail(weights, "mix: " + instead));
        }
    }

    private static void refuseCommon(Workload workload, String group, String name, DocumentNode documentNode,
            List<ParamSet> params) {
        boolean own = params.getFirst().lookUp(QualifiedNames.name(group, name)).isPresent();
        if (!own && params.getFirst().lookUp(name).isPresent()) {
            fail(documentNode, "group " + group + ": " + name + " is the same for all groups; put it under set");
        }
        if (!own) {
            List<String> names = ParamSet.of(workload.groupParams().toArray(Param<?>[]::new)).names().stream().toList();
            fail(documentNode, "group " + group + ": unknown param '" + name + "'" + Suggestions.hint(name, names));
        }
    }

    private Map<String, String> settings(String key, List<ParamSet> params) {
        return mapping(key).map(m -> texts(m, params)).orElse(Map.of());
    }

    /** Checks names and values against every target's params and returns present names with texts. */
    private static Map<String, String> texts(DocumentNode.Mapping mapping, List<ParamSet> params) {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping.entries().forEach((name, written) -> {
            DocumentNode documentNode = joined(name, written, params);
            if (!(documentNode instanceof DocumentNode.Scalar value)) {
                fail(documentNode, name + ": one value is wanted here, not " + documentNode.kind()
                        + (documentNode instanceof DocumentNode.Sequence ? "; lists go under vary" : ""));
                return;
            }
            once(texts.put(present(name, value, params), canonical(name, value, params)), name, value);
        });
        return texts;
    }

    /** A mapping of names and numbers as the one value that it stands for, where the param has such values. */
    private static DocumentNode joined(String name, DocumentNode documentNode, List<ParamSet> params) {
        if (!(documentNode instanceof DocumentNode.Mapping)) {
            return documentNode;
        }
        present(name, documentNode, params);
        Param<?> param = params.getFirst().find(name).param();
        if (!param.type().isMap()) {
            return documentNode;
        }
        List<String> parts = new ArrayList<>();
        ((DocumentNode.Mapping) documentNode).entries().forEach((key, part) -> {
            if (!param.type().names().isEmpty() && !param.type().names().contains(key)) {
                at(part, () -> param.parse(key + "=1")); // which says what names there are, and where this one stands
            }
            parts.add(key + "=" + (part instanceof DocumentNode.Scalar number ? number.text()
                    : fail(part, name + ": a number is wanted for " + key)));
        });
        return new DocumentNode.Scalar(String.join(",", parts), documentNode.place());
    }

    private static void once(Object before, String name, DocumentNode documentNode) {
        if (before != null) {
            fail(documentNode, "'" + name + "' is set twice, once under another name");
        }
    }

    private static String present(String name, DocumentNode documentNode, List<ParamSet> params) {
        return at(documentNode, () -> {
            params.forEach(p -> p.find(name));
            return params.getFirst().find(name).param().name();
        });
    }

    private static String canonical(String name, DocumentNode.Scalar value, List<ParamSet> params) {
        return at(value, () -> {
            ParamSet.Found found = params.getFirst().find(name);
            try {
                return parsed(found.param(), found.translate(value.text()));
            } catch (InvalidInputException e) {
                boolean list = value.text().contains(",") && !found.param().type().isMap();
                throw list ? new InvalidInputException(e.getMessage() + "; a list is written as [a, b]") : e;
            }
        });
    }

    private static <T> String parsed(Param<T> param, String text) {
        return param.format(param.parse(text));
    }

    private Map<String, List<String>> vary(List<ParamSet> params, Map<String, TargetSpec> targets) {
        Map<String, List<String>> vary = new LinkedHashMap<>();
        mapping("vary").ifPresent(m -> m.entries().forEach((name, documentNode) -> {
            List<DocumentNode> items = documentNode instanceof DocumentNode.Sequence sequence ? sequence.items()
                    : List.of(documentNode);
            if (items.isEmpty()) {
                fail(documentNode, name + ": the list is empty");
            }
            String present = name.equals(Planner.TARGET) ? name : present(name, documentNode, params);
            List<String> texts = new ArrayList<>();
            for (DocumentNode written : items) {
                DocumentNode item = joined(name, written, params);
                DocumentNode.Scalar value = item instanceof DocumentNode.Scalar s ? s
                        : fail(item, name + ": a list of single values is wanted");
                texts.add(name.equals(Planner.TARGET) ? targetName(value, targets) : canonical(name, value, params));
            }
            once(vary.put(present, List.copyOf(texts)), name, documentNode);
        }));
        return vary;
    }

    private static String targetName(DocumentNode.Scalar value, Map<String, TargetSpec> targets) {
        return targets.containsKey(value.text()) ? value.text() : fail(value, "unknown target '" + value.text() + "'"
                + Suggestions.hint(value.text(), targets.keySet()));
    }

    private List<Map<String, String>> points(List<ParamSet> params, Map<String, TargetSpec> targets) {
        DocumentNode documentNode = root.entries().get("points");
        if (documentNode == null) {
            return List.of();
        }
        List<Map<String, String>> points = new ArrayList<>();
        for (DocumentNode item : documentNode instanceof DocumentNode.Sequence s ? s.items()
                : List.<DocumentNode>of()) {
            DocumentNode.Mapping settings = item instanceof DocumentNode.Mapping m ? m
                    : fail(item, "a point is a mapping of settings");
            Map<String, DocumentNode> own = new LinkedHashMap<>(settings.entries());
            Map<String, String> point = new LinkedHashMap<>();
            DocumentNode target = own.remove(Planner.TARGET);
            if (target != null) {
                point.put(Planner.TARGET, targetName(single(target, Planner.TARGET), targets));
            }
            point.putAll(texts(new DocumentNode.Mapping(own, item.place()), params));
            points.add(point);
        }
        return points.isEmpty() ? fail(documentNode, "points is a list of settings, at least one") : points;
    }

    /** Tags stand beside settings in a report, so their names may not be those of settings. */
    private Map<String, String> tags(List<ParamSet> params) {
        Map<String, String> tags = new LinkedHashMap<>();
        mapping("tags").ifPresent(m -> m.entries().forEach((name, documentNode) -> {
            if (!(documentNode instanceof DocumentNode.Scalar value)
                    || !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
                fail(documentNode, "tag '" + name
                        + "': a tag is a name of letters, digits, dots and hyphens, and one value");
                return;
            }
            if (value.text().isBlank()) {
                fail(documentNode, "tag '" + name + "' has no value");
            }
            if (name.equals(Planner.TARGET) || params.stream().anyMatch(p -> p.lookUp(name).isPresent())) {
                fail(documentNode, "tag '" + name
                        + "' has the name of a setting; put it under set, or name it otherwise");
            }
            tags.put(name, value.text());
        }));
        return tags;
    }

    private PlanSpec plan() {
        DocumentNode documentNode = root.entries().get("plan");
        return switch (documentNode) {
            case null -> PlanSpec.DEFAULT;
            case DocumentNode.Scalar s -> PlanSpec.of(space(s, "plan"));
            case DocumentNode.Mapping m -> plan(m);
            case DocumentNode.Sequence s ->
                    fail(s, "plan: write matrix, study, list, compare or ramp, or a mapping with space, order, repeat");
        };
    }

    private static PlanSpec plan(DocumentNode.Mapping plan) {
        known(plan, PLAN_KEYS, "key of plan");
        PlanSpec usual = PlanSpec.of(plan.entries().containsKey("space")
                ? space(single(plan.entries().get("space"), "space"), "space") : PlanSpec.DEFAULT.space());
        return new PlanSpec(usual.space(), word(plan, "order", Order.class, usual.order()),
                plan.entries().containsKey("repeat") ? repeat(single(plan.entries().get("repeat"), "repeat"))
                        : usual.repeat(),
                word(plan, "fork", Fork.class, usual.fork()));
    }

    /** One of the spaces; a complaint names {@code ramp}, too, which was read as a search by now. */
    private static Space space(DocumentNode.Scalar node, String key) {
        List<String> spaces = spaces();
        if (spaces.stream().noneMatch(node.text().strip()::equalsIgnoreCase)) {
            fail(node, key + ": '" + node.text() + "' is not one of " + String.join(", ", spaces)
                    + Suggestions.hint(node.text(), spaces));
        }
        return word(node, Space.class, key);
    }

    /** What can stand for a plan's space. */
    static List<String> spaces() {
        List<String> spaces = new ArrayList<>(words(Space.class));
        spaces.add(SearchReader.RAMP);
        return spaces;
    }

    private static int repeat(DocumentNode.Scalar node) {
        return at(node, () -> Math.toIntExact(Param.count("repeat").atLeast(1).atMost(MOST_REPEATS)
                .parse(node.text())));
    }

    private static <E extends Enum<E>> E word(DocumentNode.Mapping in, String key, Class<E> type, E otherwise) {
        return in.entries().containsKey(key) ? word(single(in.entries().get(key), key), type, key) : otherwise;
    }

    private static <E extends Enum<E>> E word(DocumentNode.Scalar node, Class<E> type, String name) {
        return at(node, () -> Param.oneOf(name, type).parse(node.text()));
    }

    private static MeasureSet measures(Workload workload, Map<String, TargetSpec> targets, List<String> groups) {
        MeasureSet measures = workload.measures().plus(WorkerGroups.measures(workload, groups));
        for (TargetSpec target : targets.values()) {
            measures = measures.plus(Drivers.named(target.driver()).measures());
        }
        return measures;
    }

    private Map<String, String> expect(Workload workload, Map<String, TargetSpec> targets, List<String> groups) {
        MeasureSet declared = measures(workload, targets, groups);
        Map<String, String> expect = new LinkedHashMap<>();
        DocumentNode documentNode = root.entries().get("expect");
        for (DocumentNode part : documentNode instanceof DocumentNode.Sequence parts ? parts.items() : documentNode
                == null ? List.<DocumentNode>of()
                : List.of(documentNode)) {
            switch (part) {
                case DocumentNode.Mapping conditions -> conditions.entries().forEach(
                        (name, condition) -> expect.put(name, condition(name, condition, declared)));
                case DocumentNode.Scalar none when none.text().isEmpty() -> { }
                case DocumentNode.Scalar name -> expect.putAll(expectation(name, workload));
                case DocumentNode.Sequence list -> fail(list, "expect: a list holds names and conditions");
            }
        }
        return expect;
    }

    private static String condition(String measure, DocumentNode documentNode, MeasureSet declared) {
        DocumentNode.Scalar condition = documentNode instanceof DocumentNode.Scalar s ? s
                : fail(documentNode, "expect: write a condition, as in " + measure + ": \"< 50ms\"");
        return at(condition, () -> Threshold.parse(measure, condition.text(), declared)).text();
    }

    private static Map<String, String> expectation(DocumentNode.Scalar name, Workload workload) {
        Map<String, String> found = workload.expectations().get(name.text());
        return found != null ? found : fail(name, "expect: '" + name.text() + "' is neither a condition nor a named set"
                + " of them" + Suggestions.hint(name.text(), workload.expectations().keySet()));
    }

    private long seed() {
        return scalar("seed").map(s -> at(s, () -> {
            try {
                return Long.parseLong(s.text().strip());
            } catch (NumberFormatException e) {
                throw new InvalidInputException("seed: '" + s.text() + "' is not a whole number");
            }
        })).orElse(1L);
    }

    // ---- the tree --------------------------------------------------------------------------------------------------

    private Optional<DocumentNode.Scalar> scalar(String key) {
        return Optional.ofNullable(root.entries().get(key)).map(documentNode -> single(documentNode, key));
    }

    private static DocumentNode.Scalar single(DocumentNode documentNode, String key) {
        return documentNode instanceof DocumentNode.Scalar s ? s
                : fail(documentNode, key + ": one value is wanted here, not " + documentNode.kind());
    }

    private Optional<DocumentNode.Mapping> mapping(String key) {
        DocumentNode documentNode = root.entries().get(key);
        return switch (documentNode) {
            case null -> Optional.empty();
            case DocumentNode.Mapping m -> Optional.of(m);
            case DocumentNode.Scalar s when s.text().isEmpty() -> Optional.empty();
            default -> fail(documentNode, key + ": a mapping is wanted here, not " + documentNode.kind());
        };
    }

    static void known(DocumentNode.Mapping mapping, List<String> keys, String what) {
        mapping.entries().forEach((key, documentNode) -> {
            if (!keys.contains(key)) {
                fail(documentNode, "unknown " + what + " '" + key + "'" + Suggestions.hint(key, keys));
            }
        });
    }

    static <T> T fail(DocumentNode documentNode, String complaint) {
        throw new InvalidInputException(documentNode.place() + ": " + complaint);
    }

    /** Puts the node's place in front of a complaint. */
    static <T> T at(DocumentNode documentNode, java.util.function.Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidInputException e) {
            throw e.at(documentNode.place());
        }
    }

    static List<String> keys() {
        return KEYS;
    }

    static List<String> words(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Types::word).toList();
    }
}
