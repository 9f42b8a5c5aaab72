package dev.tidemark.core.spec;

import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.Fork;
import dev.tidemark.core.plan.Experiment.Order;
import dev.tidemark.core.plan.Experiment.PlanSpec;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Expectation;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.Workloads;
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
            "vary", "points", "plan", "expect", "seed");
    private static final List<String> PLAN_KEYS = List.of("space", "order", "repeat", "fork");

    private final Node.Mapping root;

    private ExperimentReader(Node.Mapping root) {
        this.root = root;
    }

    /**
     * @param yaml the document
     * @param name what to call it in messages, usually the file's name
     * @throws BadInput saying what is wrong, where, and the nearest valid name
     */
    public static Experiment read(String yaml, String name) {
        return read(document(yaml, name));
    }

    /** The document as a tree, for flags to change before it is read. */
    public static Node.Mapping document(String yaml, String name) {
        Node node = YamlReader.read(yaml, name);
        return node instanceof Node.Mapping mapping ? mapping : fail(node, "an experiment is a mapping, not "
                + node.kind());
    }

    public static Experiment read(Node.Mapping document) {
        return new ExperimentReader(document).experiment();
    }

    private Experiment experiment() {
        known(root, KEYS, "key");
        Workload workload = workload();
        Map<String, TargetSpec> targets = targets(workload);
        List<ParamSet> params = targets.values().stream()
                .map(t -> Planner.params(workload, Drivers.named(t.driver()))).toList();
        Map<String, String> set = settings("set", params);
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
        return new Experiment(label().orElse(workload.name()), workload.name(), targets, preset(workload),
                tags(params), set, vary, points, plan, expect(workload, targets), seed(),
                YamlWriter.write(root));
    }

    private Workload workload() {
        Node.Scalar name = scalar("workload").orElseThrow(() -> new BadInput(root.place()
                + ": 'workload' is missing; it is one of "
                + String.join(", ", Workloads.all().stream().map(Workload::name).toList())));
        return at(name, () -> Workloads.named(name.text()));
    }

    private Optional<String> label() {
        Optional<Node.Scalar> label = scalar("label");
        label.filter(l -> l.text().isBlank() || l.text().length() > 200
                || l.text().chars().anyMatch(Character::isISOControl))
                .ifPresent(l -> fail(l, "label: a label is 1 to 200 visible characters"));
        return label.map(l -> l.text().strip());
    }

    private String preset(Workload workload) {
        Optional<Node.Scalar> preset = scalar("preset");
        preset.filter(p -> !workload.presets().containsKey(p.text())).ifPresent(p -> fail(p, "unknown preset '"
                + p.text() + "'" + Nearest.hint(p.text(), workload.presets().keySet())));
        return preset.map(Node.Scalar::text).orElse("");
    }

    /**
     * {@code target} names a driver or one of {@code targets}, and stands first; without it all of {@code targets} are
     * run.
     */
    private Map<String, TargetSpec> targets(Workload workload) {
        Map<String, TargetSpec> declared = new LinkedHashMap<>();
        mapping("targets").ifPresent(m -> m.entries().forEach((name, node) ->
                declared.put(name, declaredTarget(workload, name, node))));
        Optional<Node.Scalar> chosen = scalar("target");
        if (chosen.isEmpty() && declared.isEmpty()) {
            throw new BadInput(root.place() + ": 'target' is missing; it is a driver ("
                    + String.join(", ", driverNames()) + ") or a name under targets");
        }
        if (chosen.isEmpty()) {
            return declared;
        }
        String name = chosen.get().text();
        if (!declared.containsKey(name) && !driverNames().contains(name)) {
            List<String> names = new ArrayList<>(declared.keySet());
            names.addAll(driverNames());
            fail(chosen.get(), "unknown target '" + name + "'" + Nearest.hint(name, names));
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
                || root.entries().get("points") instanceof Node.Sequence points && points.items().stream()
                        .anyMatch(p -> p instanceof Node.Mapping m && m.entries().containsKey(Planner.TARGET));
    }

    private static TargetSpec declaredTarget(Workload workload, String name, Node node) {
        if (!(node instanceof Node.Mapping settings)) {
            return fail(node, "target '" + name + "' is a mapping with a driver and its settings");
        }
        if (!(settings.entries().get("driver") instanceof Node.Scalar driverName)) {
            return fail(node, "target '" + name + "' needs a driver, one of " + String.join(", ", driverNames()));
        }
        Driver driver = at(driverName, () -> Drivers.named(driverName.text()));
        Map<String, Node> own = new LinkedHashMap<>(settings.entries());
        own.remove("driver");
        return new TargetSpec(name, driver.name(), texts(new Node.Mapping(own, node.place()),
                List.of(Planner.params(workload, driver))));
    }

    private static List<String> driverNames() {
        return Drivers.all().stream().map(Driver::name).toList();
    }

    private Map<String, String> settings(String key, List<ParamSet> params) {
        return mapping(key).map(m -> texts(m, params)).orElse(Map.of());
    }

    /** Checks names and values against every target's params and returns present names with texts. */
    private static Map<String, String> texts(Node.Mapping mapping, List<ParamSet> params) {
        Map<String, String> texts = new LinkedHashMap<>();
        mapping.entries().forEach((name, node) -> {
            if (!(node instanceof Node.Scalar value)) {
                fail(node, name + ": one value is wanted here, not " + node.kind()
                        + (node instanceof Node.Sequence ? "; lists go under vary" : ""));
                return;
            }
            once(texts.put(present(name, value, params), canonical(name, value, params)), name, value);
        });
        return texts;
    }

    private static void once(Object before, String name, Node node) {
        if (before != null) {
            fail(node, "'" + name + "' is set twice, once under another name");
        }
    }

    private static String present(String name, Node node, List<ParamSet> params) {
        return at(node, () -> {
            params.forEach(p -> p.find(name));
            return params.getFirst().find(name).param().name();
        });
    }

    private static String canonical(String name, Node.Scalar value, List<ParamSet> params) {
        return at(value, () -> {
            ParamSet.Found found = params.getFirst().find(name);
            try {
                return parsed(found.param(), found.translate(value.text()));
            } catch (BadInput e) {
                throw value.text().contains(",") ? new BadInput(e.getMessage() + "; a list is written as [a, b]") : e;
            }
        });
    }

    private static <T> String parsed(Param<T> param, String text) {
        return param.format(param.parse(text));
    }

    private Map<String, List<String>> vary(List<ParamSet> params, Map<String, TargetSpec> targets) {
        Map<String, List<String>> vary = new LinkedHashMap<>();
        mapping("vary").ifPresent(m -> m.entries().forEach((name, node) -> {
            List<Node> items = node instanceof Node.Sequence sequence ? sequence.items() : List.of(node);
            if (items.isEmpty()) {
                fail(node, name + ": the list is empty");
            }
            String present = name.equals(Planner.TARGET) ? name : present(name, node, params);
            List<String> texts = new ArrayList<>();
            for (Node item : items) {
                Node.Scalar value = item instanceof Node.Scalar s ? s
                        : fail(item, name + ": a list of single values is wanted");
                texts.add(name.equals(Planner.TARGET) ? targetName(value, targets) : canonical(name, value, params));
            }
            once(vary.put(present, List.copyOf(texts)), name, node);
        }));
        return vary;
    }

    private static String targetName(Node.Scalar value, Map<String, TargetSpec> targets) {
        return targets.containsKey(value.text()) ? value.text() : fail(value, "unknown target '" + value.text() + "'"
                + Nearest.hint(value.text(), targets.keySet()));
    }

    private List<Map<String, String>> points(List<ParamSet> params, Map<String, TargetSpec> targets) {
        Node node = root.entries().get("points");
        if (node == null) {
            return List.of();
        }
        List<Map<String, String>> points = new ArrayList<>();
        for (Node item : node instanceof Node.Sequence s ? s.items() : List.<Node>of()) {
            Node.Mapping settings = item instanceof Node.Mapping m ? m : fail(item, "a point is a mapping of settings");
            Map<String, Node> own = new LinkedHashMap<>(settings.entries());
            Map<String, String> point = new LinkedHashMap<>();
            Node target = own.remove(Planner.TARGET);
            if (target != null) {
                point.put(Planner.TARGET, targetName(single(target, Planner.TARGET), targets));
            }
            point.putAll(texts(new Node.Mapping(own, item.place()), params));
            points.add(point);
        }
        return points.isEmpty() ? fail(node, "points is a list of settings, at least one") : points;
    }

    /** Tags stand beside settings in a report, so their names may not be those of settings. */
    private Map<String, String> tags(List<ParamSet> params) {
        Map<String, String> tags = new LinkedHashMap<>();
        mapping("tags").ifPresent(m -> m.entries().forEach((name, node) -> {
            if (!(node instanceof Node.Scalar value) || !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
                fail(node, "tag '" + name + "': a tag is a name of letters, digits, dots and hyphens, and one value");
                return;
            }
            if (value.text().isBlank()) {
                fail(node, "tag '" + name + "' has no value");
            }
            if (name.equals(Planner.TARGET) || params.stream().anyMatch(p -> p.lookUp(name).isPresent())) {
                fail(node, "tag '" + name + "' has the name of a setting; put it under set, or name it otherwise");
            }
            tags.put(name, value.text());
        }));
        return tags;
    }

    private PlanSpec plan() {
        Node node = root.entries().get("plan");
        return switch (node) {
            case null -> PlanSpec.DEFAULT;
            case Node.Scalar s -> PlanSpec.of(word(s, Space.class, "plan"));
            case Node.Mapping m -> plan(m);
            case Node.Sequence s ->
                    fail(s, "plan: write matrix, study, list or compare, or a mapping with space, order, repeat");
        };
    }

    private static PlanSpec plan(Node.Mapping plan) {
        known(plan, PLAN_KEYS, "key of plan");
        PlanSpec usual = PlanSpec.of(word(plan, "space", Space.class, PlanSpec.DEFAULT.space()));
        return new PlanSpec(usual.space(), word(plan, "order", Order.class, usual.order()),
                plan.entries().containsKey("repeat") ? repeat(single(plan.entries().get("repeat"), "repeat"))
                        : usual.repeat(),
                word(plan, "fork", Fork.class, usual.fork()));
    }

    private static int repeat(Node.Scalar node) {
        return at(node, () -> Math.toIntExact(Param.count("repeat").atLeast(1).atMost(MOST_REPEATS)
                .parse(node.text())));
    }

    private static <E extends Enum<E>> E word(Node.Mapping in, String key, Class<E> type, E otherwise) {
        return in.entries().containsKey(key) ? word(single(in.entries().get(key), key), type, key) : otherwise;
    }

    private static <E extends Enum<E>> E word(Node.Scalar node, Class<E> type, String name) {
        return at(node, () -> Param.oneOf(name, type).parse(node.text()));
    }

    private Map<String, String> expect(Workload workload, Map<String, TargetSpec> targets) {
        MeasureSet measures = workload.measures();
        for (TargetSpec target : targets.values()) {
            measures = measures.plus(Drivers.named(target.driver()).measures());
        }
        MeasureSet declared = measures;
        Map<String, String> expect = new LinkedHashMap<>();
        mapping("expect").ifPresent(m -> m.entries().forEach((name, node) -> {
            Node.Scalar condition = node instanceof Node.Scalar s ? s
                    : fail(node, "expect: write a condition, as in " + name + ": \"< 50ms\"");
            expect.put(name, at(condition, () -> Expectation.parse(name, condition.text(), declared)).text());
        }));
        return expect;
    }

    private long seed() {
        return scalar("seed").map(s -> at(s, () -> {
            try {
                return Long.parseLong(s.text().strip());
            } catch (NumberFormatException e) {
                throw new BadInput("seed: '" + s.text() + "' is not a whole number");
            }
        })).orElse(1L);
    }

    // ---- the tree --------------------------------------------------------------------------------------------------

    private Optional<Node.Scalar> scalar(String key) {
        return Optional.ofNullable(root.entries().get(key)).map(node -> single(node, key));
    }

    private static Node.Scalar single(Node node, String key) {
        return node instanceof Node.Scalar s ? s : fail(node, key + ": one value is wanted here, not " + node.kind());
    }

    private Optional<Node.Mapping> mapping(String key) {
        Node node = root.entries().get(key);
        return switch (node) {
            case null -> Optional.empty();
            case Node.Mapping m -> Optional.of(m);
            case Node.Scalar s when s.text().isEmpty() -> Optional.empty();
            default -> fail(node, key + ": a mapping is wanted here, not " + node.kind());
        };
    }

    private static void known(Node.Mapping mapping, List<String> keys, String what) {
        mapping.entries().forEach((key, node) -> {
            if (!keys.contains(key)) {
                fail(node, "unknown " + what + " '" + key + "'" + Nearest.hint(key, keys));
            }
        });
    }

    private static <T> T fail(Node node, String complaint) {
        throw new BadInput(node.place() + ": " + complaint);
    }

    /** Puts the node's place in front of a complaint. */
    private static <T> T at(Node node, java.util.function.Supplier<T> reading) {
        try {
            return reading.get();
        } catch (BadInput e) {
            throw e.at(node.place());
        }
    }

    static List<String> keys() {
        return KEYS;
    }

    static List<String> words(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Types::word).toList();
    }
}
