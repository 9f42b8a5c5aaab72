package dev.tidemark.web.api.spec;

import module java.base;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tidemark.core.experiment.SchemaWriter;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.write.Description;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** JSON Schemas (2020-12) of records; each record once, under its name. */
public final class Schemas {

    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};
    private static final String WHERE = "#/components/schemas/";

    private final Map<String, Map<String, Object>> byName = new LinkedHashMap<>();
    private final Map<String, Class<?>> records = new LinkedHashMap<>();

    private static void require(String name, boolean one) {
        if (!one) {
            throw new IllegalStateException("there are two schemas of the name " + name);
        }
    }

    /** Those that were referred to, by name. */
    Map<String, Map<String, Object>> all() {
        return byName;
    }

    /** Of an experiment, as {@code tidemark schema} prints it. @return a reference to it */
    Map<String, Object> experiment() {
        Map<String, Object> schema = JsonMapper.shared().readValue(SchemaWriter.write(), MEMBERS);
        schema.remove("$schema"); // the same as that of OpenAPI 3.1
        byName.put("Experiment", schema);
        return object("$ref", WHERE + "Experiment");
    }

    /** Of a record that is sent: what is unknown in it is refused, while answers may have more members some day. */
    Map<String, Object> onlyOf(Class<? extends Record> type) {
        Map<String, Object> schema = of(type);
        schema.put("unevaluatedProperties", false);
        return schema;
    }

    /** Of a record. @return a reference to it */
    Map<String, Object> of(Class<? extends Record> type) {
        String name = type.getSimpleName();
        if (!byName.containsKey(name)) {
            byName.put(name, Map.of()); // for those that refer to themselves
            byName.put(name, described(type));
            records.put(name, type);
        }
        require(name, byName.get(name).isEmpty() || type.equals(records.get(name)));
        return object("$ref", WHERE + name);
    }

    private Map<String, Object> described(Class<? extends Record> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        members(type, properties, required);
        Map<String, Object> schema = object("type", "object", "properties", properties);
        Optional.ofNullable(type.getAnnotation(Description.class))
                .ifPresent(says -> schema.put("description", says.value()));
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /** @param required takes up the names of what is there always */
    private void members(Class<?> type, Map<String, Object> properties, List<String> required) {
        for (RecordComponent component : type.getRecordComponents()) {
            boolean optional = component.getType() == Optional.class || component.getType() == OptionalDouble.class;
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                members(optional ? (Class<?>) argument(component.getGenericType(), 0) : component.getType(), properties,
                        optional ? new ArrayList<>() : required);
                continue;
            }
            Map<String, Object> property = new LinkedHashMap<>(of(component.getGenericType()));
            Optional.ofNullable(component.getAnnotation(Description.class))
                    .ifPresent(says -> property.put("description", says.value()));
            properties.put(component.getName(), property);
            if (!optional) {
                required.add(component.getName());
            }
        }
    }

    private static Type argument(Type type, int i) {
        return ((ParameterizedType) type).getActualTypeArguments()[i];
    }

    private Map<String, Object> of(Type type) {
        return switch (type) {
            case ParameterizedType p when p.getRawType() == Optional.class -> of(argument(p, 0));
            case ParameterizedType p when p.getRawType() == List.class ->
                    object("type", "array", "items", of(argument(p, 0)));
            case ParameterizedType p when p.getRawType() == Map.class ->
                    object("type", "object", "additionalProperties", of(argument(p, 1)));
            case Class<?> c when c == String.class -> object("type", "string");
            case Class<?> c when c == Instant.class -> object("type", "string", "format", "date-time");
            case Class<?> c when c == boolean.class || c == Boolean.class -> object("type", "boolean");
            case Class<?> c when c == int.class || c == Integer.class -> object("type", "integer", "format", "int32");
            case Class<?> c when c == long.class || c == Long.class -> object("type", "integer", "format", "int64");
            case Class<?> c when c == double.class || c == Double.class || c == OptionalDouble.class ->
                    object("type", "number");
            case Class<?> c when c == ScalarText.class -> object("type", List.of("string", "number", "boolean"));
            case Class<?> c when c.isEnum() -> object("type", "string", "enum",
                    Arrays.stream(c.getEnumConstants()).map(e -> Types.word((Enum<?>) e)).toList());
            case Class<?> c when c.isRecord() -> of(c.asSubclass(Record.class));
            default -> throw new IllegalArgumentException("no schema is known for " + type);
        };
    }

    /** A map that keeps its order. @param pairs names and values by turns */
    public static Map<String, Object> object(Object... pairs) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            object.put((String) pairs[i], pairs[i + 1]);
        }
        return object;
    }
}
