package dev.tidemark.web.api.spec;

import module java.base;
import dev.tidemark.web.http.Body;

/**
 * What goes out when all is well.
 *
 * @param status of the answer
 * @param says   what it is
 * @param type   its media type; empty where nothing is sent
 * @param schema its JSON Schema
 */
public record Output(int status, String says, String type, Function<Schemas, Map<String, Object>> schema) {

    /** The media type of server-sent events. */
    public static final String EVENTS = "text/event-stream";

    /** A record as JSON. */
    public static Output of(int status, Class<? extends Record> type, String says) {
        return new Output(status, says, Body.JSON, schemas -> schemas.of(type));
    }

    /** A record as JSON, for something that was looked at or changed. */
    public static Output of(Class<? extends Record> type, String says) {
        return of(200, type, says);
    }

    /** A JSON document that is written elsewhere. */
    public static Output document(Function<Schemas, Map<String, Object>> schema, String says) {
        return new Output(200, says, Body.JSON, schema);
    }

    /** A text of a form of its own, or a file. */
    public static Output text(String type, String says) {
        return new Output(200, says, type, schemas -> Map.of());
    }

    static Output nothing(String says) {
        return new Output(204, says, "", schemas -> Map.of());
    }

    /** Of OpenAPI. */
    Map<String, Object> described(Schemas schemas) {
        Map<String, Object> described = Schemas.object("description", says);
        if (!type.isEmpty()) {
            Map<String, Object> of = schema.apply(schemas);
            described.put("content", Map.of(type, of.isEmpty() ? Map.of() : Schemas.object("schema", of)));
        }
        return described;
    }
}
