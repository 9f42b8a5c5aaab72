package dev.tidemark.web;

import module java.base;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tidemark.web.Browser.Answer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The HTTP interface as it describes itself, to hold answers against. */
final class Described {

    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final JsonNode document;

    Described(String json) {
        document = JsonMapper.shared().readTree(json);
        document.at("/components/schemas").values().stream().filter(s -> s.has("properties"))
                .forEach(s -> ((ObjectNode) s).put("additionalProperties", false)); // the same version says it all
    }

    /** Every operation, as {@code GET /api/v1/reports/{label}}. */
    Set<String> operations() {
        Set<String> operations = new LinkedHashSet<>();
        document.get("paths").propertyStream().forEach(path -> path.getValue().propertyNames()
                .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    private JsonNode operation(String operation) {
        String[] parts = operation.split(" ", 2);
        return document.get("paths").get(parts[1]).get(parts[0].toLowerCase(Locale.ROOT));
    }

    /** Media types of what comes with it; JSON where nothing is to come. */
    List<String> accepted(String operation) {
        JsonNode content = operation(operation).path("requestBody").path("content");
        return content.isMissingNode() ? List.of("application/json") : List.copyOf(content.propertyNames());
    }

    /** The members of its JSON body with their schemas; none where there is none, or it has a document of its own. */
    Map<String, JsonNode> members(String operation) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        JsonNode schema = operation(operation).at("/requestBody/content/application~1json/schema/$ref");
        if (!schema.isMissingNode() && !schema.asString().endsWith("/Experiment")) {
            document.at(schema.asString().substring(1)).get("properties").propertyStream()
                    .forEach(p -> members.put(p.getKey(), p.getValue()));
        }
        return members;
    }

    /** The names that its query may have. */
    List<String> inQuery(String operation) {
        return operation(operation).path("parameters").valueStream().filter(p -> p.get("in").asString().equals("query"))
                .map(p -> p.get("name").asString()).toList();
    }

    /** In what an answer is not what is declared of it; nothing when all is well. */
    List<String> wrong(String operation, Answer answer) {
        JsonNode response = operation(operation).get("responses").path(String.valueOf(answer.status()));
        if (response.isMissingNode()) {
            return List.of("status " + answer.status() + " is not declared: " + answer.body());
        }
        if (!response.has("content")) {
            return answer.body().isEmpty() ? List.of() : List.of("a body is not declared: " + answer.body());
        }
        List<String> wrong = new ArrayList<>();
        response.get("content").propertyStream().forEach(content -> {
            String type = answer.header("Content-Type").split(";")[0];
            if (!content.getKey().equals(type) && !content.getKey().equals("*/*")) {
                wrong.add("media type " + type + " is not declared");
            }
            JsonNode schema = content.getValue().path("schema");
            if (!schema.isMissingNode()) {
                wrong.addAll(against(schema, JsonMapper.shared().readTree(answer.body())));
            }
        });
        return wrong;
    }

    private List<String> against(JsonNode schema, JsonNode body) {
        ObjectNode whole = JsonMapper.shared().createObjectNode();
        whole.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        whole.set("components", document.get("components"));
        whole.set("allOf", JsonMapper.shared().createArrayNode().add(schema));
        return registry.getSchema(whole).validate(body).stream()
                .map(e -> e.getInstanceLocation() + ": " + e.getMessage()).toList();
    }
}
