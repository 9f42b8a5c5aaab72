package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.Experiment.Space;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.plan.RampSteps;
import dev.tidemark.core.plan.SearchSpec;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Threshold;

/**
 * Reads what is searched for at each point: {@code search: {ramp: …}}, or {@code plan: ramp} for a ramp with defaults
 * (the sustainable rate is read by {@link RateReader}),
 * whose values may then stand where the setting's values usually do, under {@code vary} or {@code set}.
 */
public final class SearchReader {

    private static final String NONE = "none";
    static final String USUAL_PARAM = "workers";
    static final String USUAL_MEASURE = "response.mean";
    /** Nobody but the user knows what is too slow. */
    static final String USUAL_LIMIT = NONE;
    static final String USUAL_GAIN = "< 10%";

    /** One worker waits for no other, so that linear scaling can be drawn through the first step. */
    private static final String USUAL_START = "1";
    private static final String GAIN = "gain";
    /** In complaints. */
    private static final String SOME_LIMIT = USUAL_MEASURE + ": \"> 10ms\"";
    private static final String DURATION = "duration";
    private static final Pattern GAIN_CONDITION = Pattern.compile("<\\s*([0-9]+(?:\\.[0-9]+)?)\\s*%");

    private SearchReader() {}

    /**
     * The search of an experiment that was recorded, with its own measures; nothing but the document is needed.
     *
     * @return empty when there is none, or the document is none of an experiment
     */
    public static Optional<SearchSpec> recorded(String yaml, MeasureSet measures) {
        try {
            return YamlReader.read(yaml, "recorded") instanceof DocumentNode.Mapping root
                    ? ExperimentReader.recorded(root, measures).get(ExperimentKeys.SEARCH) : Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.empty();
        }
    }

    /**
     * The experiment with its search written out in full, and without what was said of it elsewhere, so that its record
     * does not depend on defaults.
     *
     * @throws InvalidInputException saying what is wrong, where, and the nearest valid name
     */
    static ExperimentReader expand(ExperimentReader in) {
        DocumentNode.Mapping root = in.mapping();
        DocumentNode search = in.node(ExperimentKeys.SEARCH);
        Optional<String> planned = plannedSearch(root);
        return search == null && planned.isEmpty() ? in : in.with(switch (search) {
            case null -> expand(in, planned.get(), new DocumentNode.Mapping(Map.of(), root.place()));
            case DocumentNode.Scalar s when ExperimentKeys.searches().contains(s.text()) ->
                    expand(in, s.text(), new DocumentNode.Mapping(Map.of(), s.place()));
            case DocumentNode.Mapping m -> expand(in, m, planned);
            default -> search.fail("search: write ramp or find-rate, or {ramp: {param: workers, steps: [1, x2]}}");
        });
    }

    /** The search that stands in the place of a plan's space. */
    private static Optional<String> plannedSearch(DocumentNode.Mapping root) {
        DocumentNode plan = root.get(ExperimentKeys.PLAN.name());
        DocumentNode space = plan instanceof DocumentNode.Mapping m ? m.get(ExperimentKeys.SPACE.name()) : plan;
        return space instanceof DocumentNode.Scalar s && ExperimentKeys.searches().contains(s.text())
                ? Optional.of(s.text()) : Optional.empty();
    }

    private static DocumentNode.Mapping expand(ExperimentReader in, DocumentNode.Mapping search,
            Optional<String> planned) {
        Key.check(search, ExperimentKeys.SEARCH.keys(), "key of search");
        List<String> names = List.copyOf(search.entries().keySet());
        if (names.isEmpty()) {
            return search.fail("search: nothing to search for; write ramp or find-rate");
        }
        if (names.size() > 1) {
            return search.get(names.get(1)).fail("search: one is enough; leave out " + names.get(0) + " or "
                    + names.get(1));
        }
        String name = names.getFirst();
        if (planned.isPresent() && !planned.get().equals(name)) {
            return search.get(name).fail("search: " + name + ", but plan: " + planned.get());
        }
        return expand(in, name, Key.names(name, search.get(name)));
    }

    private static DocumentNode.Mapping expand(ExperimentReader in, String search, DocumentNode.Mapping given) {
        DocumentNode.Mapping full = search.equals(ExperimentKeys.RAMP.name()) ? ramped(in, given)
                : RateReader.expand(in, given);
        return plannedSearch(full).isEmpty() ? full : full.change(ExperimentKeys.PLAN.name(), SearchReader::matrix);
    }

    private static DocumentNode.Mapping ramped(ExperimentReader in, DocumentNode.Mapping given) {
        ExperimentReader ramp = ramp(in, given);
        ParamSet params = in.params().getFirst();
        Param<?> param = param(ramp);
        DocumentNode.Mapping rest = in.mapping();
        Optional<Map.Entry<Key<?>, String>> duplicate = duplicateSetting(in, params, param);
        if (duplicate.isPresent()) {
            String name = duplicate.get().getValue();
            DocumentNode.Mapping settings = in.names(duplicate.get().getKey());
            if (ramp.has(ExperimentKeys.STEPS)) {
                settings.get(name).fail(name + ": it is ramped, and its values stand under steps; leave it out of "
                        + duplicate.get().getKey().name());
            }
            rest = rest.with(duplicate.get().getKey().name(), settings.without(name));
            ramp = ramp(in.with(rest), given.with(ExperimentKeys.STEPS.name(),
                    translated(settings.get(name), params.find(name))));
        }
        List<String> steps = steps(param, ramp);
        Until until = ramp.get(ExperimentKeys.UNTIL);
        if (ramp.has(ExperimentKeys.FOR)) {
            rest = rest.with(ExperimentKeys.SET.name(), timed(rest, ramp.node(ExperimentKeys.FOR), params));
        }
        return rest.with(ExperimentKeys.SEARCH.name(), DocumentNode.of(ExperimentKeys.SEARCH.writer().apply(
                Optional.of(new RampSpec(param.name(), steps, until.limit(), until.gain()))), given.place()));
    }

    private static ExperimentReader ramp(ExperimentReader in, DocumentNode.Mapping given) {
        return in.part(given, ExperimentKeys.RAMP.keys(), "key of ramp");
    }

    private static Param<?> param(ExperimentReader ramp) {
        String name = ramp.get(ExperimentKeys.PARAM);
        return ramp.place(ExperimentKeys.PARAM).at(() -> {
            ramp.params().forEach(p -> p.find(name));
            Param<?> param = ramp.params().getFirst().find(name).param();
            if (!RampSteps.isNumeric(param)) {
                throw new InvalidInputException("param: " + param.name() + " is no number, so it cannot be ramped");
            }
            return param;
        });
    }

    /** Under which key, and which of its names, the ramped setting has values, too. */
    static Optional<Map.Entry<Key<?>, String>> duplicateSetting(ExperimentReader in, ParamSet params, Param<?> param) {
        return Stream.<Key<?>>of(ExperimentKeys.VARY, ExperimentKeys.SET)
                .filter(key -> in.node(key) instanceof DocumentNode.Mapping)
                .flatMap(key -> in.names(key).entries().keySet().stream()
                        .filter(name -> params.lookUp(name).filter(f -> f.param().equals(param)).isPresent())
                        .<Map.Entry<Key<?>, String>>map(name -> Map.entry(key, name))).findFirst();
    }

    /** Steps in the setting's present unit. */
    private static DocumentNode translated(DocumentNode steps, ParamSet.Found found) {
        if (steps instanceof DocumentNode.Sequence s) {
            return s.map(step -> translated(step, found));
        }
        String step = Key.single(ExperimentKeys.STEPS.name(), steps).text().strip();
        return new DocumentNode.Scalar(step.startsWith("+") ? "+" + found.translate(step.substring(1).strip())
                : RampSteps.isRelative(step) ? step : found.translate(step), steps.place());
    }

    private static List<String> steps(Param<?> param, ExperimentReader ramp) {
        List<String> texts = ramp.get(ExperimentKeys.STEPS);
        boolean list = ramp.node(ExperimentKeys.STEPS) instanceof DocumentNode.Sequence;
        return ramp.place(ExperimentKeys.STEPS).at(() -> {
            if (texts.isEmpty() && !list && !param.name().equals(USUAL_PARAM)) {
                throw new InvalidInputException("steps: say where the ramp over " + param.name()
                        + " begins and how it goes on, as in [1, x2]");
            }
            List<String> steps = list || !texts.isEmpty() && RampSteps.isRelative(texts.getFirst())
                    ? RampSteps.rooted(param, texts)
                    : RampSteps.from(param, texts.isEmpty() ? USUAL_START : texts.getFirst());
            RampSteps.climb(param, steps);
            return steps;
        });
    }

    private static DocumentNode matrix(DocumentNode plan) {
        DocumentNode.Scalar matrix = new DocumentNode.Scalar(Types.word(Space.MATRIX), plan.place());
        return plan instanceof DocumentNode.Mapping m ? m.with(ExperimentKeys.SPACE.name(), matrix) : matrix;
    }

    /** How long a step lasts is the workload's own setting. */
    private static DocumentNode timed(DocumentNode.Mapping document, DocumentNode length, ParamSet params) {
        if (params.lookUp(DURATION).isEmpty()) {
            length.fail("for: this workload has no duration");
        }
        DocumentNode.Mapping set = new DocumentNode.Mapping(
                document.get(ExperimentKeys.SET.name()) instanceof DocumentNode.Mapping m ? m.entries() : Map.of(),
                length.place());
        return set.has(DURATION) ? length.fail("for: duration is set already; leave one of them out")
                : set.with(DURATION, length);
    }

    // ---- When it ends ----

    /** When a ramp ends, as {@link RampSpec} says it. */
    record Until(Optional<Threshold> limit, OptionalDouble gain) {

        Map<String, String> written() {
            Map<String, String> written = new LinkedHashMap<>();
            written.put(limit.map(l -> l.measure().name()).orElse(USUAL_MEASURE),
                    limit.map(Threshold::text).orElse(NONE));
            written.put(GAIN, gain.isEmpty() ? NONE : "< " + BigDecimal.valueOf(gain.getAsDouble())
                    .movePointRight(2).stripTrailingZeros().toPlainString() + "%");
            return written;
        }
    }

    static Until until(DocumentNode node, ExperimentReader in) {
        if (!(node instanceof DocumentNode.Mapping until)) {
            return node.fail("until: a mapping is expected here, as in {" + SOME_LIMIT + ", gain: \"" + USUAL_GAIN
                    + "\"}");
        }
        List<Map.Entry<String, DocumentNode>> limits = List.copyOf(until.without(GAIN).entries().entrySet());
        if (limits.size() > 1) {
            limits.get(1).getValue().fail("until: one limit is enough; " + limits.getFirst().getKey()
                    + " has one already");
        }
        return new Until(limits.isEmpty() ? Optional.empty() : limit(limits.getFirst(), in.measures()),
                gain(until.has(GAIN) ? until.get(GAIN) : new DocumentNode.Scalar(USUAL_GAIN, node.place())));
    }

    private static Optional<Threshold> limit(Map.Entry<String, DocumentNode> entry, MeasureSet measures) {
        String condition = Key.single(entry.getKey(), entry.getValue()).text().strip();
        return entry.getValue().at(() -> limit(entry.getKey(), condition, measures));
    }

    private static Optional<Threshold> limit(String name, String condition, MeasureSet measures) {
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
            throw new InvalidInputException("until: " + name + ": '" + condition + "' is no limit that growing load "
                    + "runs into; write it as in " + SOME_LIMIT);
        }
        return Optional.of(limit);
    }

    private static OptionalDouble gain(DocumentNode node) {
        String text = Key.single(GAIN, node).text().strip();
        Matcher condition = GAIN_CONDITION.matcher(text);
        return text.equals(NONE) ? OptionalDouble.empty()
                : condition.matches() ? OptionalDouble.of(Double.parseDouble(condition.group(1)) / 100)
                : node.fail("until: gain: '" + text + "' is not a condition; write it as " + USUAL_GAIN + ", or none");
    }
}
