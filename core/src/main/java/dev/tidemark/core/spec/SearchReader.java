package dev.tidemark.core.spec;

import dev.tidemark.core.param.BadInput;
import dev.tidemark.core.param.Nearest;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.plan.RampSteps;
import dev.tidemark.core.result.Better;
import dev.tidemark.core.result.Expectation;
import dev.tidemark.core.result.MeasureSet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what is searched for at each point: {@code search: {ramp: …}}, or {@code plan: ramp} for a ramp with defaults,
 * whose values may then stand where the setting's values usually do, under {@code vary} or {@code set}.
 */
public final class SearchReader {

    /** The short form, in place of a plan's space. */
    static final String RAMP = "ramp";
    static final List<String> RAMP_KEYS = List.of("param", "steps", "until", "for");

    private static final String USUAL_PARAM = "workers";
    /** One worker waits for no other, so that the straight line through the first step is what it is taken for. */
    private static final String USUAL_START = "1";
    private static final String USUAL_MEASURE = "response.mean";
    private static final String USUAL_LIMIT = "> 10ms";
    private static final String GAIN = "gain";
    private static final double USUAL_GAIN = 0.1;
    private static final String NONE = "none";
    private static final String DURATION = "duration";
    private static final Pattern GAIN_CONDITION = Pattern.compile("<\\s*([0-9]+(?:\\.[0-9]+)?)\\s*%");

    private final Node.Mapping root;
    private final Node.Mapping given;
    private final MeasureSet measures;

    private SearchReader(Node.Mapping root, Node.Mapping given, MeasureSet measures) {
        this.root = root;
        this.given = given;
        this.measures = measures;
    }

    /**
     * A search and the rest of its document.
     *
     * @param ramp what is searched for
     * @param rest the document with the search written out in full, and without what was said of it elsewhere
     */
    record Found(RampSpec ramp, Node.Mapping rest) {}

    /**
     * The ramp of an experiment that was recorded, with its own measures; nothing but the document is needed.
     *
     * @return empty when there is none, or the document is none of an experiment
     */
    public static Optional<RampSpec> recorded(String yaml, MeasureSet measures) {
        try {
            return YamlReader.read(yaml, "recorded") instanceof Node.Mapping root
                    && root.entries().get("search") instanceof Node.Mapping search
                    && search.entries().get(RAMP) instanceof Node.Mapping ramp
                    ? Optional.of(new SearchReader(root, ramp, measures).written()) : Optional.empty();
        } catch (BadInput e) {
            return Optional.empty();
        }
    }

    private RampSpec written() {
        return new RampSpec(text(given.entries().get("param"), "param"), texts(given.entries().get("steps")), limit(),
                gain());
    }

    /**
     * @param params the settings of every target
     * @throws BadInput saying what is wrong, where, and the nearest valid name
     */
    static Optional<Found> read(Node.Mapping root, MeasureSet measures, List<ParamSet> params) {
        Node search = root.entries().get("search");
        if (search == null && !shortForm(root)) {
            return Optional.empty();
        }
        Node.Mapping nothing = new Node.Mapping(Map.of(), search == null ? root.place() : search.place());
        return Optional.of(new SearchReader(root, switch (search) {
            case null -> nothing;
            case Node.Scalar s when s.text().equals(RAMP) -> nothing;
            case Node.Mapping m -> ramp(m);
            default -> fail(search, "search: write ramp, or {ramp: {param: workers, steps: [1, x2]}}");
        }, measures).found(params));
    }

    private static boolean shortForm(Node.Mapping root) {
        Node plan = root.entries().get("plan");
        Node space = plan instanceof Node.Mapping m ? m.entries().get("space") : plan;
        return space instanceof Node.Scalar s && s.text().equals(RAMP);
    }

    private static Node.Mapping ramp(Node.Mapping search) {
        ExperimentReader.known(search, List.of(RAMP), "key of search");
        Node ramp = search.entries().get(RAMP);
        return switch (ramp) {
            case null -> fail(search, "search: nothing to search for; write ramp");
            case Node.Mapping m -> m;
            case Node.Scalar s when s.text().isEmpty() -> new Node.Mapping(Map.of(), s.place());
            default -> fail(ramp, "ramp: a mapping is wanted here, not " + ramp.kind());
        };
    }

    private Found found(List<ParamSet> params) {
        ExperimentReader.known(given, RAMP_KEYS, "key of ramp");
        Param<?> param = param(params);
        Elsewhere elsewhere = elsewhere(params.getFirst(), param);
        List<String> steps = at(stepsPlace(elsewhere), () -> steps(param, elsewhere));
        at(stepsPlace(elsewhere), () -> RampSteps.climb(param, steps));
        RampSpec spec = new RampSpec(param.name(), steps, limit(), gain());
        return new Found(spec, rest(spec, elsewhere.document(), params.getFirst()));
    }

    private Node stepsPlace(Elsewhere elsewhere) {
        return Optional.ofNullable(given.entries().get("steps")).or(elsewhere::node).orElse(given);
    }

    private Param<?> param(List<ParamSet> params) {
        Node node = Optional.ofNullable(given.entries().get("param"))
                .orElse(new Node.Scalar(USUAL_PARAM, given.place()));
        String name = text(node, "param");
        return at(node, () -> {
            params.forEach(p -> p.find(name));
            Param<?> param = params.getFirst().find(name).param();
            if (!RampSteps.isNumeric(param)) {
                throw new BadInput("param: " + param.name() + " is no number, so it cannot be ramped");
            }
            return param;
        });
    }

    /**
     * What stands under {@code vary} or {@code set} about the setting.
     *
     * @param node       the values; empty when nothing does
     * @param translated the values in the setting's present unit
     * @param document   the document without it
     */
    private record Elsewhere(Optional<Node> node, List<String> translated, Node.Mapping document) {}

    private Elsewhere elsewhere(ParamSet params, Param<?> param) {
        for (String key : List.of("vary", "set")) {
            if (root.entries().get(key) instanceof Node.Mapping mapping) {
                for (Map.Entry<String, Node> entry : mapping.entries().entrySet()) {
                    Optional<ParamSet.Found> found = params.lookUp(entry.getKey());
                    if (found.isPresent() && found.get().param().equals(param)) {
                        return taken(key, mapping, entry, found.get());
                    }
                }
            }
        }
        return new Elsewhere(Optional.empty(), List.of(), root);
    }

    private Elsewhere taken(String key, Node.Mapping mapping, Map.Entry<String, Node> entry, ParamSet.Found found) {
        if (given.entries().containsKey("steps")) {
            fail(entry.getValue(), entry.getKey() + ": it is ramped, and its values stand under steps; leave it out of "
                    + key);
        }
        Map<String, Node> others = new LinkedHashMap<>(mapping.entries());
        others.remove(entry.getKey());
        Map<String, Node> document = new LinkedHashMap<>(root.entries());
        document.put(key, new Node.Mapping(others, mapping.place()));
        List<String> translated = texts(entry.getValue()).stream().map(t -> translated(t, found)).toList();
        return new Elsewhere(Optional.of(entry.getValue()), translated, new Node.Mapping(document, root.place()));
    }

    private static String translated(String step, ParamSet.Found found) {
        return step.startsWith("+") ? "+" + found.translate(step.substring(1).strip())
                : RampSteps.isRelative(step) ? step : found.translate(step);
    }

    private List<String> steps(Param<?> param, Elsewhere elsewhere) {
        Node node = given.entries().get("steps");
        List<String> texts = node == null ? elsewhere.translated() : texts(node);
        boolean list = node instanceof Node.Sequence || elsewhere.node().orElse(null) instanceof Node.Sequence;
        if (list || !texts.isEmpty() && RampSteps.isRelative(texts.getFirst())) {
            return RampSteps.rooted(param, texts);
        }
        if (texts.isEmpty() && !param.name().equals(USUAL_PARAM)) {
            throw new BadInput("steps: say where the ramp over " + param.name() + " begins and how it goes on, as in "
                    + "[1, x2]");
        }
        return RampSteps.from(param, texts.isEmpty() ? USUAL_START : texts.getFirst());
    }

    private Optional<Expectation> limit() {
        Optional<Map.Entry<String, Node>> named = Optional.empty();
        for (Map.Entry<String, Node> entry : until().entrySet()) {
            if (!entry.getKey().equals(GAIN)) {
                if (named.isPresent()) {
                    fail(entry.getValue(), "until: one limit is enough; " + named.get().getKey() + " has one already");
                }
                named = Optional.of(entry);
            }
        }
        if (named.isEmpty()) {
            return Optional.of(Expectation.parse("until", USUAL_MEASURE, USUAL_LIMIT, measures));
        }
        Node node = named.get().getValue();
        String measure = named.get().getKey();
        String condition = text(node, measure);
        return at(node, () -> limit(measure, condition));
    }

    private Optional<Expectation> limit(String name, String condition) {
        if (measures.find(name).isEmpty()) {
            List<String> names = new ArrayList<>(measures.all().stream().map(m -> m.name()).toList());
            names.add(GAIN);
            throw new BadInput("until: unknown measure '" + name + "'" + Nearest.hint(name, names));
        }
        if (condition.equals(NONE)) {
            return Optional.empty();
        }
        Expectation limit = Expectation.parse("until", name, condition, measures);
        boolean upper = limit.relation() == Expectation.Relation.ABOVE
                || limit.relation() == Expectation.Relation.AT_LEAST;
        if (limit.measure().better() != Better.LOWER || !upper) {
            throw new BadInput("until: " + name + ": '" + condition + "' is no limit that growing load runs into; "
                    + "write it as in " + USUAL_MEASURE + ": \"" + USUAL_LIMIT + "\"");
        }
        return Optional.of(limit);
    }

    private OptionalDouble gain() {
        Node node = until().get(GAIN);
        if (node == null) {
            return OptionalDouble.of(USUAL_GAIN);
        }
        String text = text(node, GAIN);
        if (text.equals(NONE)) {
            return OptionalDouble.empty();
        }
        Matcher condition = GAIN_CONDITION.matcher(text);
        return condition.matches() ? OptionalDouble.of(Double.parseDouble(condition.group(1)) / 100)
                : fail(node, "until: gain: '" + text + "' is not a condition; write it as < 10%, or none");
    }

    private Map<String, Node> until() {
        Node until = given.entries().get("until");
        return switch (until) {
            case null -> Map.of();
            case Node.Mapping m -> m.entries();
            default -> fail(until, "until: a mapping is wanted here, as in {" + USUAL_MEASURE + ": \"" + USUAL_LIMIT
                    + "\", gain: \"< 10%\"}");
        };
    }

    private Node.Mapping rest(RampSpec spec, Node.Mapping document, ParamSet params) {
        Map<String, Node> rest = new LinkedHashMap<>(document.entries());
        if (shortForm(document)) {
            rest.put("plan", matrix(document.entries().get("plan")));
        }
        Node length = given.entries().get("for");
        if (length != null) {
            rest.put("set", timed(document, length, params));
        }
        rest.put("search", written(spec));
        return new Node.Mapping(rest, document.place());
    }

    private static Node matrix(Node plan) {
        Node.Scalar matrix = new Node.Scalar("matrix", plan.place());
        if (!(plan instanceof Node.Mapping mapping)) {
            return matrix;
        }
        Map<String, Node> entries = new LinkedHashMap<>(mapping.entries());
        entries.put("space", matrix);
        return new Node.Mapping(entries, mapping.place());
    }

    /** How long a step lasts is the workload's own setting. */
    private static Node timed(Node.Mapping document, Node length, ParamSet params) {
        if (params.lookUp(DURATION).isEmpty()) {
            fail(length, "for: this workload has no duration");
        }
        Map<String, Node> set = new LinkedHashMap<>(
                document.entries().get("set") instanceof Node.Mapping m ? m.entries() : Map.of());
        if (set.put(DURATION, length) != null) {
            fail(length, "for: duration is set already; leave one of them out");
        }
        return new Node.Mapping(set, length.place());
    }

    /** The search in full, so that the record of an experiment does not depend on defaults. */
    private Node written(RampSpec spec) {
        String place = given.place();
        Map<String, Node> until = new LinkedHashMap<>();
        spec.limit().ifPresentOrElse(l -> until.put(l.measure().name(), new Node.Scalar(l.text(), place)),
                () -> until.put(USUAL_MEASURE, new Node.Scalar(NONE, place)));
        until.put(GAIN, new Node.Scalar(spec.gain().isPresent() ? "< " + BigDecimal.valueOf(
                spec.gain().getAsDouble()).movePointRight(2).stripTrailingZeros().toPlainString() + "%" : NONE, place));
        Map<String, Node> ramp = new LinkedHashMap<>();
        ramp.put("param", new Node.Scalar(spec.param(), place));
        ramp.put("steps", new Node.Sequence(spec.steps().stream().map(s -> (Node) new Node.Scalar(s, place)).toList(),
                place));
        ramp.put("until", new Node.Mapping(until, place));
        return new Node.Mapping(Map.of(RAMP, new Node.Mapping(ramp, place)), place);
    }

    private static List<String> texts(Node node) {
        List<Node> items = node instanceof Node.Sequence sequence ? sequence.items() : List.of(node);
        return items.stream().map(item -> text(item, "steps")).toList();
    }

    private static String text(Node node, String key) {
        return node instanceof Node.Scalar scalar ? scalar.text().strip()
                : fail(node, key + ": one value is wanted here, not " + (node == null ? "nothing" : node.kind()));
    }

    private static <T> T fail(Node node, String complaint) {
        return ExperimentReader.fail(node, complaint);
    }

    private static <T> T at(Node node, Supplier<T> reading) {
        return ExperimentReader.at(node, reading);
    }
}
