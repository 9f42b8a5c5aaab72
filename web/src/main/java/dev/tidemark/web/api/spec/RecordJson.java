package dev.tidemark.web.api.spec;

import module java.base;
import com.fasterxml.jackson.annotation.Nulls;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.write.Json;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Records as JSON. Complaints of what programs send say in one line what is wrong and where, as in
 * {@code settings.workers: …}, and of an unknown name the nearest valid one.
 */
public final class RecordJson {

    private static final JsonMapper MAPPER = Json.records()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .changeDefaultNullHandling(n -> n.withContentNulls(Nulls.FAIL))
            .addModule(new SimpleModule()
                    .addDeserializer(String.class, new Text<>(String.class, JsonNode::isString, text -> text))
                    .addDeserializer(ScalarText.class, new Text<>(ScalarText.class,
                            node -> node.isString() || node.isNumber() || node.isBoolean(), ScalarText::new))
                    .addKeyDeserializer(String.class, new Name()))
            .build();

    private RecordJson() {}

    public static String write(Record record) {
        return MAPPER.writeValueAsString(record);
    }

    /** @throws InvalidInputException when it is no JSON object, or not of this form */
    static <R extends Record> R read(String json, Class<R> type) {
        JsonNode sent = JsonDocument.tree(json);
        if (!sent.isObject()) {
            throw new InvalidInputException("a JSON object is expected here, not " + JsonDocument.kind(sent));
        }
        try {
            return MAPPER.treeToValue(sent, type);
        } catch (JacksonException e) {
            throw complaint(e, sent);
        }
    }

    // ---- Complaints ----

    private static InvalidInputException complaint(JacksonException e, JsonNode sent) {
        String place = place(e.getPath());
        if (e.getCause() instanceof InvalidInputException refused) {
            return new InvalidInputException(JsonDocument.in(place) + refused.getMessage());
        }
        JsonNode node = at(sent, e.getPath());
        List<Reference> parents = e.getPath().subList(0, Math.max(0, e.getPath().size() - 1));
        if (e instanceof UnrecognizedPropertyException u) {
            return unknown(place(parents), u.getPropertyName(), u.getReferringClass());
        }
        if (!node.isMissingNode()) {
            return new InvalidInputException(place + ": "
                    + mismatch(node, e instanceof MismatchedInputException m ? m.getTargetType() : int.class));
        }
        Class<?> parent = (Class<?>) e.getPath().getLast().from();
        return at(sent, parents).propertyNames().stream().filter(n -> !names(parent).contains(n)).findFirst()
                .map(n -> unknown(place(parents), n, parent)) // rather what was meant than what it was meant for
                .orElseGet(() -> new InvalidInputException("'" + place + "' is missing"));
    }

    private static InvalidInputException unknown(String place, String name, Class<?> type) {
        return new InvalidInputException(JsonDocument.in(place) + "unknown key '" + name + "'"
                + Suggestions.hint(name, names(type)));
    }

    private static List<String> names(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    /** @param type what the value should be; whole numbers that are too large come without one */
    private static String mismatch(JsonNode node, Class<?> type) {
        if (type.isEnum() && node.isString()) {
            List<String> words = Arrays.stream(type.getEnumConstants()).map(c -> Types.word((Enum<?>) c)).toList();
            return "'" + node.stringValue() + "' is none of " + String.join(", ", words)
                    + Suggestions.hint(node.stringValue(), words);
        }
        return type == int.class && node.isIntegralNumber() ? node.asString() + " is too large"
                : expectedKind(type) + " is expected here, not " + JsonDocument.kind(node);
    }

    private static String expectedKind(Class<?> type) {
        return type == String.class || type.isEnum() ? "a text"
                : type == ScalarText.class ? "one value"
                : type == int.class ? "a whole number"
                : type == boolean.class || type == Boolean.class ? "true or false"
                : Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static String place(List<Reference> path) {
        StringBuilder place = new StringBuilder();
        for (Reference step : path) {
            place.append(step.getPropertyName() == null ? "[" + step.getIndex() + "]"
                    : (place.isEmpty() ? "" : ".") + step.getPropertyName());
        }
        return place.toString();
    }

    private static JsonNode at(JsonNode sent, List<Reference> path) {
        JsonNode node = sent;
        for (Reference step : path) {
            node = step.getPropertyName() == null ? node.path(step.getIndex()) : node.path(step.getPropertyName());
        }
        return node;
    }

    // ---- What values look like ----

    /** A text, and nothing that could be made one. */
    private static final class Text<T> extends StdDeserializer<T> {
        private final Predicate<JsonNode> valid;
        private final Function<String, T> meaning;

        Text(Class<T> type, Predicate<JsonNode> valid, Function<String, T> meaning) {
            super(type);
            this.valid = valid;
            this.meaning = meaning;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            JsonNode node = context.readTree(parser);
            return valid.test(node) ? meaning.apply(JsonDocument.scalar(node, ""))
                    : context.reportInputMismatch(this, "of another kind");
        }
    }

    private static final class Name extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            return JsonDocument.checked(key, "");
        }
    }
}
