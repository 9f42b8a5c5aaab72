package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.PlainText;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.ValueList;
import dev.tidemark.core.plan.Experiment;
import dev.tidemark.core.plan.Experiment.PlanSpec;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.Experiment.TargetSpec;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.plan.TagNames;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.WorkerGroups;
import dev.tidemark.core.workload.Workload;
import dev.tidemark.core.workload.registry.Workloads;

/**
 * Reads an experiment from a document, whether that came from a file or was put together from flags. Every name and
 * value is checked here, so that a complaint can say where it stands; aliases become present names.
 *
 * <p>What one key holds may depend on what others do; each is read once, when it is first asked for.
 */
public final class ExperimentReader {

    /** Settings that may stand beside {@code set}, too. */
    public static final List<String> TOP_LEVEL_SETTINGS =
            List.of(ExperimentKeys.MIX.name(), ExperimentKeys.BACKGROUND.name(), ExperimentKeys.PREPARE.name(),
                    ExperimentKeys.AGENTS.name());

    private final DocumentNode.Mapping mapping;
    private final ExperimentReader whole;
    private final Map<Object, Object> known = new HashMap<>();

    /** @param whole the experiment, for a mapping within it; null for itself */
    private ExperimentReader(DocumentNode.Mapping mapping, ExperimentReader whole) {
        this.mapping = mapping;
        this.whole = whole == null ? this : whole;
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
        DocumentNode node = YamlReader.read(yaml, name);
        return node instanceof DocumentNode.Mapping mapping ? mapping
                : node.fail("an experiment is a mapping, not " + node.kind());
    }

    /** How several values of a setting of a document's workload stand in one text. @param setting perhaps of a group */
    public static ValueList several(DocumentNode.Mapping document, String setting) {
        String general = setting.substring(setting.indexOf('.') + 1); // of a group: GROUP.SETTING
        return Stream.concat(Workloads.all().stream().filter(w -> document.get(ExperimentKeys.WORKLOAD.name())
                instanceof DocumentNode.Scalar chosen && w.name().equals(chosen.text())).map(Workload::params),
                Stream.of(RunParams.ALL)).flatMap(params -> params.lookUp(general).stream())
                .map(found -> found.param().type().several()).findFirst()
                .orElse(ValueList.COMMAS);
    }

    /** The plan of a document. */
    public static PlanSpec plan(DocumentNode.Mapping document) {
        return of(document).get(ExperimentKeys.PLAN);
    }

    /** Whether two names are those of one setting, in a document that names no targets that are kept elsewhere. */
    public static BiPredicate<String, String> sameSetting(DocumentNode.Mapping document) {
        List<ParamSet> sets = of(document).params();
        return (name, other) -> name.equals(other) || sets.stream().anyMatch(params -> params.lookUp(name)
                .flatMap(found -> params.lookUp(other).filter(o -> o.param() == found.param())).isPresent());
    }

    public static Experiment read(DocumentNode.Mapping document) {
        return read(document, Map.of());
    }

    /** A document with other names, or URLs, of targets wherever one is named. */
    public static DocumentNode.Mapping withTargets(DocumentNode.Mapping document, UnaryOperator<String> rename) {
        return TargetReader.renamed(document, rename);
    }

    /** A document with other lists of agents wherever one stands. */
    public static DocumentNode.Mapping withAgents(DocumentNode.Mapping document, UnaryOperator<String> rewrite) {
        UnaryOperator<DocumentNode> within = node -> node instanceof DocumentNode.Mapping m
                ? m.change(ExperimentKeys.AGENTS.name(), agents -> agents.texts(rewrite)) : node;
        return ((DocumentNode.Mapping) within.apply(document)).change(ExperimentKeys.SET.name(), within)
                .change(ExperimentKeys.VARY.name(), within)
                .change(ExperimentKeys.POINTS.name(), points -> points.map(within))
                .change(ExperimentKeys.TARGETS.name(), targets -> targets.map(within));
    }

    /**
     * Reads an experiment that may also name targets that are kept elsewhere. What it takes over of them becomes part
     * of its own document, so that this stands by itself.
     *
     * @param stored the targets that are kept, by name; what stands under {@code targets}, and the drivers, come first
     */
    public static Experiment read(DocumentNode.Mapping document, Map<String, TargetSpec> stored) {
        checkTexts("value", document);
        DocumentNode.Mapping root = TargetReader.takenOver(document, stored);
        Key.check(root, ExperimentKeys.ALL, "key");
        ExperimentReader in = of(BackgroundReader.read(root));
        in.settings();
        return SearchReader.expand(in).experiment();
    }

    /** Names as well as values. */
    private static void checkTexts(String what, DocumentNode node) {
        switch (node) {
            case DocumentNode.Scalar s -> PlainText.wrong(s.text()).ifPresent(wrong -> s.fail(what + ": " + wrong));
            case DocumentNode.Sequence s -> s.items().forEach(item -> checkTexts("value", item));
            case DocumentNode.Mapping m -> m.entries().forEach((name, value) -> {
                PlainText.wrong(name).ifPresent(wrong -> value.fail("key: " + wrong));
                checkTexts(name, value);
            });
        }
    }

    private Experiment experiment() {
        settings().refuseWeights(mapping);
        settings().refuseWeights(node(ExperimentKeys.SET));
        Map<String, String> set = new LinkedHashMap<>(get(ExperimentKeys.GROUPS));
        set.putAll(get(ExperimentKeys.MIX));
        set.putAll(get(ExperimentKeys.PREPARE));
        set.putAll(get(ExperimentKeys.AGENTS));
        set.putAll(get(ExperimentKeys.SET));
        PlanSpec plan = get(ExperimentKeys.PLAN);
        boolean listed = plan.space() == Space.LIST;
        if (get(ExperimentKeys.POINTS).isEmpty() == listed) {
            (listed ? mapping : node(ExperimentKeys.POINTS)).fail(listed
                    ? "plan: list needs points, a list of settings" : "points are for plan: list");
        }
        Map<String, List<String>> vary = get(ExperimentKeys.VARY);
        if (listed && !vary.isEmpty()) {
            node(ExperimentKeys.VARY).fail("vary is for plan: matrix and study; a list names its values under points");
        }
        return new Experiment(get(ExperimentKeys.LABEL), workload().name(), targets(), get(ExperimentKeys.PRESET),
                get(ExperimentKeys.TAGS), set, vary, get(ExperimentKeys.POINTS), plan, get(ExperimentKeys.SEARCH),
                get(ExperimentKeys.EXPECT), get(ExperimentKeys.SEED), get(ExperimentKeys.ORIGIN),
                YamlWriter.write(mapping));
    }

    // ---- Keys ----

    static ExperimentReader of(DocumentNode.Mapping experiment) {
        return new ExperimentReader(experiment, null);
    }

    /** Of an experiment that was recorded, with its own measures. */
    static ExperimentReader recorded(DocumentNode.Mapping experiment, MeasureSet measures) {
        ExperimentReader in = of(experiment);
        in.known.put("measures", measures);
        return in;
    }

    /** The same with what is known, but for keys that are changed. */
    ExperimentReader with(DocumentNode.Mapping changed) {
        ExperimentReader in = of(changed);
        in.known.putAll(known);
        in.known.keySet().removeIf(k -> k instanceof Key<?> key && node(key) != changed.get(key.name()));
        return in;
    }

    /** For a mapping of the given keys within the experiment. @param what the kind of key, for messages */
    ExperimentReader part(DocumentNode.Mapping within, List<Key<?>> keys, String what) {
        Key.check(within, keys, what);
        return new ExperimentReader(within, whole);
    }

    DocumentNode.Mapping mapping() {
        return mapping;
    }

    /** The value of a key: what it holds where it stands, else what its absence means. */
    <T> T get(Key<T> key) {
        return once(key, () -> has(key) ? key.reader().apply(node(key), this) : key.absent().apply(this));
    }

    boolean has(Key<?> key) {
        return mapping.has(key.name());
    }

    /** @return null where the key does not stand */
    DocumentNode node(Key<?> key) {
        return mapping.get(key.name());
    }

    /** Where a complaint about a key stands: there, or where the key could have stood. */
    DocumentNode place(Key<?> key) {
        return has(key) ? node(key) : mapping;
    }

    /** What stands there as it is written; without entries where nothing does. */
    DocumentNode.Mapping names(Key<?> key) {
        return has(key) ? Key.names(key.name(), node(key)) : new DocumentNode.Mapping(Map.of(), mapping.place());
    }

    @SuppressWarnings("unchecked")
    private <T> T once(Object what, Supplier<T> reading) {
        if (!known.containsKey(what)) {
            known.put(what, reading.get());
        }
        return (T) known.get(what);
    }

    // ---- What follows from several keys ----

    Workload workload() {
        return whole.get(ExperimentKeys.WORKLOAD);
    }

    /** Those that are run against, the default one first. */
    Map<String, TargetSpec> targets() {
        return whole.once("targets", () -> TargetReader.chosen(whole));
    }

    /** Names of the worker groups. */
    List<String> groups() {
        return whole.once("groups", () -> GroupReader.names(whole));
    }

    /** Settings, as every target has them. */
    SettingsReader settings() {
        return whole.once("settings", () -> new SettingsReader(workload(), targets().values().stream()
                .map(t -> Planner.params(workload(), Drivers.named(t.driver()), groups(), commands())).toList()));
    }

    /** The commands that points have before them, wherever these stand: their braces may name settings. */
    List<String> commands() {
        String prepare = ExperimentKeys.PREPARE.name();
        return whole.once("commands", () -> Stream.of(List.of(whole.mapping), List.of(whole.names(ExperimentKeys.SET)),
                List.of(whole.names(ExperimentKeys.VARY)), whole.items(ExperimentKeys.POINTS),
                whole.names(ExperimentKeys.TARGETS).entries().values()).flatMap(Collection::stream)
                .flatMap(node -> node instanceof DocumentNode.Mapping m && m.has(prepare)
                        ? m.get(prepare).items().stream() : Stream.of())
                .flatMap(node -> node instanceof DocumentNode.Scalar command ? Stream.of(command.text()) : Stream.of())
                .toList());
    }

    private List<DocumentNode> items(Key<?> key) {
        return has(key) ? node(key).items() : List.of();
    }

    List<ParamSet> params() {
        return settings().params();
    }

    MeasureSet measures() {
        return whole.once("measures", () -> targets().values().stream()
                .map(t -> Drivers.named(t.driver()).measures()).reduce(workload().measures(whole.texts())
                        .plus(WorkerGroups.measures(workload(), groups())), MeasureSet::plus));
    }

    /** All the values that settings have at some point. */
    private Map<String, List<String>> texts() {
        Map<String, List<String>> all = new HashMap<>();
        List<Map<String, String>> points = new ArrayList<>(get(ExperimentKeys.POINTS));
        points.add(workload().presets().getOrDefault(get(ExperimentKeys.PRESET), Map.of()));
        points.add(get(ExperimentKeys.SET));
        points.forEach(point -> point.forEach((name, text) -> all.computeIfAbsent(name, _ -> new ArrayList<>())
                .add(text)));
        get(ExperimentKeys.VARY).forEach((name, texts) -> all.computeIfAbsent(name, _ -> new ArrayList<>())
                .addAll(texts));
        return all;
    }

    // ---- Tags and expectations ----

    static Map<String, String> tags(DocumentNode.Mapping mapping, ExperimentReader in) {
        Map<String, String> tags = new LinkedHashMap<>();
        mapping.entries().forEach((name, node) -> {
            String text = node instanceof DocumentNode.Scalar value ? value.text()
                    : node.fail(TagNames.malformed(name));
            tags.put(name, node.at(() -> tag(name, text, in)));
        });
        return tags;
    }

    private static String tag(String name, String text, ExperimentReader in) {
        TagNames.check(name, text, n -> in.params().stream().anyMatch(p -> p.lookUp(n).isPresent()),
                "put it under set, or name it otherwise");
        return text;
    }

    static Map<String, String> expect(DocumentNode node, ExperimentReader in) {
        Map<String, String> expect = new LinkedHashMap<>();
        for (DocumentNode part : node.items()) {
            switch (part) {
                case DocumentNode.Mapping conditions -> conditions.entries().forEach(
                        (measure, condition) -> expect.put(measure, condition(measure, condition, in)));
                case DocumentNode.Scalar none when none.text().isEmpty() -> { }
                case DocumentNode.Scalar name -> expect.putAll(expectation(name, in.workload()));
                case DocumentNode.Sequence list -> list.fail("expect: a list holds names and conditions");
            }
        }
        return expect;
    }

    private static String condition(String measure, DocumentNode node, ExperimentReader in) {
        return node instanceof DocumentNode.Scalar s ? s.at(() -> expected(measure, s.text(), in.measures())).text()
                : node.fail("expect: write a condition, as in " + measure + ": \"< 50ms\"");
    }

    /** Of what must not be more, as of what was retried, less than 1 % may well be meant. */
    private static Threshold expected(String measure, String text, MeasureSet measures) {
        Threshold expected = Threshold.parse(measure, text, measures);
        return switch (expected.relation()) {
            case BELOW, AT_MOST -> expected;
            case ABOVE, AT_LEAST, EQUAL -> expected.inPercent("expect");
        };
    }

    private static Map<String, String> expectation(DocumentNode.Scalar name, Workload workload) {
        Map<String, String> found = workload.expectations().get(name.text());
        return found != null ? found : name.fail("expect: '" + name.text() + "' is neither a condition nor a named set"
                + " of them" + Suggestions.hint(name.text(), workload.expectations().keySet()));
    }
}
