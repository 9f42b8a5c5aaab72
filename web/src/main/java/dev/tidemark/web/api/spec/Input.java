package dev.tidemark.web.api.spec;

import module java.base;
import dev.tidemark.web.http.Body;

/** What comes with a request. */
public sealed interface Input {

    /** Nothing. */
    record Nothing() implements Input {}

    /** A JSON object of this form. */
    record Of(Class<? extends Record> type) implements Input {}

    /** An experiment: in JSON, or as a file would hold it, in YAML. */
    record AnExperiment() implements Input {}

    /**
     * A file, which is read as it comes.
     *
     * @param media types that it may have
     * @param most  bytes
     */
    record AFile(List<String> media, long most) implements Input {}

    /** Bytes of a file at most; 0 where none is sent. */
    default long most() {
        return this instanceof AFile file ? file.most() : 0;
    }

    /** Media types, in the order in which they are told. */
    default Set<String> types() {
        return switch (this) {
            case Nothing n -> Set.of();
            case Of of -> Set.of(Body.JSON);
            case AFile file -> new LinkedHashSet<>(file.media());
            case AnExperiment e -> new LinkedHashSet<>(List.of(Body.JSON, Body.YAML));
        };
    }

    /** Of OpenAPI, by media type. */
    default Map<String, Object> content(Schemas schemas) {
        Map<String, Object> content = new LinkedHashMap<>();
        for (String type : types()) {
            Map<String, Object> schema = switch (this) {
                case Nothing n -> Map.of();
                case Of of -> schemas.onlyOf(of.type());
                case AFile file -> Map.of();
                case AnExperiment e -> schemas.experiment();
            };
            content.put(type, schema.isEmpty() ? Map.of() : Schemas.object("schema", schema));
        }
        return content;
    }
}
