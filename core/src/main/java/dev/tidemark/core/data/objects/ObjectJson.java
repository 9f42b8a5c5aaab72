package dev.tidemark.core.data.objects;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Objects as JSON. */
public final class ObjectJson {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ObjectJson() {}

    /** Maps an object to a tree. */
    public static ObjectNode tree(NestedObject object) {
        return MAPPER.valueToTree(object);
    }

    /** Maps an object to text. */
    public static String text(NestedObject object) {
        return MAPPER.writeValueAsString(object);
    }

    /** Writes a tree as text. */
    public static String text(JsonNode tree) {
        return MAPPER.writeValueAsString(tree);
    }

    /** Reads text. */
    public static JsonNode parse(String text) {
        return MAPPER.readTree(text);
    }

    /**
     * Whether two trees say the same: members in any order, and numbers by what they are worth, whatever they are
     * written as.
     */
    public static boolean same(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            return a.isIntegralNumber() && b.isIntegralNumber() ? a.longValue() == b.longValue()
                    : a.doubleValue() == b.doubleValue();
        }
        if (a.isArray() && b.isArray()) {
            return a.size() == b.size() && IntStream.range(0, a.size()).allMatch(i -> same(a.get(i), b.get(i)));
        }
        if (a.isObject() && b.isObject()) {
            return a.size() == b.size() && a.properties().stream().allMatch(member -> has(b, member));
        }
        return a.equals(b);
    }

    private static boolean has(JsonNode object, Map.Entry<String, JsonNode> member) {
        JsonNode other = object.get(member.getKey());
        return other != null && same(member.getValue(), other);
    }
}
