package dev.tidemark.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Results;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.html.ReportView.Over;
import dev.tidemark.report.html.ReportView.Sort;
import dev.tidemark.report.html.ReportView.Stretch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportViewTest {

    private static final Results STORE = Samples.demo();
    private static final Report DEMO = Report.of(STORE.label("demo").orElseThrow());

    /** @param query names and texts by turns */
    private static Map<String, List<String>> asked(String... query) {
        Map<String, List<String>> asked = new LinkedHashMap<>();
        for (int i = 0; i < query.length; i += 2) {
            asked.computeIfAbsent(query[i], k -> new ArrayList<>()).add(query[i + 1]);
        }
        return asked;
    }

    private static ReportView view(String... query) {
        return ReportView.of(DEMO, asked(query));
    }

    private static String page(String... query) {
        Map<String, List<String>> asked = asked(query);
        Report report = ReportView.objective(asked).map(DEMO::rankedBy).orElse(DEMO);
        return HtmlReport.content(report, STORE::detail, ReportView.of(report, asked));
    }

    private static String table(String html) {
        String from = html.substring(html.indexOf("<section id=\"table\">"));
        return from.substring(from.indexOf("<table"), from.indexOf("</table>"));
    }

    private static List<String> all(String html, String pattern) {
        return Pattern.compile(pattern).matcher(html).results().map(r -> r.group(1)).toList();
    }

    private static JsonNode data(String html) {
        Matcher m = Pattern.compile("(?s)id=\"data\">(.*?)</script>").matcher(html);
        assertThat(m.find()).isTrue();
        return JsonMapper.shared().readTree(m.group(1));
    }

    @Test
    void anAddressThatAsksForNothingShowsTheUsual() {
        assertThat(view()).isEqualTo(ReportView.USUAL);
        assertThat(view("columns", "", "sort", "", "x", " ", "over", "time", "repeats", "folded"))
                .isEqualTo(ReportView.USUAL);
        assertThat(page()).isEqualTo(HtmlReport.content(DEMO, STORE::detail));
    }

    @Test
    void everyPartOfAnAddressIsRead() {
        assertThat(view("columns", "shards,elapsed", "repeats", "apart", "sort", "-throughput", "x", "batch-size",
                "lines",
                "none", "y", "response.p99", "over", "volume", "from", "10", "to", "30.5", "objective", "throughput"))
                .isEqualTo(new ReportView(Optional.of("throughput"), List.of("shards", "elapsed"), true,
                        Optional.of(new Sort("throughput", true)), Optional.of("batch-size"), Optional.of("none"),
                        Optional.of("response.p99"), Over.VOLUME, Optional.of(new Stretch(10, 30.5))));
    }

    @Test
    void columnsComeOneByOneOrWithCommasInBetween() {
        assertThat(view("columns", "shards, elapsed ,", "columns", "throughput", "columns", "shards").columns())
                .containsExactly("shards", "elapsed", "throughput");
        List<Iteration> runs = List.of(
                Samples.iteration(0, 0, List.of(Setting.tag("disk, kind", "a")), Map.of("elapsed", 1.0)),
                Samples.iteration(1, 0, List.of(Setting.tag("disk, kind", "b")), Map.of("elapsed", 2.0)));
        Report report = Report.of(Samples.label("commas", Map.of(), "matrix", runs));
        assertThat(ReportView.of(report, asked("columns", "disk, kind")).columns()).containsExactly("disk, kind");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "columns | shrads | columns: there is no column 'shrads' (did you mean 'shards'?)",
        "columns | shards,elasped | columns: there is no column 'elasped' (did you mean 'elapsed'?)",
        "sort | -througput | sort: there is no column 'througput' (did you mean 'throughput'?)",
        "x | shard | x: there is no setting that varies 'shard' (did you mean 'shards'?)",
        "x | elapsed | x: there is no setting that varies 'elapsed'; there is shards, batch-size, blind-insert",
        "lines | bath-size | lines: there is no setting that varies 'bath-size' (did you mean 'batch-size'?)",
        "y | response.p9 | y: there is no measure 'response.p9' (did you mean 'response.p99'?)",
        "over | tiem | over: there is no choice 'tiem' (did you mean 'time'?)",
        "repeats | yes | repeats: there is no choice 'yes'; there is folded, apart",
        "from | 10 | from and to go together, the smaller one first, as in from=10&to=30",
        "to | ten | to: 'ten' is no number, such as 12.5",
        "colums | a | a report's address: there is no part 'colums' (did you mean 'columns'?)",
        "objective | elapsd | objective: there is no measure 'elapsd' in demo (did you mean 'elapsed'?)"})
    void whatIsNotThereIsToldInOneLineWithTheNearest(String part, String text, String message) {
        assertThatThrownBy(() -> page(part, text)).isInstanceOf(InvalidInputException.class).hasMessage(message);
    }

    @Test
    void aSettingAlongTheAxisMakesNoLinesAndAPartStandsOnce() {
        assertThat(view("x", "shards", "lines", "shards")).isEqualTo(view("x", "shards"));
        assertThatThrownBy(() -> view("from", "30", "to", "10")).hasMessageContaining("the smaller one first");
        assertThatThrownBy(() -> view("sort", "shards", "sort", "elapsed")).hasMessageContaining("sort stands 2 times");
    }

    @Test
    void onlyChosenColumnsAreShownAndTheFirstOneStays() {
        String html = page("columns", "elapsed,response.p99");
        assertThat(all(table(html), "<th [^>]*data-name=\"([^\"]+)\"(?! hidden)")).containsExactly("shards", "elapsed",
                "response.p99");
        assertThat(all(table(html), "(<td [^>]*)>").stream().filter(td -> !td.contains(" hidden")).count())
                .isEqualTo(3 * 18);
        assertThat(page()).doesNotContainPattern("<t[hd] [^>]* hidden");
    }

    @Test
    void rowsAreSortedByAnyColumnUpwardsAndDownwardsWithTheMissingLast() {
        assertThat(keys(page("sort", "elapsed"), 3)).isSorted().hasSize(18);
        assertThat(keys(page("sort", "-elapsed"), 3).reversed()).isSorted();
        assertThat(keys(page("sort", "-shards"), 0).reversed()).isSorted();
        assertThat(table(page("sort", "-elapsed"))).contains("data-name=\"elapsed\" aria-sort=\"descending\"");
    }

    private static List<Double> keys(String html, int column) {
        return Pattern.compile("(?s)<tr title=.*?</tr>|<tr class=\"best\".*?</tr>").matcher(table(html)).results()
                .map(r -> Double.valueOf(all(r.group(), "data-key=\"([^\"]*)\"").get(column))).toList();
    }

    /** In the table of all iterations, too: the script unfolds the rows from there. */
    @Test
    void aSettingAndAMeasureOfOneNameAreColumnsOfTheirOwn() {
        Report report = Report.of(Samples.sameName());
        assertThat(ReportView.columns(report)).containsExactly("setting.documents", "documents-per-second",
                "elapsed", "documents");
        String html = HtmlReport.content(report, id -> Samples.grouped(), ReportView.of(report, asked("columns",
                "setting.documents,documents", "sort", "documents", "repeats", "apart")));
        assertThat(all(table(html), "<th [^>]*data-name=\"([^\"]+)\"(?! hidden)")).containsExactly("setting.documents",
                "documents");
        assertThat(all(table(html), "data-name=\"([^\"]+)\"[^>]* aria-sort")).containsExactly("documents");
        assertThat(all(table(html), "<td class=\"number\" data-key=\"([^\"]*)\"(?! hidden)")).containsExactly(
                "200000", "50000.5", "round 1", "50000", "round 2", "50001",
                "100000", "60000.5", "round 1", "60000", "round 2", "60001");
        String raw = html.substring(html.indexOf("<section id=\"raw\">"));
        assertThat(all(raw, "data-name=\"([^\"]+)\"")).containsExactly("setting.documents", "documents-per-second",
                "elapsed", "documents");
        assertThat(html).containsPattern("value=\"setting.documents\"[^>]*> documents")
                .containsPattern("value=\"documents\"[^>]*> Documents");
        assertThat(data(html).get("usual").get("columns")).hasSize(4);
    }

    @Test
    void repeatsApartStandBelowTheirMean() {
        String table = table(page("repeats", "apart"));
        assertThat(all(table, "<tr (class=\"run\")")).hasSize(3 * 18);
        assertThat(table).containsPattern(
                "(?s)data-runs=\"\\d+ \\d+ \\d+\".*?</tr>\\s*<tr class=\"run\" title=\"iteration")
                .contains(">round 3</td>");
        assertThat(table(page())).doesNotContain("class=\"run\"");
    }

    @Test
    void theFirstChartShowsTheMeasureOverTheSettingThatIsChosen() {
        String html = page("x", "batch-size", "lines", "blind-insert", "y", "response.p99");
        JsonNode curve = data(html).get("curves").get(0);
        assertThat(curve.get("title").asString()).isEqualTo("p99");
        assertThat(curve.get("dimension").asString()).isEqualTo("batch-size");
        assertThat(curve.get("lines").valueStream().map(l -> l.get("name").asString())).containsExactly(
                "blind-insert false", "blind-insert true");
        assertThat(html).contains("<h3>p99 over batch-size, by blind-insert</h3>",
                "<option value=\"batch-size\" selected>");
        assertThat(data(page("lines", "none")).get("curves").get(0).get("lines")).hasSize(1);
        assertThat(data(html).get("usual").get("y").asString()).isEqualTo("elapsed");
    }

    /** The script draws other charts from these. */
    @Test
    void thePointsSayWhatTheCurvesSay() {
        JsonNode points = data(page()).get("points");
        JsonNode elapsed = points.get("measures").get(0);
        assertThat(elapsed.get("name").asString()).isEqualTo("elapsed");
        assertThat(points.get("rows")).hasSize(18);
        assertThat(points.get("base")).isEqualTo(points.get("rows").get(0));
        double best = DEMO.table().rows().getFirst().cell("elapsed").orElseThrow().mean();
        assertThat(elapsed.get("means").get(0).asDouble()).isCloseTo(best, offset(1e-3));
        assertThat(elapsed.get("lows").get(0).asDouble()).isPositive();
    }

    /** In the chart's table, which the script makes anew, as in that of all settings. */
    @Test
    void aPercentileThatIsOnlyTheLargestValueIsMarkedInThePointsAndTheCurves() {
        Report report = Report.of(Samples.label("tails", Map.of(), "matrix", List.of(
                Samples.iteration(0, 0, List.of(Samples.param("shards", 1)), Map.of("elapsed", 1.0, "response.p99", 20.0,
                        "response.max", 20.0)),
                Samples.iteration(1, 0, List.of(Samples.param("shards", 2)), Map.of("elapsed", 2.0, "response.p99", 20.0,
                        "response.max", 21.0)))));
        JsonNode data = data(HtmlReport.content(report, _ -> Samples.grouped(), ReportView.of(report, asked("y",
                "response.p99"))));
        assertThat(data.get("points").get("measures").valueStream().map(m -> m.get("name").asString() + " "
                + m.path("largest"))).containsExactly("elapsed ", "response.p99 [true,false]");
        assertThat(data.get("curves").get(0).get("lines").get(0).get("largest").toString()).isEqualTo("[true,false]");
    }

    /** Which value is kept for it depends on what is drawn. */
    @Test
    void aRowWithoutAValueHasNoneInThePointsEither() {
        List<Iteration> iterations = List.of(
                Samples.iteration(0, 0, List.of(Samples.param("style", "put")), Map.of("elapsed", 1.0)),
                Samples.iteration(1, 0, List.of(Samples.param("style", "batch"), Samples.param("batch-size", 5)),
                        Map.of("elapsed", 2.0)),
                Samples.iteration(2, 0, List.of(Samples.param("style", "batch"), Samples.param("batch-size", 50)),
                        Map.of("elapsed", 3.0)));
        Map<String, Object> points = ChartData.of(Report.of(Samples.label("styles", Map.of(), "matrix", iterations)),
                Samples.ELAPSED, false);
        assertThat(points).containsEntry("base", List.of(1, -1))
                .containsEntry("rows", List.of(List.of(1, -1), List.of(0, 0), List.of(0, 1)));
    }

    @Test
    void anotherObjectiveRanksAnew() {
        String html = page("objective", "response.p99");
        assertThat(html).contains("<option value=\"response.p99\" selected>p99 ms</option>");
        assertThat(all(table(html), "data-name=\"([^\"]+)\"").get(3)).isEqualTo("response.p99");
        assertThat(html).contains("<dt>p99, first of 18 settings</dt>", "Ranked by p99, as was asked, not by Duration.");
    }
}
