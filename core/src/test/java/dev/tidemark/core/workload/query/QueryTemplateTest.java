package dev.tidemark.core.workload.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.tidemark.core.data.search.Queries;
import dev.tidemark.core.data.search.SearchQuery;
import dev.tidemark.core.data.search.TermFrequency;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.SettingOrigin;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.workload.script.language.Dictionary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTemplateTest {

    private static final Dictionary TERMS = (field, frequency) -> frequency == TermFrequency.RARE
            ? List.of("c++", "AND", "new york", "a\"b") : List.of(field + "1", field + "2");

    @TempDir
    private Path folder;

    private static QueryTemplate of(boolean folder, String... lines) {
        return new QueryTemplate(QueryParams.TEMPLATE, "t", String.join("\n", lines), folder);
    }

    private static List<String> drawn(boolean folder, int count, String... lines) {
        return of(folder, lines).draw(TERMS, 11, 0, count).queries().stream().map(SearchQuery::toString).toList();
    }

    @Test
    void aFolderIsAskedLinesWithValues() {
        assertThat(drawn(true, 4, "# what is looked for", "\\set word term('body', 'frequent')", "\\set year 1900 + 5",
                "body::word AND year:[:year TO :year]", "", "title:\":word x\" -(:{word})^2 \\:y a:b")).hasSize(4)
                .allMatch(q -> q.matches("body:body[12] AND year:\\[1905 TO 1905\\]")
                        || q.matches("title:\"body([12]) x\" -\\(body\\1\\)\\^2 \\\\:y a:b"))
                .satisfies(all -> assertThat(all.get(0)).startsWith("body:"))
                .satisfies(all -> assertThat(all.get(1)).startsWith("title:"));
    }

    @Test
    void noSignOfATermMeansAnythingToTheParser() {
        assertThat(Set.copyOf(drawn(true, 200, "\\set w term('x', 'rare')", ":w"))).containsOnly("c\\+\\+", "\\AND",
                "new\\ york", "a\\\"b");
        assertThat(Set.copyOf(drawn(true, 200, "\\set w term('x', 'rare')", ":{w}"))).contains("c++", "new york");
    }

    @Test
    void aServerIsSentRequests() {
        assertThat(drawn(false, 3, "\\set w term('a b', 'frequent')", "\\set n 7", "GET /select?q=title::w&rows=:n",
                "POST /books/_search?preference=x", "{\"size\": :n, \"query\": {\"match\": {\"title\": :w}},",
                "\"_source\": [\":{w}!\", \"12:30\", \":n\"]}", "POST _msearch", "{}", "{\"size\": :n}"))
                .satisfies(all -> assertThat(all.get(0)).matches("/select\\?q=title:a%20b[12]&rows=7"))
                .satisfies(all -> assertThat(all.get(1)).matches("/_search\\?preference=x \\{\"size\": 7, \"query\": "
                        + "\\{\"match\": \\{\"title\": \"a b([12])\"\\}\\}, \"_source\": \\[\"a b\\1!\", \"12:30\", "
                        + "\":n\"\\]\\}"))
                .satisfies(all -> assertThat(all.get(2)).isEqualTo("/_msearch {} {\"size\": 7}"));
    }

    @Test
    void theSameSeedDrawsTheSame() {
        QueryTemplate template = of(true, "\\set n random_zipfian(1, 1000000, 1.1)", "id:doc:n");
        List<SearchQuery> all = template.draw(TERMS, 3, 0, 500).queries();
        assertThat(template.draw(TERMS, 3, 0, 500).queries()).isEqualTo(all);
        assertThat(template.draw(TERMS, 3, 0, 100).queries()).isEqualTo(all.subList(0, 100));
        assertThat(template.draw(TERMS, 4, 0, 500).queries()).isNotEqualTo(all);
        assertThat(all.stream().distinct().count()).isBetween(100L, 450L);
        assertThat(template.draw(TERMS, 3, 0, Long.MAX_VALUE).queries()).hasSize(QueryTemplate.MOST);
    }

    @Test
    void operationsComeByTheirWeightsAndFilesGiveRows() throws Exception {
        Path rows = Files.writeString(folder.resolve("words.csv"), "word,hits\nsea,9\nsalt,1\n");
        String[] lines = {"\\operation words 3", "\\values " + rows + " by hits", ":word", "\\operation ids",
            "\\set id sequence(1)", "id::id"};
        List<String> all = drawn(true, 4000, lines);
        assertThat(all.stream().filter(q -> q.startsWith("id:")).count()).isBetween(880L, 1120L);
        assertThat(all.stream().filter(q -> q.equals("salt")).count()).isBetween(220L, 380L);
        assertThat(all.stream().filter(q -> q.startsWith("id:")).distinct().count())
                .isEqualTo(all.stream().filter(q -> q.startsWith("id:")).count());
        Path file = Files.writeString(folder.resolve("t"), Arrays.stream(lines).collect(Collectors.joining("\n")));
        assertThat(QueryTemplate.files(file)).containsExactly(file.toString(), rows.toString());
    }

    /** What caches know by the measurement would else be the very values that it asks for. */
    @Test
    void theWarmUpTakesRowsAndNumbersBehindThoseOfTheTest() throws Exception {
        Path rows = Files.writeString(folder.resolve("words.csv"), "word\nsea\nsalt\nsand\nsun\n");
        Path file = Files.writeString(folder.resolve("t"), "\\values " + rows + " in order\n\\set n sequence(1)\n:word::n\n");
        Values values = QueryParams.ALL.defaults().with("query-template", file.toString(), SettingOrigin.SET)
                .with("queries", "2", SettingOrigin.SET).with("warm-up-queries", "2", SettingOrigin.SET);
        QueryContent content = QueryContent.drawn(values, QueryTemplate.of(values, true).orElseThrow(), TERMS, 7);
        assertThat(asked(content.test())).containsExactly("sea:1", "salt:2");
        assertThat(asked(content.warmUp())).containsExactly("sand:3", "sun:4");
    }

    private static List<String> asked(Queries queries) {
        return IntStream.range(0, 2).mapToObj(n -> queries.query(queries.at(n)).toString()).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "true  | body::wrod | t: line 2: variable 'wrod' is never set (did you mean 'word'?)",
        "true  | body::{wrod} | t: line 2: variable 'wrod' is never set (did you mean 'word'?)",
        "true  | \"sea :wrd\" | t: line 2: variable 'wrd' is never set (did you mean 'word'?)",
        "false | GET /select?q=:wrod | t: line 2: variable 'wrod' is never set (did you mean 'word'?)",
        "false | POST /_search~{\"q\": :wrod, \"x\":true} | variable 'wrod' is never set (did you mean 'word'?)",
        "false | sea | t: line 2: 'sea' is no request; write it as GET /path",
        "false | PUT /x | t: line 2: its method PUT is not one of asking",
        "false | POST /update~{} | t: line 2: /update does more than ask",
        "false | POST /_serch~{} | t: line 2: /_serch is not known to ask only (did you mean '/_search'?); what",
        "false | GET /x~X-A: 1 | no other headers",
        "true  | \\sleep 1 s~x | \\sleep and \\startpipeline have no meaning",
        "true  | \\operation a 0~x | no operation has a weight above 0",
        "true  | \\setup~x~\\operation b~x | no section but \\operation",
        "true  | \\set x term('body') | term takes 2 texts in single quotes",
        "true  | \\set x term('body', 'frequnt') | did you mean 'frequent'?",
        "true  | \\if false~x~\\endif | none of 100 operations has made a request",
        "true  | \\set x null~:x | a value is null where the query needs a text",
        "true  | \\set x 1 | there is no request in it"})
    void whatIsWrongIsToldInOneLine(boolean folder, String text, String message) {
        String known = "\\set word 'sea'\n";
        QueryTemplate template = of(folder, known + text.replace('~', '\n'));
        assertThatThrownBy(template::check).isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("query-template: ").hasMessageContaining(message).message()
                .doesNotContain("\n");
    }
}
