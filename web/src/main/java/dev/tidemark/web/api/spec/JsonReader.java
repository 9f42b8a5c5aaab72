package dev.tidemark.web.api.spec;

import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what programs send. Complaints say in one line what is wrong and where, as in {@code settings.workers: …}, and
 * of an unknown name the nearest valid one.
 */
final class JsonReader {

    private static final int DEEPEST = 20;
    private static final int MOST_ZEROS = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private JsonReader() {}

    /** @throws InvalidInputException when it is no JSON object, or not of this form */
    static <R extends Record> R read(String json, Class<R> type) {
        JsonNode node = tree(json);
        if (!node.isObject()) {
            throw new InvalidInputException("a JSON object is wanted here, not " + kind(node));
        }
        return type.cast(record(node, type, ""));
    }

    private static JsonNode tree(String json) {
        try {
            JsonNode node = MAPPER.readTree(json);
            if (node == null || node.isMissingNode()) {
                throw new InvalidInputException("a JSON object is wanted here, and nothing was sent");
            }
            return node;
        } catch (JacksonException e) {
            String where = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            throw new InvalidInputException(where + "not valid JSON: "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
        }
    }

    // ---- Records ----

    private static Object record(JsonNode node, Class<?> type, String place) {
        RecordComponent[] components = type.getRecordComponents();
        List<String> names = Arrays.stream(components).map(RecordComponent::getName).toList();
        node.propertyNames().stream().filter(n -> !names.contains(n)).findFirst().ifPresent(unknown -> {
            throw new InvalidInputException(in(place) + "unknown key '" + unknown + "'"
                    + Suggestions.hint(unknown, names));
        });
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            values[i] = value(node.get(name), components[i].getGenericType(), place.isEmpty() ? name
                    : place + "." + name);
        }
        try {
            Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true); // records of operations are their own affair
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e); // records without anything in their constructors
        }
    }

    /** @param node null where it is not there */
    private static Object value(JsonNode node, Type type, String place) {
        if (type instanceof ParameterizedType p && p.getRawType() == Optional.class) {
            return node == null || node.isNull() ? Optional.empty()
                    : Optional.of(value(node, p.getActualTypeArguments()[0], place));
        }
        if (node == null) {
            throw new InvalidInputException("'" + place + "' is missing");
        }
        return switch (type) {
            case ParameterizedType p when p.getRawType() == Map.class ->
                    map(node, p.getActualTypeArguments()[1], place);
            case ParameterizedType p when p.getRawType() == List.class ->
                    list(node, p.getActualTypeArguments()[0], place);
            case Class<?> c when c.isEnum() -> constant(node, c, place);
            case Class<?> c when c == String.class -> text(node, place);
            case Class<?> c when c == ScalarText.class -> written(node, place);
            case Class<?> c when c == boolean.class || c == Boolean.class -> {
                require(node.isBoolean(), "true or false", node, place);
                yield node.booleanValue();
            }
            case Class<?> c when c == int.class -> {
                require(node.isIntegralNumber(), "a whole number", node, place);
                if (!node.canConvertToInt()) {
                    throw new InvalidInputException(place + ": " + node.asString() + " is too large");
                }
                yield node.intValue();
            }
            case Class<?> c when c.isRecord() -> {
                require(node.isObject(), "an object", node, place);
                yield record(node, c, place);
            }
            default -> throw new IllegalArgumentException("nothing is known of how to read " + type);
        };
    }

    private static Map<String, Object> map(JsonNode node, Type of, String place) {
        require(node.isObject(), "an object", node, place);
        Map<String, Object> map = new LinkedHashMap<>();
        node.propertyStream().forEach(e -> map.put(checked(e.getKey(), place),
                value(e.getValue(), of, place + "." + e.getKey())));
        return map;
    }

    private static List<Object> list(JsonNode node, Type of, String place) {
        require(node.isArray(), "a list", node, place);
        List<Object> list = new ArrayList<>();
        node.values().forEach(item -> list.add(value(item, of, place + "[" + list.size() + "]")));
        return list;
    }

    private static Object constant(JsonNode node, Class<?> type, String place) {
        String typed = text(node, place);
        Map<String, Object> byWord = new LinkedHashMap<>();
        Arrays.stream(type.getEnumConstants()).forEach(c -> byWord.put(Types.word((Enum<?>) c), c));
        return Optional.ofNullable(byWord.get(typed)).orElseThrow(() -> new InvalidInputException(place + ": '" + typed
                + "' is none of " + String.join(", ", byWord.keySet()) + Suggestions.hint(typed, byWord.keySet())));
    }

    private static String text(JsonNode node, String place) {
        require(node.isString(), "a text", node, place);
        return checked(node.stringValue(), place);
    }

    private static ScalarText written(JsonNode node, String place) {
        require(node.isString() || node.isNumber() || node.isBoolean(), "one value", node, place);
        return new ScalarText(scalar(node, place));
    }

    /** A value as it was written; as in YAML, null is a word: there is a driver of that name. */
    private static String scalar(JsonNode node, String place) {
        if (!node.isNumber()) {
            return node.isNull() ? "null" : checked(node.asString(), place);
        }
        BigDecimal number = node.decimalValue();
        if (Math.abs((long) number.scale()) > MOST_ZEROS) { // else a short text could become one without end
            throw new InvalidInputException(place + ": this number cannot be used");
        }
        return number.toPlainString();
    }

    /** A NUL ends texts in places that are not ours. */
    private static String checked(String text, String place) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidInputException(in(place) + "a text has a character 0 in it");
        }
        return text;
    }

    private static void require(boolean so, String wanted, JsonNode node, String place) {
        if (!so) {
            throw new InvalidInputException(place + ": " + wanted + " is wanted here, not " + kind(node));
        }
    }

    private static String in(String place) {
        return place.isEmpty() ? "" : place + ": ";
    }

    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a text";
            case NUMBER -> "the number " + node.asString();
            case BOOLEAN -> node.asString();
            default -> "null";
        };
    }

    // ---- Experiments ----

    /** An experiment as the document that a file would hold; places are written as {@code /vary/shards}. */
    static DocumentNode.Mapping experiment(String json) {
        JsonNode tree = tree(json);
        if (node(tree, "experiment", "", 0) instanceof DocumentNode.Mapping mapping) {
            return mapping;
        }
        throw new InvalidInputException("an experiment is a JSON object, not " + kind(tree));
    }

    private static DocumentNode node(JsonNode node, String place, String path, int depth) {
        if (depth > DEEPEST) {
            throw new InvalidInputException(place + ": nested too deeply");
        }
        if (node.isObject()) {
            Map<String, DocumentNode> entries = new LinkedHashMap<>();
            node.propertyStream().forEach(e -> {
                String name = checked(e.getKey(), place);
                entries.put(name, node(e.getValue(), path + "/" + name, path + "/" + name, depth + 1));
            });
            return new DocumentNode.Mapping(entries, place);
        }
        if (node.isArray()) {
            List<DocumentNode> items = new ArrayList<>();
            node.values().forEach(item -> items.add(node(item, path + "/" + items.size(), path + "/" + items.size(),
                    depth + 1)));
            return new DocumentNode.Sequence(items, place);
        }
        return new DocumentNode.Scalar(scalar(node, place), place);
    }
}
