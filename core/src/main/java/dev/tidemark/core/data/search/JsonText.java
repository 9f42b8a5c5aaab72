package dev.tidemark.core.data.search;

import module java.base;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parts of a text in JSON as they stand there, since what is written anew is not always what was sent. */
final class JsonText {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private JsonText() {}

    static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }

    /**
     * The value that a text begins with, without what stands behind it.
     *
     * @throws JacksonException when it is none, or does not end
     */
    static String first(String text) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            parser.nextToken();
            return value(parser, text);
        }
    }

    /** A member of the object that a text is; empty where it has none of that name. */
    static Optional<String> member(String text, String name) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean matches = parser.currentName().equals(name);
                parser.nextToken();
                String value = value(parser, text);
                if (matches) {
                    return Optional.of(value);
                }
            }
            return Optional.empty();
        }
    }

    /** @param each takes what the array holds that a text is, one after the other */
    static void elements(String text, Consumer<String> each) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                each.accept(value(parser, text));
            }
        }
    }

    /** What begins with the token that the parser has read. */
    private static String value(JsonParser parser, String text) {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        return text.substring(from, (int) parser.currentLocation().getCharOffset());
    }
}
