package dev.tidemark.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.report.Logs;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EachOperationTest {

    private static final String PAGE = HtmlReport.of(Report.of(Logs.label()), id -> Logs.detail(500, 100_000,
            n -> id % 10 * (n + 1)));

    private static JsonNode data(String page) {
        String from = page.substring(page.indexOf("id=\"data\">") + "id=\"data\">".length());
        return JsonMapper.shared().readTree(from.substring(0, from.indexOf("</script>")));
    }

    @Test
    void everyIterationHasALineThatReachesItsExtremes() {
        JsonNode lines = data(PAGE).get("sorted").get("lines");
        assertThat(lines).hasSize(3);
        for (JsonNode line : lines) {
            JsonNode points = line.get("line");
            double first = points.get(0).get(1).asDouble();
            assertThat(points.get(points.size() - 1).get(1).asDouble()).isEqualTo(500 * first);
            assertThat(points.get(points.size() - 1).get(0).asDouble()).isEqualTo(100);
            assertThat(line.get("points").size()).isPositive();
        }
        assertThat(PAGE).contains("Queries sorted by response time", "The log has all 500 queries.", "Slowest queries",
                "query text 499", "Response time over hits").doesNotContain("Slowest operations");
    }

    @Test
    void responsesAndDiskReadsAreDrawnOverTheSizeOfTheIndex() {
        JsonNode size = data(PAGE).get("size");
        assertThat(size.get("levels").toString()).isEqualTo("[\"10000\",\"20000\",\"40000\"]");
        assertThat(size.get("responses")).extracting(l -> l.get("title").asString())
                .containsExactly("Response mean", "Response p50", "Response p99");
        assertThat(size.get("reads").get("points").toString()).isEqualTo("[[200.0],[400.0],[800.0]]");
        assertThat(PAGE).contains("Response time and disk reads over documents");
    }

    @Test
    void aLabelWithoutLogsHasNeither() {
        String page = HtmlReport.of(Report.of(Samples.fileSystems()), id -> Logs.without());
        assertThat(page).doesNotContain("sorted by response time", "Over the size of the index");
        assertThat(data(page).has("sorted")).isFalse();
        assertThat(data(page).has("size")).isFalse();
    }

    @Test
    void theTerminalTellsThemOfTheBestRow() {
        String text = TerminalReport.of(Report.of(Logs.label()), id -> Logs.detail(500, 100_000, n -> n + 1),
                new TerminalStyle(120, false, true, ZoneOffset.UTC));
        assertThat(text).contains("All queries by response time, iteration 1", "The log has all 500 queries.",
                "Slowest queries, iteration 1", "query text 499", "Response time and disk reads over documents");
    }
}
