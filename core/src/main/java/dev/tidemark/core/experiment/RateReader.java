package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.measures.BacklogGrowth;

/**
 * Reads a search for the sustainable rate: {@code search: {find-rate: {start: 1/s, response.p99: "< 1s", step: 60s}}},
 * or {@code plan: find-rate}, whose start and step may then stand where rate and duration usually do, under {@code
 * set}.
 */
final class RateReader {

    static final String USUAL_START = "1/s";
    static final String USUAL_MEASURE = "response.p99";
    static final String USUAL_LIMIT = "< 1s";
    static final String USUAL_STEP = "60s";
    static final double USUAL_PRECISION = 0.05;
    static final int USUAL_REPEATS = 6;
    static final double USUAL_CHANCE = 0.05;
    static final double USUAL_GROWTH = 0.01;
    static final double USUAL_BACKLOG_CHANCE = BacklogGrowth.LEVEL;
    /** Runs without which no rate is sure. */
    static final int LEAST = 4;
    static final int MOST = 20;

    private static final String DURATION = "duration";
    private static final String INTERVAL = "interval";
    /** Intervals of a step, so that a growing backlog is seen. */
    private static final int INTERVALS = 20;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** Of the intervals that hold by themselves. */
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(1);

    private RateReader() {}

    static double start(String text) {
        double start = Types.RATE.parse(text);
        if (start <= 0) {
            throw new InvalidInputException("start: a search that begins at " + text + " stays there; begin above 0/s");
        }
        return start;
    }

    /** @throws InvalidInputException saying what is wrong, where, and the nearest valid name */
    static DocumentNode.Mapping expand(ExperimentReader in, DocumentNode.Mapping given) {
        ParamSet params = in.params().getFirst();
        Param<?> rate = setting(given, params, RateSpec.PARAM, in);
        setting(given, params, DURATION, in);
        DocumentNode.Mapping within = gathered(given, in.measures());
        DocumentNode.Mapping rest = in.mapping();
        Optional<Map.Entry<Key<?>, String>> duplicate = SearchReader.duplicateSetting(in, params, rate);
        if (duplicate.isPresent()) {
            DocumentNode.Mapping settings = in.names(duplicate.get().getKey());
            DocumentNode value = settings.get(duplicate.get().getValue());
            refuseTwice(duplicate.get(), value, within);
            rest = rest.with(duplicate.get().getKey().name(), settings.without(duplicate.get().getValue()));
            within = within.with(ExperimentKeys.START.name(), new DocumentNode.Scalar(
                    params.find(duplicate.get().getValue()).translate(Key.single(RateSpec.PARAM, value).text().strip()),
                    value.place()));
        }
        ExperimentReader search = in.part(within, ExperimentKeys.FIND_RATE.keys(), "key of find-rate");
        RateSpec spec = ExperimentKeys.FIND_RATE.reader().apply(within, in);
        search.place(ExperimentKeys.START).at(() -> rate.parse(spec.first()));
        return timed(rest, search, params).with(ExperimentKeys.SEARCH.name(), DocumentNode.of(
                ExperimentKeys.SEARCH.writer().apply(Optional.of(spec)), given.place()));
    }

    private static Param<?> setting(DocumentNode.Mapping given, ParamSet params, String name, ExperimentReader in) {
        return params.lookUp(name).<Param<?>>map(ParamSet.Found::param)
                .orElseGet(() -> given.fail("find-rate: workload " + in.workload().name() + " has no " + name));
    }

    private static void refuseTwice(Map.Entry<Key<?>, String> where, DocumentNode value, DocumentNode.Mapping within) {
        if (where.getKey() == ExperimentKeys.VARY) {
            value.fail(where.getValue() + ": it is searched for, so it cannot be varied; set where it begins");
        }
        if (within.has(ExperimentKeys.START.name())) {
            value.fail(where.getValue() + ": it is searched for, and begins at start; leave it out of "
                    + where.getKey().name());
        }
    }

    /** Conditions may stand beside the keys; they are gathered where they are written. */
    private static DocumentNode.Mapping gathered(DocumentNode.Mapping given, MeasureSet measures) {
        List<String> keys = ExperimentKeys.FIND_RATE.keys().stream().<String>map(Key::name).toList();
        DocumentNode.Mapping rest = given;
        Map<String, DocumentNode> limits = new LinkedHashMap<>();
        if (given.get(ExperimentKeys.LIMITS.name()) instanceof DocumentNode.Mapping m) {
            limits.putAll(m.entries());
        }
        for (Map.Entry<String, DocumentNode> entry : given.entries().entrySet()) {
            if (keys.contains(entry.getKey())) {
                continue;
            }
            if (measures.find(entry.getKey()).isEmpty()) {
                entry.getValue().fail("unknown key of find-rate, or measure, '" + entry.getKey() + "'"
                        + Suggestions.hint(entry.getKey(), Stream.concat(keys.stream(),
                        measures.all().stream().map(Measure::name)).toList()));
            }
            if (limits.put(entry.getKey(), entry.getValue()) != null) {
                entry.getValue().fail("find-rate: " + entry.getKey() + " has a limit already");
            }
            rest = rest.without(entry.getKey());
        }
        return limits.isEmpty() ? rest : rest.with(ExperimentKeys.LIMITS.name(),
                new DocumentNode.Mapping(limits, given.place()));
    }

    // ---- How long a step lasts ----

    /** The duration, intervals that are short enough for it, and no count that would end a step sooner. */
    private static DocumentNode.Mapping timed(DocumentNode.Mapping document, ExperimentReader search, ParamSet params) {
        DocumentNode.Mapping set = new DocumentNode.Mapping(
                document.get(ExperimentKeys.SET.name()) instanceof DocumentNode.Mapping m ? m.entries() : Map.of(),
                document.place());
        Optional<String> duration = Optional.ofNullable(set.get(DURATION))
                .map(node -> Key.single(DURATION, node).text());
        if (search.has(ExperimentKeys.STEP)) {
            if (duration.isPresent()) {
                search.node(ExperimentKeys.STEP).fail("step: duration is set already; leave one of them out");
            }
            set = set.with(DURATION, search.node(ExperimentKeys.STEP));
        } else if (duration.isEmpty() && !isVaried(document, DURATION)) {
            set = set.with(DURATION, scalar(USUAL_STEP, document));
        }
        return document.with(ExperimentKeys.SET.name(), unlimited(measured(set, document), search, params));
    }

    /** What a step of a few seconds is cut into. */
    private static DocumentNode.Mapping measured(DocumentNode.Mapping set, DocumentNode.Mapping document) {
        if (!(set.get(DURATION) instanceof DocumentNode.Scalar text) || set.has(INTERVAL)
                || isVaried(document, INTERVAL)) {
            return set;
        }
        Duration step = text.at(() -> Types.DURATION.parse(text.text()));
        if (step.compareTo(SHORTEST) < 0) {
            text.fail("step: " + text.text() + " is too short to tell whether the backlog grows; the shortest is "
                    + Types.DURATION.format(SHORTEST));
        }
        Duration interval = step.dividedBy(INTERVALS);
        if (interval.compareTo(USUAL_INTERVAL) >= 0) {
            return set;
        }
        Duration least = Duration.ofMillis(100);
        return set.with(INTERVAL, scalar(Types.DURATION.format(interval.compareTo(least) < 0 ? least : interval),
                text));
    }

    /** A workload that usually ends by a count of its units ends by time. */
    private static DocumentNode.Mapping unlimited(DocumentNode.Mapping set, ExperimentReader search, ParamSet params) {
        Optional<Param<?>> count = params.lookUp(search.workload().unit()).<Param<?>>map(ParamSet.Found::param)
                .filter(p -> p.defaultValue() != null && !p.absent().isEmpty() && !set.has(p.name()));
        return count.isEmpty() ? set : set.with(count.get().name(), scalar(count.get().absent(), set));
    }

    private static boolean isVaried(DocumentNode.Mapping document, String name) {
        return document.get(ExperimentKeys.VARY.name()) instanceof DocumentNode.Mapping m && m.has(name);
    }

    private static DocumentNode.Scalar scalar(String text, DocumentNode near) {
        return new DocumentNode.Scalar(text, near.place());
    }

    // ---- What must hold ----

    static List<Threshold> usualLimits(ExperimentReader in) {
        return List.of(Threshold.parse("limits", USUAL_MEASURE, USUAL_LIMIT, in.measures()));
    }

    static List<Threshold> limits(DocumentNode node, ExperimentReader in) {
        if (!(node instanceof DocumentNode.Mapping conditions) || conditions.entries().isEmpty()) {
            return node.fail("limits: a mapping is expected here, as in {" + USUAL_MEASURE + ": \"" + USUAL_LIMIT
                    + "\"}");
        }
        List<Threshold> limits = new ArrayList<>();
        conditions.entries().forEach((name, condition) -> limits.add(condition.at(() -> limit(name,
                Key.single(name, condition).text().strip(), in.measures()))));
        return limits;
    }

    private static Threshold limit(String name, String condition, MeasureSet measures) {
        Threshold limit = Threshold.parse("limits", name, condition, measures);
        boolean upper = limit.relation() == Threshold.Relation.BELOW || limit.relation() == Threshold.Relation.AT_MOST;
        boolean lower = limit.relation() == Threshold.Relation.ABOVE
                || limit.relation() == Threshold.Relation.AT_LEAST;
        Direction better = limit.measure().better();
        if (better == Direction.LOWER && !upper || better == Direction.HIGHER && !lower || !upper && !lower) {
            throw new InvalidInputException("limits: " + name + ": '" + condition + "' is no limit that must hold; "
                    + "write it as in " + USUAL_MEASURE + ": \"" + USUAL_LIMIT + "\"");
        }
        return limit.inPercent("limits");
    }

    static Map<String, String> written(List<Threshold> limits) {
        Map<String, String> written = new LinkedHashMap<>();
        limits.forEach(l -> written.put(l.measure().name(), l.text()));
        return written;
    }

    /** Limits may stand beside the other keys. */
    static Map<String, Object> withMeasures(Map<String, Object> schema) {
        Map<String, Object> open = new LinkedHashMap<>(schema);
        open.put("additionalProperties", Schemas.SCALAR);
        return open;
    }
}
