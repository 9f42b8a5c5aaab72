package dev.tidemark.core.driver.language.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.workload.script.language.Command;
import dev.tidemark.core.workload.script.language.PgbenchParser;
import dev.tidemark.core.workload.script.language.Script;
import dev.tidemark.core.driver.language.http.RequestTemplate.Bound;
import dev.tidemark.core.driver.language.http.RequestTemplate.Bound.Kind;
import dev.tidemark.core.driver.language.http.RequestTemplate.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests begin, end and hold what consoles and editors have in them, with values in their places. */
class HttpLanguageTest {

    private static final Map<String, Bound> VALUES = Map.of("n", new Bound("42", Kind.NUMBER),
            "word", new Bound("a \"b\" & c/d?é", Kind.TEXT), "code", new Bound("007", Kind.WRITTEN),
            "price", new Bound("1.10", Kind.WRITTEN), "yes", new Bound("true", Kind.TRUTH),
            "none", new Bound(null, Kind.TEXT), "path", new Bound("/a b/%20?x=[1]", Kind.TEXT),
            "sort", new Bound("[1,\"x\"]", Kind.TEXT), "lines", new Bound("x\ny", Kind.TEXT));

    private static Script parsed(String text) {
        return PgbenchParser.parse(List.of(new PgbenchParser.Source("test", text)), VALUES.keySet(), false,
                HttpLanguage.INSTANCE).getFirst();
    }

    /** What is sent: method and path, headers and body, each on its lines. */
    private static List<String> sent(String text) throws DriverException {
        Script script = parsed(text);
        List<String> all = new ArrayList<>();
        for (Command.Sql sql : script.statements()) {
            RequestTemplate template = RequestTemplate.of(sql.text());
            Request request = template.with(sql.parameters().stream().map(place -> VALUES.get(script.places().entrySet()
                    .stream().filter(e -> e.getValue().equals(place)).findFirst().orElseThrow().getKey())).toList(),
                    "");
            StringBuilder written = new StringBuilder(template.method() + " " + request.path());
            for (int i = 0; i < request.headers().size(); i += 2) {
                written.append('\n').append(request.headers().get(i)).append(": ").append(request.headers().get(i + 1));
            }
            String body = new String(request.body(), StandardCharsets.UTF_8);
            all.add(written + (body.isEmpty() ? "" : "\n\n" + body));
        }
        return all;
    }

    private static final String JSON = "\nContent-Type: application/json\n\n";

    @Test
    void aConsolesRequestsEndWhereTheNextBegins() throws Exception {
        assertThat(sent("""
                # what there is
                GET _cat/indices?format=json

                // all of it
                GET /books/_search # by title
                {
                  // the query
                  "query": {"match": {"title": "sea"}}
                }

                # and then
                POST _bulk
                {"index": {"_index": "books", "_id": "1"}}
                {"title": "the # sea"}
                DELETE /books
                """)).containsExactly("GET /_cat/indices?format=json",
                "GET /books/_search" + JSON + "{\n  \"query\": {\"match\": {\"title\": \"sea\"}}\n}\n",
                "POST /_bulk" + JSON
                + "{\"index\": {\"_index\": \"books\", \"_id\": \"1\"}}\n{\"title\": \"the # sea\"}\n",
                "DELETE /books");
    }

    @Test
    void anEditorsFilesAreReadToo() throws Exception {
        assertThat(sent("""
                ### one
                POST /notes HTTP/1.1
                Content-Type: text/plain
                X-Trace: a: b

                # a heading

                GET in a sentence
                ### two
                PUT /form
                Content-Type: application/x-www-form-urlencoded

                a=:word&b=:n
                ###
                SEARCH /db
                """.replace("\n", "\r\n"))).containsExactly(
                "POST /notes\nContent-Type: text/plain\nX-Trace: a: b\n\n# a heading\n\nGET in a sentence",
                "PUT /form\nContent-Type: "
                + "application/x-www-form-urlencoded\n\na=a%20%22b%22%20%26%20c%2Fd%3F%C3%A9&b=42",
                "SEARCH /db");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "/a/:word?n=:n|/a/a%20%22b%22%20%26%20c%2Fd%3F%C3%A9?n=42", "/a/:n?routing=x|/a/42?routing=x",
                    "/a?b=:n?|/a?b=42?",
            "/a?q=title::n|/a?q=title:42", "/a?q=title:other|/a?q=title:other", "/a\\:n|/a:n",
            ":{path}|/a%20b/%20?x=%5B1%5D",
            "/a%2Fb%zz|/a%2Fb%25zz", "/é/{x}|/%C3%A9/%7Bx%7D", "/a#b|/a%23b", "/a/:yes/:code|/a/true/007"})
    void valuesStandInAPathEncoded(String written, String path) throws Exception {
        assertThat(sent("GET " + written)).containsExactly("GET " + path);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "{\"a\": :n, \"b\"::price}|{\"a\": 42, \"b\":1.10}", "{\"a\": :code}|{\"a\": \"007\"}",
                    "[:yes, :none]|[true, null]",
            "{\"a\": :word}|{\"a\": \"a \\\"b\\\" & c/d?é\"}",
            "{\"a\": \"<:{word}>\"}|{\"a\": \"<a \\\"b\\\" & c/d?é>\"}",
            "{\"a\": \":n ? :{other}\"}|{\"a\": \":n ? :{other}\"}", "{\"after\": :{sort}}|{\"after\": [1,\"x\"]}",
            "{\"a\": :lines}|{\"a\": \"x\\ny\"}", "{\"a\": \"\\\\:{n}\"}|{\"a\": \"\\\\42\"}",
            "{\"a\": \"\\:{n}\"}|{\"a\": \":{n}\"}", "{\"a\": \"12:30\", \"b\":true}|{\"a\": \"12:30\", \"b\":true}",
            "{\"a\": \"\"}|{\"a\": \"\"}", "{\"a\": \":{n}\"}|{\"a\": \"42\"}"})
    void valuesStandInJsonAsJson(String written, String body) throws Exception {
        assertThat(sent("POST /a\n" + written)).containsExactly("POST /a" + JSON + body);
    }

    @Test
    void aTextOfSeveralLinesIsAString() throws Exception {
        assertThat(sent("POST /a\n{\"s\": \"\"\"\n// no remark\nif (\"x\") {\n\t:{word} }\"\"\"}\n"))
                .containsExactly("POST /a" + JSON
                + "{\"s\": \"\\n// no remark\\nif (\\\"x\\\") {\\n\\ta \\\"b\\\" & c/d?é }\"}\n");
    }

    @Test
    void whatIsNoJsonHasValuesAsTheyStand() throws Exception {
        assertThat(sent("POST /sql\nContent-Type: text/plain\nX-N: :n\n\nSELECT \":word\" WHERE a = ':{n}'"))
                .containsExactly("POST /sql\nContent-Type: text/plain\nX-N: 42\n\nSELECT \"a \"b\" & c/d?é\" WHERE a "
                + "= '42'");
        assertThat(sent("POST /_bulk\nContent-Type: application/x-ndjson\n\n{\"delete\": {\"_id\": :n}}").getFirst())
                .endsWith("{\"delete\": {\"_id\": 42}}\n");
    }

    @Test
    void anAnswersValuesAreTakenByPointers() {
        Script script = parsed("""
                POST /books/_search?scroll=1m
                {"size": 2}
                \\take scroll /_scroll_id
                \\take first? /hits/hits/0/_id
                \\if :first is not null
                POST /_search/scroll
                {"scroll_id": :scroll}
                \\take scroll /_scroll_id
                \\endif
                """);
        assertThat(script.statements()).extracting(sql -> sql.takes().stream().map(t -> t.name() + t.maybe()
                + t.pointer())
                .toList()).containsExactly(List.of("scrollfalse/_scroll_id", "firsttrue/hits/hits/0/_id"),
                List.of("scrollfalse/_scroll_id"));
        assertThat(script.statements().getLast().parameters()).containsExactly(script.places().get("scroll"));
        assertThat(script.statements().getFirst().source()).isEqualTo("POST /books/_search?scroll=1m\n{\"size\": 2}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "SELECT 1;|line 1: 'SELECT 1;' is no request; write it as GET /path, and what",
            "^get /a|line 2: 'get /a' is no request; write it as GET /path, the method in capitals",
            "GET /a b|the method in capitals and %20 for a blank in the path",
            "GET https://x/a|a request has a path alone",
            "GET /a^get b|line 1: 'get b' is no request; write it as GET /path, the method in capitals",
            "POST /a^{}^post _b|'post _b' is no request", "POST /a^^a=b|'a=b' is neither a request nor JSON",
            "POST /a^Host: b|Host is written by the client itself", "CONNECT /a|CONNECT is no request of this client's",
            "POST /a^{\"b\": \"c}|line 2: a quote, \", does not end in its line",
            "POST /a^{\"b\": \"\"\"c}|a quote, \"\"\", does not end",
            "GET /a^\\gset|line 2: \\gset: an answer has no columns here; write \\take NAME /POINTER",
            "\\take a /b|\\take must follow",
            "GET /a^\\take 1 /b|write it as \\take name /pointer", "GET /a^\\take a b|write it as \\take name /pointer",
            "GET /a^\\set x 1^\\take a /b|line 3: \\take must follow a request",
            "GET /a^\\tak a /b|unknown command '\\tak'"})
    void whatIsNoRequestIsRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> sent(text.replace('^', '\n'))).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("test: line ").hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /a/:none", "POST /a\n{\"b\": \":{none}\"}", "GET /a\nX-Lines: :lines"})
    void aValueThatHasNoPlaceThereIsNotSent(String text) {
        assertThatThrownBy(() -> sent(text)).isInstanceOf(DriverException.class).hasMessageStartingWith("a value ");
    }

    @Test
    void takesAreForAnswersOfJson() {
        assertThatThrownBy(() -> PgbenchParser.parse("test", "SELECT 1 AS n\n\\take n /n", Set.of()))
                .hasMessageContaining("\\take: an answer has columns here; write \\gset");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer eyJhbGciOi", "cookie: id=a:1", "X-Api-Key: 1a2b", "X-Session-Id: 7"})
    void aSecretIsNotWrittenInARequest(String header) throws Exception {
        assertThatThrownBy(() -> parsed("GET /a\n" + header)).isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(header.split(":")[0] + " would be stored and shown; set 'token'")
                .hasMessageNotContaining(header.split(" ")[1]);
        String name = header.split(":")[0];
        assertThat(sent("GET /a\n" + name + ": x :{n}\nX-Author: ada"))
                .containsExactly("GET /a\n" + name + ": x 42\nX-Author: ada");
    }

    /** Whatever is written, it is read or refused in one line, and what is read can be sent. */
    @Test
    void nothingBreaksIt() {
        Random random = new Random(7);
        String[] parts = {"GET /a", "POST _b", "\n", "\n\n", "{", "}", "\"", "\"\"\"", ":n", ":{word}", ":{", "::",
                "\\", "\\:", "\\take x /y\n",
            "###", "# r", "//", " ", "?", "Content-Type: text/plain", "X: y", "\\set x 1\n", "é😀", "\r", "%", "[",
            "HTTP/1.1"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(14); j >= 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                sent(text.toString());
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith("test: line ");
            } catch (DriverException e) {
                assertThat(e.getMessage()).as(text.toString()).doesNotContain("places for");
            }
        }
    }
}
