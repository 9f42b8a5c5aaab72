package dev.tidemark.driver.marklogic;

import module java.base;
import tools.jackson.databind.json.JsonMapper;

/** What a server answers. */
record Answer(int status, Map<String, String> headers, byte[] body) {

    static final JsonMapper JSON = JsonMapper.builder().build();

    static Answer empty(int status) {
        return new Answer(status, Map.of(), new byte[0]);
    }

    static Answer json(int status, Object body) {
        return of(status, "application/json; charset=utf-8", JSON.writeValueAsBytes(body));
    }

    static Answer of(int status, String type, byte[] body) {
        return new Answer(status, Map.of("Content-Type", type), body);
    }

    Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, body);
    }

    /** A refusal, as MarkLogic words it. */
    static final class Refusal extends Exception {
        private final int status;
        private final String code;

        Refusal(int status, String code, String message) {
            super(message);
            this.status = status;
            this.code = code;
        }

        private static String name(int status) {
            return switch (status) {
                case 400 -> "Bad Request";
                case 401 -> "Unauthorized";
                case 403 -> "Forbidden";
                case 404 -> "Not Found";
                case 405 -> "Method Not Allowed";
                case 503 -> "Service Unavailable";
                default -> "Internal Server Error";
            };
        }

        Answer json() {
            return Answer.json(status, Map.of("errorResponse", Map.of("statusCode", status, "status", name(status),
                    "messageCode", code, "message", code + ": " + getMessage())));
        }

        Answer xml() {
            return of(status, "application/xml; charset=utf-8", """
                    <error-response xmlns="http://marklogic.com/xdmp/error"><status-code>%d</status-code>\
                    <status>%s</status><message-code>%s</message-code><message>%s: %s</message></error-response>
                    """.formatted(status, name(status), code, code, getMessage().replace("&", "&amp;")
                    .replace("<", "&lt;")).getBytes(StandardCharsets.UTF_8));
        }
    }
}
