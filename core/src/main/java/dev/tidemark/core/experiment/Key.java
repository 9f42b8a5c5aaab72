package dev.tidemark.core.experiment;

import module java.base;
import dev.tidemark.core.param.OlderNames;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Types;

/**
 * A declared key of an experiment: the single place that says what it is called, how its value is read, written and
 * described, what its absence means, and how a form asks for it.
 *
 * @param reader of what stands in a document
 * @param writer the other way round: gives a text, or a list or map of such, of which the reader makes the same value
 * @param schema of what stands there, in JSON Schema
 * @param absent the value where it does not stand
 * @param keys   those that its value has itself
 * @param must   whether it must stand there, by the schema
 * @param docs   for the manual, in Markdown: what it holds, and what holds without it
 * @param field  of a form, where one asks for it; else null
 */
public record Key<T>(String name, BiFunction<DocumentNode, ExperimentReader, T> reader, Function<T, Object> writer,
        Supplier<Map<String, Object>> schema, Function<ExperimentReader, T> absent, List<Key<?>> keys, boolean must,
        List<String> docs, FormField field) {

    /** A key of a value, and the part of the value that stands there; null where it is not written. */
    record Part<R, T>(Key<T> key, Function<R, T> of) {

        private void write(R whole, Map<String, Object> into) {
            T part = of.apply(whole);
            if (part != null) {
                into.put(key.name, key.writer.apply(part));
            }
        }
    }

    static <T> Key<T> any(String name, Supplier<Map<String, Object>> schema, Function<ExperimentReader, T> absent,
            BiFunction<DocumentNode, ExperimentReader, T> reader) {
        return new Key<>(name, reader, value -> value, schema, absent, List.of(), false, List.of("", ""), null);
    }

    /** Of a single value; a complaint of the reader need not say where it stands. */
    static <T> Key<T> one(String name, Supplier<Map<String, Object>> schema, Function<ExperimentReader, T> absent,
            BiFunction<String, ExperimentReader, T> reader) {
        return any(name, schema, absent, (node, in) -> {
            String text = single(name, node).text();
            return node.at(() -> reader.apply(text, in));
        });
    }

    static <E extends Enum<E>> Key<E> word(String name, Class<E> type, String description,
            Function<ExperimentReader, E> absent) {
        return Key.<E>one(name, () -> Schemas.words(Types.oneOf(type).words(), description), absent,
                (text, in) -> Param.oneOf(name, type).parse(text)).written(Types::word);
    }

    static <T> Key<T> names(String name, Supplier<Map<String, Object>> schema, Function<ExperimentReader, T> absent,
            BiFunction<DocumentNode.Mapping, ExperimentReader, T> reader) {
        return any(name, schema, absent, (node, in) -> reader.apply(names(name, node), in));
    }

    /** @param what the kind of key, for the message about an unknown one */
    @SafeVarargs
    static <T> Key<T> section(String name, String what, Function<ExperimentReader, T> absent,
            Function<ExperimentReader, T> made, Part<T, ?>... parts) {
        List<Key<?>> keys = Arrays.stream(parts).<Key<?>>map(Part::key).toList();
        return names(name, () -> Schemas.of(keys), absent, (mapping, in) -> made.apply(in.part(mapping, keys, what)))
                .having(keys).written(value -> {
                    Map<String, Object> written = new LinkedHashMap<>();
                    Arrays.stream(parts).forEach(part -> part.write(value, written));
                    return written;
                });
    }

    static DocumentNode.Scalar single(String name, DocumentNode node) {
        return node instanceof DocumentNode.Scalar s ? s
                : node.fail(name + ": one value is expected here, not " + node.kind());
    }

    /** Nothing stands for no names. */
    static DocumentNode.Mapping names(String name, DocumentNode node) {
        return switch (node) {
            case DocumentNode.Mapping m -> m;
            case DocumentNode.Scalar s when s.text().isEmpty() -> new DocumentNode.Mapping(Map.of(), s.place());
            default -> node.fail(name + ": a mapping is expected here, not " + node.kind());
        };
    }

    Key<T> written(Function<T, Object> other) {
        return new Key<>(name, reader, other, schema, absent, keys, must, docs, field);
    }

    Key<T> having(List<Key<?>> others) {
        return new Key<>(name, reader, writer, schema, absent, others, must, docs, field);
    }

    /** The same where something else may stand, too. */
    Key<T> or(BiFunction<DocumentNode, ExperimentReader, T> otherReader,
            UnaryOperator<Map<String, Object>> otherSchema) {
        return new Key<>(name, otherReader, writer, () -> otherSchema.apply(schema.get()), absent, keys, must, docs,
                field);
    }

    Key<T> described(UnaryOperator<Map<String, Object>> otherSchema) {
        return or(reader, otherSchema);
    }

    Key<T> required() {
        return new Key<>(name, reader, writer, schema, absent, keys, true, docs, field);
    }

    Key<T> docs(String holds, String byDefault) {
        return new Key<>(name, reader, writer, schema, absent, keys, must, List.of(holds, byDefault), field);
    }

    Key<T> form(FormField other) {
        return new Key<>(name, reader, writer, schema, absent, keys, must, docs, other);
    }

    static void check(DocumentNode.Mapping mapping, List<Key<?>> keys, String what) {
        List<String> names = keys.stream().<String>map(Key::name).toList();
        mapping.entries().forEach((name, node) -> {
            if (!names.contains(name)) {
                node.fail("unknown " + what + " '" + name + "'" + OlderNames.entry(name, names));
            }
        });
    }

    /** These and those within their values, by their paths: {@code plan.repeat}. */
    public static Map<String, Key<?>> paths(List<Key<?>> keys) {
        Map<String, Key<?>> paths = new LinkedHashMap<>();
        keys.forEach(key -> {
            paths.put(key.name, key);
            paths(key.keys).forEach((path, within) -> paths.put(key.name + "." + path, within));
        });
        return paths;
    }

    /** The words that its value can be, where there is a closed list of them. */
    @SuppressWarnings("unchecked")
    public List<String> words() {
        return (List<String>) schema.get().getOrDefault("enum", List.of());
    }
}
