package dev.tidemark.core.experiment;

import module java.base;

/** Words of JSON Schema, as maps that keep their order, so that a schema is the same each time it is written. */
final class Schemas {

    /** Any single value. */
    static final Map<String, Object> SCALAR = Map.of("type", List.of("string", "number", "boolean"));
    static final Map<String, Object> STRING = Map.of("type", "string");

    private Schemas() {}

    static Map<String, Object> of(List<Key<?>> keys) {
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.forEach(key -> properties.put(key.name(), key.schema().get()));
        return object(properties, keys.stream().filter(Key::must).<String>map(Key::name).toList());
    }

    static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        return ordered("type", "object", "properties", properties, "required", required, "additionalProperties", false);
    }

    /** Names of any kind, with such values. */
    static Map<String, Object> named(String description, Map<String, Object> value) {
        return ordered("type", "object", "description", description, "additionalProperties", value);
    }

    static Map<String, Object> text(String description) {
        return ordered("type", "string", "description", description);
    }

    static Map<String, Object> words(List<String> words, String description) {
        return ordered("enum", words, "description", description);
    }

    static Map<String, Object> list(Map<String, Object> items) {
        return ordered("type", "array", "minItems", 1, "items", items);
    }

    @SafeVarargs
    static Map<String, Object> any(Map<String, Object>... forms) {
        return ordered("anyOf", List.of(forms));
    }

    @SafeVarargs
    static Map<String, Object> any(String description, Map<String, Object>... forms) {
        return ordered("description", description, "anyOf", List.of(forms));
    }

    static Map<String, Object> oneOrMore(Map<String, Object> value) {
        return any(value, list(value));
    }

    static Map<String, Object> ordered(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
