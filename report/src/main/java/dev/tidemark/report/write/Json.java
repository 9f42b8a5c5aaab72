package dev.tidemark.report.write;

import module java.base;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tidemark.core.param.Types;
import dev.tidemark.report.Cell;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** What the JSON documents are made of. */
public final class Json {

    private static final JsonMapper MAPPER = records().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    /** Of records: what is absent is left out, and moments are written as ISO 8601 has them. */
    public static JsonMapper.Builder records() {
        return JsonMapper.builder().disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_ABSENT))
                .annotationIntrospector(new Members());
    }

    /** Whatever is not optional is wanted; constants are written as settings write them. */
    private static final class Members extends JacksonAnnotationIntrospector {
        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            return member.getRawType() != Optional.class;
        }

        @Override
        public String[] findEnumValues(MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants,
                String[] names) {
            return Arrays.stream(constants).map(Types::word).toArray(String[]::new);
        }
    }

    /** @param pairs names and values by turns, kept in their order */
    static Map<String, Object> object(Object... pairs) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            object.put((String) pairs[i], pairs[i + 1]);
        }
        return object;
    }

    /** What every document begins with; within a version members are only ever added. */
    static Map<String, Object> head(String format, int version) {
        return object("format", format, "version", version);
    }

    static <T> Optional<T> when(boolean known, T value) {
        return known ? Optional.of(value) : Optional.empty();
    }

    static <T> Optional<List<T>> some(List<T> list) {
        return when(!list.isEmpty(), list);
    }

    static Documents.Figure figure(Cell cell) {
        return new Documents.Figure(cell.mean(), cell.estimate().runs(), when(cell.estimate().errorKnown(),
                new Documents.Bounds(cell.estimate().low(), cell.estimate().high())), when(cell.atLeast(), true),
                when(cell.maximum(), true));
    }

    /** A document as it is printed. */
    public static String written(Object document) {
        return MAPPER.writeValueAsString(document) + "\n";
    }
}
