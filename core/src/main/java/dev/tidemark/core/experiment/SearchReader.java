package dev.tidemark.core.experiment;

import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.plan.RampSteps;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Threshold;
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

    private final DocumentNode.Mapping root;
    private final DocumentNode.Mapping given;
    private final MeasureSet measures;

    private SearchReader(DocumentNode.Mapping root, DocumentNode.Mapping given, MeasureSet measures) {
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
    record Found(RampSpec ramp, DocumentNode.Mapping rest) {}

    /**
     * The ramp of an experiment that was recorded, with its own measures; nothing but the document is needed.
     *
     * @return empty when there is none, or the document is none of an experiment
     */
    public static Optional<RampSpec> recorded(String yaml, MeasureSet measures) {
        try {
            return YamlReader.read(yaml, "recorded") instanceof DocumentNode.Mapping root
                    && root.entries().get("search") instanceof DocumentNode.Mapping search
                    && search.entries().get(RAMP) instanceof DocumentNode.Mapping ramp
                    ? Optional.of(new SearchReader(root, ramp, measures).written()) : Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    private RampSpec written() {
        return new RampSpec(text(given.entries().get("param"), "param"), texts(given.entries().get("steps")), limit(),
                gain());
    }

    /**
     * @param params the settings of every target
     * @throws InvalidInputException saying what is wrong, where, and the nearest valid name
     */
    static Optional<Found> read(DocumentNode.Mapping root, MeasureSet measures, List<ParamSet> params) {
        DocumentNode search = root.entries().get("search");
        if (search == null && !shortForm(root)) {
            return Optional.empty();
        }
        DocumentNode.Mapping nothing = new DocumentNode.Mapping(Map.of(), search == null ? root.place()
                : search.place());
        return Optional.of(new SearchReader(root, switch (search) {
            case null -> nothing;
            case DocumentNode.Scalar s when s.text().equals(RAMP) -> nothing;
            case DocumentNode.Mapping m -> ramp(m);
            default -> fail(search, "search: write ramp, or {ramp: {param: workers, steps: [1, x2]}}");
        }, measures).found(params));
    }

    private static boolean shortForm(DocumentNode.Mapping root) {
        DocumentNode plan = root.entries().get("plan");
        DocumentNode space = plan instanceof DocumentNode.Mapping m ? m.entries().get("space") : plan;
        return space instanceof DocumentNode.Scalar s && s.text().equals(RAMP);
    }

    private static DocumentNode.Mapping ramp(DocumentNode.Mapping search) {
        ExperimentReader.known(search, List.of(RAMP), "key of search");
        DocumentNode ramp = search.entries().get(RAMP);
        return switch (ramp) {
            case null -> fail(search, "search: nothing to search for; write ramp");
            case DocumentNode.Mapping m -> m;
            case DocumentNode.Scalar s when s.text().isEmpty() -> new DocumentNode.Mapping(Map.of(), s.place());
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

    private DocumentNode stepsPlace(Elsewhere elsewhere) {
        return Optional.ofNullable(given.entries().get("steps")).or(elsewhere::node).orElse(given);
    }

    private Param<?> param(List<ParamSet> params) {
        DocumentNode documentNode = Optional.ofNullable(given.entries().get("param"))
                .orElse(new DocumentNode.Scalar(USUAL_PARAM, given.place()));
        String name = text(documentNode, "param");
        return at(documentNode, () -> {
            params.forEach(p -> p.find(name));
            Param<?> param = params.getFirst().find(name).param();
            if (!RampSteps.isNumeric(param)) {
                throw new InvalidInputException("param: " + param.name() + " is no number, so it cannot be ramped");
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
    private record Elsewhere(Optional<DocumentNode> node, List<String> translated, DocumentNode.Mapping document) {}

    private Elsewhere elsewhere(ParamSet params, Param<?> param) {
        for (String key : List.of("vary", "set")) {
            if (root.entries().get(key) instanceof DocumentNode.Mapping mapping) {
                for (Map.Entry<String, DocumentNode> entry : mapping.entries().entrySet()) {
                    Optional<ParamSet.Found> found = params.lookUp(entry.getKey());
                    if (found.isPresent() && found.get().param().equals(param)) {
                        return taken(key, mapping, entry, found.get());
                    }
                }
            }
        }
        return new Elsewhere(Optional.empty(), List.of(), root);
    }

    private Elsewhere taken(String key, DocumentNode.Mapping mapping, Map.Entry<String, DocumentNode> entry,
            ParamSet.Found found) {
        if (given.entries().containsKey("steps")) {
            fail(entry.getValue(), entry.getKey() + ": it is ramped, and its values stand under steps; leave it out of "
                    + key);
        }
        Map<String, DocumentNode> others = new LinkedHashMap<>(mapping.entries());
        others.remove(entry.getKey());
        Map<String, DocumentNode> document = new LinkedHashMap<>(root.entries());
        document.put(key, new DocumentNode.Mapping(others, mapping.place()));
        List<String> translated = texts(entry.getValue()).stream().map(t -> translated(t, found)).toList();
        return new Elsewhere(Optional.of(entry.getValue()), translated,
                new DocumentNode.Mapping(document, root.place()));
    }

    private static String translated(String step, ParamSet.Found found) {
        return step.startsWith("+") ? "+" + found.translate(step.substring(1).strip())
                : RampSteps.isRelative(step) ? step : found.translate(step);
    }

    private List<String> steps(Param<?> param, Elsewhere elsewhere) {
        DocumentNode documentNode = given.entries().get("steps");
        List<String> texts = documentNode == null ? elsewhere.translated() : texts(documentNode);
        boolean list = documentNode instanceof DocumentNode.Sequence
                || elsewhere.node().orElse(null) instanceof DocumentNode.Sequence;
        if (list || !texts.isEmpty() && RampSteps.isRelative(texts.getFirst())) {
            return RampSteps.rooted(param, texts);
        }
        if (texts.isEmpty() && !param.name().equals(USUAL_PARAM)) {
            throw new InvalidInputException("steps: say where the ramp over " + param.name()
                    + " begins and how it goes on, as in "
                    + "[1, x2]");
        }
        return RampSteps.from(param, texts.isEmpty() ? USUAL_START : texts.getFirst());
    }

    private Optional<Threshold> limit() {
        Optional<Map.Entry<String, DocumentNode>> named = Optional.empty();
        for (Map.Entry<String, DocumentNode> entry : until().entrySet()) {
            if (!entry.getKey().equals(GAIN)) {
                if (named.isPresent()) {
                    fail(entry.getValue(), "until: one limit is enough; " + named.get().getKey() + " has one already");
                }
                named = Optional.of(entry);
            }
        }
        if (named.isEmpty()) {
            return Optional.of(Threshold.parse("until", USUAL_MEASURE, USUAL_LIMIT, measures));
        }
        DocumentNode documentNode = named.get().getValue();
        String measure = named.get().getKey();
        String condition = text(documentNode, measure);
        return at(documentNode, () -> limit(measure, condition));
    }

    private Optional<Threshold> limit(String name, String condition) {
        if (measures.find(name).isEmpty()) {
            List<String> names = new ArrayList<>(measures.all().stream().map(m -> m.name()).toList());
            names.add(GAIN);
            throw new InvalidInputException("until: unknown measure '" + name + "'" + Suggestions.hint(name, names));
        }
        if (condition.equals(NONE)) {
            return Optional.empty();
        }
        Threshold limit = Threshold.parse("until", name, condition, measures);
        boolean upper = limit.relation() == Threshold.Relation.ABOVE
                || limit.relation() == Threshold.Relation.AT_LEAST;
        if (limit.measure().better() != Direction.LOWER || !upper) {
            throw new InvalidInputException("until: " + name + ": '" + condition
                    + "' is no limit that growing load runs into; "
                    + "write it as in " + USUAL_MEASURE + ": \"" + USUAL_LIMIT + "\"");
        }
        return Optional.of(limit);
    }

    private OptionalDouble gain() {
        DocumentNode documentNode = until().get(GAIN);
        if (documentNode == null) {
            return OptionalDouble.of(USUAL_GAIN);
        }
        String text = text(documentNode, GAIN);
        if (text.equals(NONE)) {
            return OptionalDouble.empty();
        }
        Matcher condition = GAIN_CONDITION.matcher(text);
        return condition.matches() ? OptionalDouble.of(Double.parseDouble(condition.group(1)) / 100)
                : fail(documentNode, "until: gain: '" + text + "' is not a condition; write it as < 10%, or none");
    }

    private Map<String, DocumentNode> until() {
        DocumentNode until = given.entries().get("until");
        return switch (until) {
            case null -> Map.of();
            case DocumentNode.Mapping m -> m.entries();
            default -> fail(until, "until: a mapping is wanted here, as in {" + USUAL_MEASURE + ": \"" + USUAL_LIMIT
                    + "\", gain: \"< 10%\"}");
        };
    }

    private DocumentNode.Mapping rest(RampSpec spec, DocumentNode.Mapping document, ParamSet params) {
        Map<String, DocumentNode> rest = new LinkedHashMap<>(document.entries());
        if (shortForm(document)) {
            rest.put("plan", matrix(document.entries().get("plan")));
        }
        DocumentNode length = given.entries().get("for");
        if (length != null) {
            rest.put("set", timed(document, length, params));
        }
        rest.put("search", written(spec));
        return new DocumentNode.Mapping(rest, document.place());
    }

    private static DocumentNode matrix(DocumentNode plan) {
        DocumentNode.Scalar matrix = new DocumentNode.Scalar("matrix", plan.place());
        if (!(plan instanceof DocumentNode.Mapping mapping)) {
            return matrix;
        }
        Map<String, DocumentNode> entries = new LinkedHashMap<>(mapping.entries());
        entries.put("space", matrix);
        return new DocumentNode.Mapping(entries, mapping.place());
    }

    /** How long a step lasts is the workload's own setting. */
    private static DocumentNode timed(DocumentNode.Mapping document, DocumentNode length, ParamSet params) {
        if (params.lookUp(DURATION).isEmpty()) {
            fail(length, "for: this workload has no duration");
        }
        Map<String, DocumentNode> set = new LinkedHashMap<>(
                document.entries().get("set") instanceof DocumentNode.Mapping m ? m.entries() : Map.of());
        if (set.put(DURATION, length) != null) {
            fail(length, "for: duration is set already; leave one of them out");
        }
        return new DocumentNode.Mapping(set, length.place());
    }

    /** The search in full, so that the record of an experiment does not depend on defaults. */
    private DocumentNode written(RampSpec spec) {
        String place = given.place();
        Map<String, DocumentNode> until = new LinkedHashMap<>();
        spec.limit().ifPresentOrElse(l -> until.put(l.measure().name(), new DocumentNode.Scalar(l.text(), place)),
                () -> until.put(USUAL_MEASURE, new DocumentNode.Scalar(NONE, place)));
        until.put(GAIN, new DocumentNode.Scalar(spec.gain().isPresent() ? "< " + BigDecimal.valueOf(
                spec.gain().getAsDouble()).movePointRight(2).stripTrailingZeros().toPlainString() + "%" : NONE, place));
        Map<String, DocumentNode> ramp = new LinkedHashMap<>();
        ramp.put("param", new DocumentNode.Scalar(spec.param(), place));
        ramp.put("steps", new DocumentNode.Sequence(spec.steps().stream()
                .map(s -> (DocumentNode) new DocumentNode.Scalar(s, place)).toList(),
                place));
        ramp.put("until", new DocumentNode.Mapping(until, place));
        return new DocumentNode.Mapping(Map.of(RAMP, new DocumentNode.Mapping(ramp, place)), place);
    }

    private static List<String> texts(DocumentNode documentNode) {
        List<DocumentNode> items = documentNode instanceof DocumentNode.Sequence sequence ? sequence.items()
                : List.of(documentNode);
        return items.stream().map(item -> text(item, "steps")).toList();
    }

    private static String text(DocumentNode documentNode, String key) {
        return documentNode instanceof DocumentNode.Scalar scalar ? scalar.text().strip()
                : fail(documentNode, key + ": one value is wanted here, not "
                + (documentNode == null ? "nothing" : documentNode.kind()));
    }

    private static <T> T fail(DocumentNode documentNode, String complaint) {
        return ExperimentReader.fail(documentNode, complaint);
    }

    private static <T> T at(DocumentNode documentNode, Supplier<T> reading) {
        return ExperimentReader.at(documentNode, reading);
    }
}
