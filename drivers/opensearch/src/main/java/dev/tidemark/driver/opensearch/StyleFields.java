package dev.tidemark.driver.opensearch;

import module java.base;

/** The fields of the documents that styles store: all are indexed, and each element of the array is found by itself. */
final class StyleFields {

    /** In which place a document is; its only field that is not of the object. */
    static final String PLACE = "place";

    static final Map<String, Object> ALL = all();

    private StyleFields() {}

    private static Map<String, Object> all() {
        Map<String, Object> fields = texts();
        fields.put(PLACE, field("keyword"));
        fields.put("id", field("long"));
        fields.put("innerArray", Map.of("type", "nested", "properties", inner()));
        return fields;
    }

    private static Map<String, Object> inner() {
        Map<String, Object> fields = texts();
        fields.put("attrInt", field("integer"));
        fields.put("attrDouble", field("double"));
        return fields;
    }

    /** Those that the object and the elements of its array have. */
    private static Map<String, Object> texts() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", field("keyword"));
        fields.put("value", field("text"));
        fields.put("attrShort", field("keyword"));
        fields.put("attrMedium", field("keyword"));
        fields.put("attrLong", field("text"));
        return fields;
    }

    private static Map<String, Object> field(String type) {
        return Map.of("type", type);
    }
}
