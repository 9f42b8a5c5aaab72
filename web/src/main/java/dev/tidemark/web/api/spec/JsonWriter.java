package dev.tidemark.web.api.spec;

import dev.tidemark.core.param.Types;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Writes records as JSON. What is not known is left out; moments are written as ISO 8601 has them. */
public final class JsonWriter {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private JsonWriter() {}

    public static String write(Record record) {
        return MAPPER.writeValueAsString(plain(record));
    }

    private static Object plain(Object value) {
        return switch (value) {
            case Record r -> members(r);
            case List<?> list -> list.stream().map(JsonWriter::plain).toList();
            case Map<?, ?> map -> {
                Map<String, Object> members = new LinkedHashMap<>();
                map.forEach((name, member) -> members.put((String) name, plain(member)));
                yield members;
            }
            case Enum<?> e -> Types.word(e);
            case Instant moment -> moment.toString();
            default -> value;
        };
    }

    private static Map<String, Object> members(Record record) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = value(record, component);
            if (!(value instanceof Optional<?> may)) {
                members.put(component.getName(), plain(value));
            } else if (may.isPresent()) {
                members.put(component.getName(), plain(may.get()));
            }
        }
        return members;
    }

    private static Object value(Record record, RecordComponent component) {
        try {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true); // records of operations are their own affair
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e); // records of this package, all of whose members can be read here
        }
    }
}
