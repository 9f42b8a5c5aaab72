package dev.tidemark.web.api.spec;

import module java.base;
import dev.tidemark.web.http.Access;
import dev.tidemark.web.http.Problem;
import io.javalin.http.HandlerType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes the OpenAPI document (3.1) of operations. */
public final class OpenApi {

    private static final JsonMapper MAPPER = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final String ABOUT = "What the web application offers people, for programs. A token is made by "
            + "`tidemark token add NAME --role reader|administrator`. Within v1, members are only ever added. What is "
            + "not known is left out. Every refusal is an application/problem+json whose detail says in one line what "
            + "is wrong; nothing is changed then.";

    private final Schemas schemas = new Schemas();

    private OpenApi() {}

    public static String write(List<Operation> operations, String version) {
        return MAPPER.writeValueAsString(new OpenApi().document(operations, version)) + "\n";
    }

    private Map<String, Object> document(List<Operation> operations, String version) {
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        operations.forEach(o -> paths.computeIfAbsent(o.path(), p -> new LinkedHashMap<>())
                .put(o.method().name().toLowerCase(Locale.ROOT), operation(o)));
        Map<String, Object> components = Schemas.object("securitySchemes", Schemas.object(
                "token", Schemas.object("type", "http", "scheme", "bearer", "description",
                        "a token of 'tidemark token add'"),
                "session", Schemas.object("type", "apiKey", "in", "cookie", "name", "tidemark-session-PORT",
                        "description", "a login with a browser at this port; it may look, and changes nothing")));
        components.put("schemas", schemas.all());
        return Schemas.object("openapi", "3.1.0",
                "info", Schemas.object("title", "Tidemark", "version", version, "description", ABOUT, "license",
                        Schemas.object("name", "Apache-2.0", "identifier", "Apache-2.0")),
                "servers", List.of(Schemas.object("url", "/")), "paths", paths, "components", components);
    }

    private Map<String, Object> operation(Operation o) {
        boolean looks = o.method() == HandlerType.GET;
        Map<String, Object> operation = Schemas.object("operationId", o.id(), "tags", List.of(tag(o.path())),
                "summary", o.says(), "description", "For " + (o.access() == Access.ADMINISTRATOR ? "administrators."
                        : "readers and administrators."));
        if (!o.parameters().isEmpty()) {
            operation.put("parameters", o.parameters().stream().map(OpenApi::parameter).toList());
        }
        if (!o.input().types().isEmpty()) {
            operation.put("requestBody", Schemas.object("required", true, "content", o.input().content(schemas)));
        }
        operation.put("responses", responses(o));
        operation.put("security", looks ? List.of(Map.of("token", List.of()), Map.of("session", List.of()))
                : List.of(Map.of("token", List.of())));
        return operation;
    }

    /** The first part of the path that says what it is about. */
    private static String tag(String path) {
        return path.startsWith(Operation.ROOT) ? path.substring(Operation.ROOT.length() + 1).split("/")[0]
                : path.substring(1);
    }

    private static Map<String, Object> parameter(Parameter p) {
        return Schemas.object("name", p.name(), "in", p.query() ? "query" : "path", "required", !p.query(),
                "description", p.says(), "schema", p.kind().schema());
    }

    private Map<String, Object> responses(Operation o) {
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(String.valueOf(o.output().status()), o.output().described(schemas));
        boolean changes = o.method() != HandlerType.GET;
        refused(responses, true, 400, "what was sent cannot be used");
        refused(responses, true, 401, "no token, or none of ours");
        refused(responses, o.access() == Access.ADMINISTRATOR, 403, "a reader's token");
        refused(responses, !o.parameters().isEmpty() || !o.input().types().isEmpty(), 404, "there is no such thing");
        refused(responses, changes, 409, "the state that something is in forbids what is asked");
        refused(responses, changes, 413, "what was sent is too large");
        refused(responses, changes, 415, "what was sent is of another media type");
        boolean events = o.output().type().equals(Output.EVENTS);
        refused(responses, events, 429, "as many streams of events as one may have are open already");
        refused(responses, true, 503, events ? "the store cannot be read now, or too many streams of events are open"
                : "the store cannot be read now");
        refused(responses, o.input() instanceof Input.AFile, 507, "the server has no room for the file");
        return responses;
    }

    private void refused(Map<String, Object> responses, boolean possible, int status, String says) {
        if (possible) {
            responses.put(String.valueOf(status), Schemas.object("description", says, "content",
                    Map.of(Problem.TYPE, Schemas.object("schema", schemas.of(Problem.class)))));
        }
    }
}
