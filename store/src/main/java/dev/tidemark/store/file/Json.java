package dev.tidemark.store.file;

import module java.base;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The one JSON mapper, and the forms that are kept in columns. */
public final class Json {

    public static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final TypeReference<List<Measure>> MEASURES = new TypeReference<>() {};
    private static final TypeReference<LinkedHashMap<String, Long>> COUNTS = new TypeReference<>() {};
    private static final TypeReference<LinkedHashMap<String, String>> TEXTS = new TypeReference<>() {};

    private Json() {}

    public static String measures(MeasureSet measures) {
        return MAPPER.writeValueAsString(measures.all());
    }

    public static MeasureSet measures(String json) {
        return measures(MAPPER.readValue(json, MEASURES));
    }

    public static MeasureSet measures(List<Measure> measures) {
        return MeasureSet.of(measures.toArray(Measure[]::new));
    }

    public static String texts(Map<String, String> texts) {
        return MAPPER.writeValueAsString(texts);
    }

    public static Map<String, String> texts(String json) {
        return MAPPER.readValue(json, TEXTS);
    }

    public static String counts(Map<String, Long> counts) {
        return MAPPER.writeValueAsString(counts);
    }

    /** @param json null for none */
    public static Map<String, Long> counts(String json) {
        return json == null ? Map.of() : MAPPER.readValue(json, COUNTS);
    }
}
