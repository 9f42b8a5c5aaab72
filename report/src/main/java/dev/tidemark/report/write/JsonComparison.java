package dev.tidemark.report.write;

import static dev.tidemark.report.write.Json.cell;
import static dev.tidemark.report.write.Json.head;
import static dev.tidemark.report.write.Json.object;
import static dev.tidemark.report.write.Json.written;

import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.comparison.AnswerAgreement;
import dev.tidemark.report.comparison.AnswerAgreement.Asked;
import dev.tidemark.report.comparison.AnswerAgreement.Kind;
import dev.tidemark.report.comparison.Delta;
import dev.tidemark.report.comparison.Evidence;
import dev.tidemark.report.comparison.LabelComparison;
import dev.tidemark.report.comparison.PointComparison;
import dev.tidemark.report.comparison.WindowComparison;
import java.util.List;
import java.util.Map;

/**
 * Comparisons as JSON: {@code "format": "tidemark-comparison"}. Within a version members are only ever added. Ratios
 * are the second side's figure over the first's; what is unknown is left out.
 */
public final class JsonComparison {

    private static final int VERSION = 2;

    private JsonComparison() {}

    public static String of(List<LabelComparison> comparisons) {
        Map<String, Object> root = head("tidemark-comparison", VERSION);
        root.put("comparisons", comparisons.stream().map(JsonComparison::comparison).toList());
        return written(root);
    }

    private static Map<String, Object> comparison(LabelComparison whole) {
        return object("title", whole.pairing().title(), "base", whole.pairing().base().name(), "other",
                whole.pairing().other().name(), "throughput", whole.throughput().name(), "sentences",
                whole.sentences(), "hardware", whole.hardware(), "differences", whole.differences(), "notes",
                whole.notes(), "points", whole.points().stream().map(JsonComparison::point).toList());
    }

    private static Map<String, Object> point(PointComparison point) {
        Map<String, Object> json = object("point", point.description(), "baseIterations", ids(point.base()),
                "otherIterations", ids(point.other()));
        point.refusal().ifPresent(why -> json.put("refusal", why));
        point.seconds().ifPresent(s -> json.put("seconds", s));
        point.agreement().ifPresent(a -> json.put("answers", answers(a)));
        if (!point.slower().isEmpty()) {
            json.put("slowerQueries", point.slower().stream().map(q -> object("query", q.text(), "base", q.base(),
                    "other", q.other())).toList());
        }
        json.put("overall", point.overall().stream().map(JsonComparison::delta).toList());
        point.last().ifPresent(l -> json.put("last", part(l)));
        for (WindowComparison windowComparison : point.parts()) {
            json.put("by" + capital(Types.word(windowComparison.by())),
                    windowComparison.parts().stream().map(JsonComparison::part).toList());
        }
        return json;
    }

    /** Queries by what their answers say, overlaps between 0 and 1, and the queries answered least alike. */
    private static Map<String, Object> answers(AnswerAgreement a) {
        Map<String, Object> json = object("asked", a.asked().size(), "alike", a.of(Kind.ALIKE), "otherwise",
                a.of(Kind.OTHERWISE), "unsteady", a.of(Kind.UNSTEADY), "baseAlone", a.alone().base(), "otherAlone",
                a.alone().other(), "chance", a.chance(), "claimed", a.claimed(), "sentences", a.sentences());
        if (!a.asked().isEmpty()) {
            json.putAll(object("sides", overlap(a.mean(Asked::sides)), "baseWithItself",
                    overlap(a.mean(Asked::bases)), "otherWithItself", overlap(a.mean(Asked::others))));
        }
        if (!a.counted().isEmpty()) {
            json.put("equalHits", a.equalHits());
        }
        json.put("leastAlike", a.leastAlike(a.asked().size()).stream().map(JsonComparison::asked).toList());
        return json;
    }

    private static Map<String, Object> asked(Asked q) {
        Map<String, Object> json = object("query", q.text());
        if (q.counted()) {
            json.putAll(object("baseHits", q.base().hits(), "otherHits", q.other().hits()));
        }
        json.putAll(overlap(q.sides()));
        return json;
    }

    private static Map<String, Object> overlap(AnswerAgreement.Overlap overlap) {
        return Double.isNaN(overlap.overlap()) ? Map.of()
                : object("overlap", overlap.overlap(), "rankBiasedOverlap", overlap.ranked());
    }

    private static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private static List<Long> ids(List<Iteration> iterations) {
        return iterations.stream().map(Iteration::id).toList();
    }

    private static Map<String, Object> part(WindowComparison.Part part) {
        return object("name", part.name(), "from", part.from(), "to", part.to(), "figures",
                part.deltas().stream().map(JsonComparison::delta).toList());
    }

    private static Map<String, Object> delta(Delta d) {
        Map<String, Object> json = object("measure", d.measure().name(), "unit", d.measure().unit(), "better",
                Types.word(d.measure().better()));
        d.base().ifPresent(c -> json.put("base", cell(c)));
        d.other().ifPresent(c -> json.put("other", cell(c)));
        d.ratio().ifPresent(r -> json.put("ratio", r));
        d.interval().ifPresent(i -> json.putAll(object("low", i.low(), "high", i.high(), "confidence",
                d.confidence().orElseThrow(), "interleaved", d.evidence() instanceof Evidence.Rounds)));
        d.adjustedP().ifPresent(p -> json.putAll(object("adjustedP", p, "significant", d.significant())));
        if (!d.thirds().isEmpty()) {
            json.put("thirds", d.thirds());
        }
        return json;
    }
}
