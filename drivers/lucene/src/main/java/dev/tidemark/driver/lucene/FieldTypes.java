package dev.tidemark.driver.lucene;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Suggestions;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.workload.Definitions;

/**
 * What fields of an index hold, which the index itself does not record.
 *
 * @param points    by field: which number its points are
 * @param analyzers by field: what splits its texts
 */
record FieldTypes(Map<String, PointType> points, Map<String, Analysis> analyzers) {

    static final FieldTypes NONE = new FieldTypes(Map.of(), Map.of());

    /** A number in so many bytes. */
    enum PointType {
        INT(Integer.BYTES), LONG(Long.BYTES), FLOAT(Float.BYTES), DOUBLE(Double.BYTES);

        private final int bytes;

        PointType(int bytes) {
            this.bytes = bytes;
        }

        int bytes() {
            return bytes;
        }
    }

    /** What splits a text into terms: Lucene's analyzer of that name. */
    enum Analysis {
        STANDARD, SIMPLE, WHITESPACE, KEYWORD, ENGLISH
    }

    /** @throws InvalidInputException naming the field and the nearest type */
    static FieldTypes of(Definitions definitions) {
        FieldTypes types = new FieldTypes(new HashMap<>(), new HashMap<>());
        definitions.values().forEach(types::put);
        return types;
    }

    private void put(String field, String type) {
        Optional<PointType> point = named(PointType.values(), type);
        Optional<Analysis> analysis = named(Analysis.values(), type);
        point.ifPresent(known -> points.put(field, known));
        analysis.ifPresent(known -> analyzers.put(field, known));
        if (point.isEmpty() && analysis.isEmpty()) {
            List<String> words = Stream.concat(Stream.of(PointType.values()), Stream.of(Analysis.values()))
                    .map(Types::word).toList();
            throw new InvalidInputException("field-types: " + field + ": '" + type + "' is not one of "
                    + String.join(", ", words) + Suggestions.hint(type, words));
        }
    }

    private static <E extends Enum<E>> Optional<E> named(E[] all, String word) {
        return Stream.of(all).filter(e -> Types.word(e).equals(word)).findFirst();
    }
}
