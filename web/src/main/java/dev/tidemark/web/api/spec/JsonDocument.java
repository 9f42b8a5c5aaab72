package dev.tidemark.web.api.spec;

import module java.base;
import dev.tidemark.core.experiment.DocumentNode;
import dev.tidemark.core.param.InvalidInputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON that programs send, as a tree or as the document that a file would hold. */
final class JsonDocument {

    private static final int DEEPEST = 20;
    private static final int MOST_ZEROS = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private JsonDocument() {}

    static JsonNode tree(String json) {
        try {
            JsonNode node = MAPPER.readTree(json);
            if (node == null || node.isMissingNode()) {
                throw new InvalidInputException("a JSON object is expected here, and nothing was sent");
            }
            return node;
        } catch (JacksonException e) {
            String where = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            throw new InvalidInputException(where + "not valid JSON: "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
        } catch (NumberFormatException e) { // the reader's own, of an exponent that no number has
            throw new InvalidInputException("not valid JSON: a number in it is too large or too small");
        }
    }

    /** A value as it was written; as in YAML, null is a word: there is a driver of that name. */
    static String scalar(JsonNode node, String place) {
        if (!node.isNumber()) {
            return node.isNull() ? "null" : checked(node.asString(), place);
        }
        BigDecimal number = node.decimalValue();
        if (Math.abs((long) number.scale()) > MOST_ZEROS) { // else a short text could become one without end
            throw new InvalidInputException(in(place) + "this number cannot be used");
        }
        return number.toPlainString();
    }

    /** A NUL ends texts in places that are not ours. */
    static String checked(String text, String place) {
        if (text.indexOf('\0') >= 0) {
            throw new InvalidInputException(in(place) + "a text has a character 0 in it");
        }
        return text;
    }

    static String in(String place) {
        return place.isEmpty() ? "" : place + ": ";
    }

    static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a text";
            case NUMBER -> "the number " + node.asString();
            case BOOLEAN -> node.asString();
            default -> "null";
        };
    }

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
