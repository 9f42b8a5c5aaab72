package dev.tidemark.web;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.app.JobOptions;
import dev.tidemark.store.accounts.Role;
import dev.tidemark.web.Browser.Answer;
import dev.tidemark.web.api.Api;
import dev.tidemark.web.http.Links;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What no program of good will sends, in every place of every operation that the interface says it has. It is answered
 * as declared; what is refused is refused in one line, and nothing is changed by it.
 */
@Timeout(900)
class ApiHostileRoutesTest {

    private static final String SCRIPT = "<script>alert('hostile')</script>";
    private static final List<String> TEXTS = List.of("'; DROP TABLE job; --", SCRIPT, "../../../../etc/passwd",
            "x\r\nSet-Cookie: hostile=1", "${7*7}{{7*7}}", "\u0001\u001b[2J\u202E\u2028", "-1",
            "99999999999999999999", "NaN", "", "x".repeat(2000));
    private static final List<String> VALUES = List.of("null", "true", "0", "-1", "1.5", "1e400",
            "99999999999999999999", "[]", "{}", "[[\"x\"]]", "[null]", "{\"x\": {\"x\": 1}}", "\"a\\u0000b\"");

    @TempDir
    private Path folder;

    private Served served;
    private Client program;
    private Described described;
    private Snapshot store;
    private final List<String> wrong = new ArrayList<>();

    @BeforeEach
    void serve() throws Exception {
        served = Served.with(folder);
        program = served.program(Role.ADMINISTRATOR);
        served.workbench().jobs().queue().schedule(false);
        Stored.label(served.workbench().store(), "L", 1);
        served.workbench().jobs().submit("label: J\nworkload: ingest\ntarget: 'null'\n", "ada", JobOptions.USUAL);
        described = new Described(Api.description("test"));
        store = new Snapshot(folder.resolve("results.db"), folder.resolve("before.db"));
    }

    @AfterEach
    void nothingBroke() throws Exception {
        store.close();
        assertThat(wrong).isEmpty();
        assertThat(served.failures()).isEmpty();
        assertThat(folder.resolve("results.db-exchange")).satisfiesAnyOf(p -> assertThat(p).doesNotExist(),
                p -> assertThat(p).isEmptyDirectory());
        served.close();
    }

    private void check(String operation, String sent, Answer answer) throws Exception {
        String what = operation + " " + (sent.length() > 150 ? sent.substring(0, 150) + "…" : sent);
        described.wrong(operation, answer).forEach(w -> wrong.add(what + ": " + w));
        if (answer.status() >= 400 && answer.body().startsWith("{")) {
            String detail = Client.detail(answer);
            if (detail.isBlank() || detail.chars().anyMatch(Character::isISOControl) || detail.contains("Exception")) {
                wrong.add(what + ": " + detail);
            }
        }
        if (answer.header("Set-Cookie").contains("hostile") || answer.body().contains("root:x:0")) {
            wrong.add(what + ": carried out");
        }
        // That the test's own token was used is noted from minute to minute.
        String difference = store.difference().lines().filter(l -> !l.contains("api_token: administrator|"))
                .collect(Collectors.joining("\n"));
        if (!difference.isEmpty()) {
            if (answer.status() >= 400) {
                wrong.add(what + ": " + answer.status() + ", changed " + difference);
            }
            store.putBack();
        }
    }

    /** What a member may hold that names nothing there is. */
    private static String usual(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.get("enum").get(0).toString();
        }
        return switch (schema.path("type").isString() ? schema.get("type").asString() : "string") {
            case "boolean" -> "false";
            case "integer" -> "1";
            case "object" -> "{}";
            case "array" -> "[]";
            default -> "\"x\"";
        };
    }

    @Test
    void everyMemberOfEveryBody() throws Exception {
        int members = 0;
        for (String operation : described.operations()) {
            Map<String, JsonNode> all = described.members(operation);
            for (String member : all.keySet()) {
                members++;
                List<String> values = new ArrayList<>(VALUES);
                TEXTS.forEach(text -> values.add(JsonMapper.shared().writeValueAsString(text)));
                for (String value : values) {
                    Map<String, String> body = new LinkedHashMap<>();
                    all.forEach((name, schema) -> body.put(name, usual(schema)));
                    body.put(member, value);
                    String json = body.entrySet().stream().map(e -> "\"" + e.getKey() + "\": " + e.getValue())
                            .collect(Collectors.joining(", ", "{", "}"));
                    String[] parts = operation.split(" ", 2);
                    check(operation, json, program.json(parts[0], parts[1].replaceAll("\\{[a-z]+}", "x"), json));
                }
            }
        }
        assertThat(members).as("the bodies were found").isGreaterThan(25);
    }

    @Test
    void everyBodyAsAWhole() throws Exception {
        for (String operation : described.operations()) {
            String[] parts = operation.split(" ", 2);
            if (parts[0].equals("GET")) {
                continue;
            }
            String path = parts[1].replaceAll("\\{[a-z]+}", "x");
            for (String type : described.accepted(operation)) {
                for (String body : List.of("[]", "\"x\"", "{", "{\"nonsense\": 1}", "\u0001", "PK\u0003\u0004",
                        "[".repeat(20_000))) {
                    Answer answer = program.send(parts[0], path, type, body);
                    if (answer.status() < 400) {
                        wrong.add(operation + " " + type + " " + body + ": " + answer.status());
                    }
                    check(operation, body, answer);
                }
            }
            Answer tooLarge = program.send(parts[0], path, "application/json", "x".repeat(300_000));
            assertThat(tooLarge.status()).as(operation).isIn(413, 415); // 415 where a file is wanted
        }
    }

    @Test
    void everyPlaceOfEveryAddress() throws Exception {
        for (String operation : described.operations()) {
            String[] parts = operation.split(" ", 2);
            String body = parts[0].equals("GET") ? "" : "{}";
            String type = body.isEmpty() ? "" : described.accepted(operation).getFirst();
            for (String text : TEXTS) {
                if (parts[1].contains("{") && !text.isEmpty()) {
                    String path = parts[1].replaceAll("\\{[a-z]+}", Links.segment(text));
                    Answer answer = program.send(parts[0], path, type, body);
                    if (answer.status() < 400) {
                        wrong.add(path + ": " + answer.status());
                    }
                    check(operation, text, answer);
                }
                for (String name : described.inQuery(operation)) {
                    String path = parts[1].replaceAll("\\{[a-z]+}", "x") + "?" + name + "=" + Links.query(text);
                    check(operation, path, program.send(parts[0], path, type, body));
                }
            }
            String unknown = parts[1].replaceAll("\\{[a-z]+}", "x") + "?nonsense=1";
            assertThat(program.send(parts[0], unknown, type, body).status()).as(unknown).isEqualTo(400);
        }
    }
}
