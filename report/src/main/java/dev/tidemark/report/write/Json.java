package dev.tidemark.report.write;

import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the JSON documents are made of. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** @param pairs names and values by turns, kept in their order */
    static Map<String, Object> object(Object... pairs) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            object.put((String) pairs[i], pairs[i + 1]);
        }
        return object;
    }

    /** What every document begins with; within a version members are only ever added. */
    static Map<String, Object> head(String format, int version) {
        return object("format", format, "version", version);
    }

    static Map<String, Object> cell(Cell cell) {
        Estimate e = cell.estimate();
        Map<String, Object> json = object("mean", e.mean(), "runs", e.runs());
        if (e.errorKnown()) {
            json.put("low", e.low());
            json.put("high", e.high());
        }
        if (cell.atLeast()) {
            json.put("atLeast", true);
        }
        if (cell.maximum()) {
            json.put("maximum", true);
        }
        return json;
    }

    static String written(Map<String, Object> root) {
        return MAPPER.writeValueAsString(root) + "\n";
    }
}
