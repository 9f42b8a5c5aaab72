package dev.tidemark.web.api.spec;

import dev.tidemark.core.experiment.SchemaWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Schemas of the JSON documents that are not written here: what {@code tidemark report --json}, {@code show --json} and
 * {@code compare --json} print, and experiments.
 */
public final class Documents {

    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};

    private static final Map<String, Object> TEXT = Map.of("type", "string");
    private static final Map<String, Object> TEXTS = list(TEXT);
    private static final Map<String, Object> NUMBER = Map.of("type", "number");
    private static final Map<String, Object> WHOLE = Map.of("type", "integer");
    private static final Map<String, Object> FLAG = Map.of("type", "boolean");

    private Documents() {}

    /** As {@code tidemark schema} prints it. */
    static Map<String, Object> experiment(Schemas schemas) {
        Map<String, Object> schema = JsonMapper.shared().readValue(SchemaWriter.write(), MEMBERS);
        schema.remove("$schema"); // the same as that of OpenAPI 3.1
        return schemas.named("Experiment", schema);
    }

    /** The report of a label. */
    public static Map<String, Object> report(Schemas schemas) {
        Map<String, Object> row = object(Schemas.object("settings", mapOf(TEXT), "values", mapOf(cell(schemas)),
                "best", FLAG, "iterations", list(WHOLE)), Schemas.object("durability", TEXT));
        Map<String, Object> ceiling = object(Schemas.object("limit", TEXT, "reached", NUMBER, "sustained", NUMBER,
                "share", NUMBER, "measured", TEXT, "sentence", TEXT), Schemas.object("limitedBy", TEXT));
        Map<String, Object> table = object(Schemas.object("title", TEXT, "note", TEXT, "fixed", mapOf(TEXT),
                "environment", mapOf(TEXT), "varied", TEXTS, "rows", list(row)));
        Map<String, Object> effect = object(Schemas.object("base", TEXT, "setting", TEXT, "from", TEXT, "to", TEXT,
                "ratio", NUMBER), Schemas.object("low", NUMBER, "high", NUMBER, "p", NUMBER, "adjustedP", NUMBER,
                        "told", FLAG, "paired", FLAG));
        return schemas.named("Report", object(Schemas.object("format", word("tidemark-report"), "version", WHOLE,
                "label", TEXT, "workload", TEXT, "space", TEXT, "seed", WHOLE, "seeds",
                list(WHOLE), "experiments", TEXTS, "objective", TEXT, "verdict", TEXT, "headline", TEXT,
                "next", list(object(Schemas.object("kind", TEXT, "sentence", TEXT, "command", TEXT))),
                "answer", TEXT, "notes", TEXTS, "measures", list(measure(schemas)),
                "table", schemas.named("Table", table), "subTables", list(schemas.named("Table", table)),
                "confidence", NUMBER, "effects", list(effect),
                "excluded", list(iteration(schemas))),
                Schemas.object("ramps", list(Map.of("type", "object")), "ceiling", ceiling, "scripts",
                list(Map.of("type", "object")), "scriptTexts", mapOf(TEXT), "serverTexts", mapOf(TEXT))));
    }

    private static Map<String, Object> cell(Schemas schemas) {
        return schemas.named("Figure", object(Schemas.object("mean", NUMBER, "runs", WHOLE), Schemas.object(
                "low", NUMBER, "high", NUMBER, "atLeast", FLAG, "maximum", FLAG)));
    }

    private static Map<String, Object> measure(Schemas schemas) {
        return schemas.of(MeasureDeclaration.class);
    }

    private static Map<String, Object> iteration(Schemas schemas) {
        return schemas.named("Iteration", object(Schemas.object("id", WHOLE, "batch", WHOLE, "round", WHOLE,
                "position", WHOLE, "attempt", WHOLE, "state", TEXT, "verdict", TEXT, "started", TEXT, "settings",
                mapOf(object(Schemas.object("text", TEXT, "origin", TEXT))), "values", mapOf(NUMBER)),
                Schemas.object("atLeast", TEXTS)));
    }

    /** The iterations of a label. */
    public static Map<String, Object> iterations(Schemas schemas) {
        return schemas.named("Iterations", object(Schemas.object("format", word("tidemark-label"), "version", WHOLE,
                "label", TEXT, "workload", TEXT, "space", TEXT, "seed", WHOLE, "objective", TEXT, "iterations",
                list(iteration(schemas)))));
    }

    /** Two sides compared. */
    public static Map<String, Object> comparison(Schemas schemas) {
        Map<String, Object> figure = schemas.named("ComparedFigure", object(Schemas.object("measure", TEXT, "unit",
                TEXT, "better", TEXT), Schemas.object("base", cell(schemas), "other", cell(schemas), "ratio", NUMBER,
                        "low", NUMBER, "high", NUMBER, "confidence", NUMBER, "interleaved", FLAG, "adjustedP", NUMBER,
                        "significant", FLAG, "thirds", list(NUMBER))));
        Map<String, Object> part = schemas.named("ComparedPart", object(Schemas.object("name", TEXT, "from", NUMBER,
                "to", NUMBER, "figures", list(figure))));
        Map<String, Object> point = object(Schemas.object("point", TEXT, "baseIterations", list(WHOLE),
                "otherIterations", list(WHOLE), "overall", list(figure)), Schemas.object("refusal", TEXT, "seconds",
                        NUMBER, "last", part, "answers", answers(), "slowerQueries", list(object(Schemas.object("query",
                                TEXT, "base", NUMBER, "other", NUMBER)))));
        point.put("patternProperties", Map.of("^by[A-Z]", list(part)));
        Map<String, Object> comparison = object(Schemas.object("title", TEXT, "base", TEXT, "other", TEXT,
                "throughput", TEXT, "sentences", TEXTS, "hardware", TEXT, "differences", TEXTS, "notes", TEXTS,
                "points", list(point)));
        return schemas.named("Comparison", object(Schemas.object("format", word("tidemark-comparison"), "version",
                WHOLE, "comparisons", list(comparison))));
    }

    /** Of searches: how far the two sides agree. */
    private static Map<String, Object> answers() {
        Map<String, Object> overlap = Schemas.object("overlap", NUMBER, "rankBiasedOverlap", NUMBER);
        Map<String, Object> query = new LinkedHashMap<>(Schemas.object("baseHits", WHOLE, "otherHits", WHOLE));
        query.putAll(overlap);
        Map<String, Object> shared = object(Map.of(), overlap);
        return object(Schemas.object("asked", WHOLE, "alike", WHOLE, "otherwise", WHOLE, "unsteady", WHOLE, "baseAlone",
                WHOLE, "otherAlone", WHOLE, "chance", NUMBER, "claimed", FLAG, "sentences", TEXTS, "leastAlike",
                list(object(Schemas.object("query", TEXT), query))), Schemas.object("sides", shared, "baseWithItself",
                        shared, "otherWithItself", shared, "equalHits", NUMBER));
    }

    // ---- Words of JSON Schema ----

    private static Map<String, Object> word(String one) {
        return Schemas.object("type", "string", "const", one);
    }

    private static Map<String, Object> list(Map<String, Object> items) {
        return Schemas.object("type", "array", "items", items);
    }

    private static Map<String, Object> mapOf(Map<String, Object> values) {
        return Schemas.object("type", "object", "additionalProperties", values);
    }

    private static Map<String, Object> object(Map<String, Object> required) {
        return object(required, Map.of());
    }

    private static Map<String, Object> object(Map<String, Object> required, Map<String, Object> more) {
        Map<String, Object> properties = new LinkedHashMap<>(required);
        properties.putAll(more);
        return Schemas.object("type", "object", "properties", properties, "required",
                new ArrayList<>(required.keySet()), "additionalProperties", false);
    }
}
