package dev.tidemark.driver.marklogic;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import dev.tidemark.driver.marklogic.Answer.Refusal;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a server is asked. */
record Request(String method, String path, Map<String, List<String>> query, String type, byte[] body) {

    static Request of(HttpExchange exchange) throws IOException {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        return new Request(exchange.getRequestMethod(), exchange.getRequestURI().getPath(),
                fields(exchange.getRequestURI().getRawQuery()), type == null ? "" : type,
                exchange.getRequestBody().readAllBytes());
    }

    static Map<String, List<String>> fields(String encoded) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : encoded == null || encoded.isEmpty() ? new String[0] : encoded.split("&")) {
            int equals = pair.indexOf('=');
            fields.computeIfAbsent(decoded(equals < 0 ? pair : pair.substring(0, equals)), _ -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    String parameter(String name) throws Refusal {
        List<String> values = query.get(name);
        if (values == null || values.size() != 1 || values.getFirst().isEmpty()) {
            throw new Refusal(400, "REST-REQUIREDPARAM", "Required parameter: " + name);
        }
        return values.getFirst();
    }

    String parameter(String name, String otherwise) throws Refusal {
        return query.containsKey(name) ? parameter(name) : otherwise;
    }

    void only(Set<String> parameters) throws Refusal {
        for (String name : query.keySet()) {
            if (!parameters.contains(name)) {
                throw new Refusal(400, "REST-UNSUPPORTEDPARAM", "Endpoint does not support query parameter: " + name);
            }
        }
    }

    ObjectNode object() throws Refusal {
        if (json() instanceof ObjectNode object) {
            return object;
        }
        throw new Refusal(400, "MANAGE-INVALIDPAYLOAD", "Payload is no object");
    }

    JsonNode json() throws Refusal {
        if (!type.startsWith("application/json")) {
            throw new Refusal(415, "MANAGE-INVALIDCONTENTTYPE", "Content type " + type);
        }
        try {
            return Answer.JSON.readTree(body);
        } catch (JacksonException e) {
            throw new Refusal(400, "XDMP-JSONDOC", "Document is not JSON");
        }
    }
}
