package dev.tidemark.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.Driver;
import dev.tidemark.core.result.Outcome;
import dev.tidemark.core.result.OutcomeCount;
import dev.tidemark.driver.contract.ScriptRuns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The workload on a small service that keeps notes, and hands them out page by page. */
class HttpScriptTest extends ScriptRuns {

    private final Map<String, String> notes = new ConcurrentHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();
    private RawServer server;
    private final List<String> more = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = new RawServer(this::answer);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private String answer(String request) {
        String line = request.substring(0, request.indexOf(" HTTP/1.1"));
        String body = request.substring(request.indexOf("\r\n\r\n") + 4);
        String path = line.substring(line.indexOf(' ') + 1);
        if (line.startsWith("PUT ")) {
            notes.put(path, body);
            return RawServer.json("{\"stored\": 1}");
        } else if (path.equals("/busy")) {
            return asked.incrementAndGet() % 3 == 0 ? RawServer.json("{}")
                    : RawServer.answer("503 Service Unavailable", "X: y", "{\"message\": \"later\"}");
        } else if (path.startsWith("/pages")) {
            int page = path.contains("after=") ? Integer.parseInt(path.substring(path.indexOf('=') + 1)) : 0;
            return RawServer.json("{\"items\": [" + (page < 2 ? page + ", " + (page + 10) : "") + "], \"next\": "
                    + (page < 2 ? page + 1 : "null") + "}");
        } else if (path.equals("/")) {
            return RawServer.json("{}");
        }
        String found = notes.get(path);
        return found == null ? RawServer.answer("404 Not Found", "X: y", "{\"message\": \"no note " + path + "\"}")
                : RawServer.json(found);
    }

    @Override
    protected Driver driver() {
        return new HttpDriver();
    }

    @Override
    protected List<String> settings() {
        List<String> all = new ArrayList<>(List.of("address", server.address()));
        all.addAll(more);
        return all;
    }

    @Test
    void anOperationIsSeveralRequestsWithValuesFromAnswers() {
        more.addAll(List.of("hits-at", "/items"));
        List<OutcomeCount> outcomes = run("script: \"" + file("notes.http", """
                \\setup
                PUT /settings
                {"first": "/pages", "words": ["a \\"b\\"", "c d"]}
                GET /settings
                \\take first /first
                \\take word /words/0
                \\operation walk 3
                GET :{first}
                \\take next /next
                \\if :next is not null
                GET /pages?after=:next
                \\take next /next
                \\take missing? /nothing
                GET /pages?after=:next
                \\take last /next
                \\endif
                \\if :last is not null or :missing is not null
                GET /the_pages_differ
                \\endif
                \\operation note
                \\set id random(1, 20)
                PUT /notes/:id
                {"id": :id, "text": :word, "also": "<:{word}>"}
                GET /notes/:id
                \\take id2 /id
                \\take text /text
                \\if :id <> :id2
                GET /the_ids_differ
                \\endif
                \\teardown
                PUT /gone
                {}
                """) + "\", workers: 3, operations: 200");
        assertThat(outcomes).as(ended()).isNotEmpty().allMatch(o -> o.outcome() == Outcome.OK);
        assertThat(count(outcomes, "walk", Outcome.OK) + count(outcomes, "note", Outcome.OK)).isEqualTo(200);
        assertThat(ended()).contains("DONE");
        assertThat(notes).containsKey("/gone")
                .containsValue("{\"id\": 7, \"text\": \"a \\\"b\\\"\", \"also\": \"<a \\\"b\\\">\"}");
    }

    @Test
    void aPointerThatFindsNothingFailsItsOperationInItsPlace() {
        List<OutcomeCount> outcomes = run("script: \"" + file("slip.http", "GET /pages\n\\take next /nxt\n")
                + "\", workers: 1, operations: 3");
        assertThat(outcomes).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).isEqualTo("script slip.http line 1: \\take next: the answer has nothing at /nxt");
        });
    }

    @Test
    void statusesAreClassesOfFailuresAndMayBeTriedAgain() {
        String busy = file("busy.http", "GET /busy\n");
        List<OutcomeCount> outcomes = run("script: \"" + busy + "\", workers: 1, operations: 9");
        assertThat(count(outcomes, "busy", Outcome.OK)).isEqualTo(3);
        assertThat(count(outcomes, "busy", Outcome.PUSH_BACK)).isEqualTo(6);
        outcomes = run("script: \"" + busy + "\", workers: 1, operations: 9, retry-states: 429;503, max-tries: 3");
        assertThat(count(outcomes, "busy", Outcome.OK)).isEqualTo(9);
        outcomes = run("script: \"" + file("none.http", "GET /none\n") + "\", workers: 1, operations: 2");
        assertThat(outcomes).singleElement().satisfies(o -> {
            assertThat(o.outcome()).isEqualTo(Outcome.FAILURE);
            assertThat(o.reason()).isEqualTo("script none.http line 1: 404: no note /none");
        });
        more.addAll(List.of("on-404", "miss"));
        assertThat(count(run("script: \"" + file("none.http", "GET /none\n") + "\", workers: 1, operations: 2"), "none",
                Outcome.OK)).isEqualTo(2);
    }

    @Test
    void answersAreComparedByWhatIsTakenOfThem() {
        String same = file("same.http", "GET /pages\n\\take next /next\n");
        assertThat(count(run("script: \"" + same + "\", workers: 2, operations: 20, compare-answers: true"), "same",
                Outcome.OK))
                .isEqualTo(20);
        String changing = file("changing.http", "\\set n sequence(1)\nPUT /n\n{\"n\": :n}\nGET /n\n\\take n /n\n");
        assertThat(count(run("script: \"" + changing + "\", workers: 1, operations: 5, compare-answers: true"),
                "changing",
                Outcome.FAILURE)).isEqualTo(4);
    }

    @Test
    void whatCannotBeDoneIsRefusedBeforeAnythingRuns() {
        assertThatThrownBy(() -> run("script: select-only, operations: 1")).hasMessageContaining("is no request");
        assertThatThrownBy(() -> run("script: \"" + file("sql.http", "# a\n\\operation b\nSELECT 1;\n")
                + "\", operations: 1"))
                .hasMessageContaining("sql.http: line 3: 'SELECT 1;' is no request");
        assertThatThrownBy(() -> run("script: \"" + file("name.http", "GET /a\n\\set x :nxet\n") + "\", operations: 1"))
                .hasMessageContaining("variable 'nxet' is never set");
        assertThat(server.asked).isEmpty();
    }
}
