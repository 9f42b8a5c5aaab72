package dev.tidemark.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.TimedSnapshot;
import dev.tidemark.core.workload.Agents;
import dev.tidemark.core.workload.measures.AgentShare;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.html.HtmlReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

class ReportDocumentTest {

    private static final TerminalStyle PLAIN = new TerminalStyle(120, false, true, ZoneOffset.UTC);
    private static final IterationDetail NOTHING = new IterationDetail("ingest", List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of(), List.of());

    @Test
    void whatAgentsDidIsInEveryFormForPeople() {
        IterationDetail shared = new IterationDetail("ingest", List.of(), List.of(), List.of(), List.of(),
                Stream.of("gen0", "gen1").map(name -> new TimedSnapshot(9, TimedSnapshot.END, new AgentShare(
                        Integer.parseInt(name.substring(3)), 2, 1500, 10, Optional.of(MeasuredValue.of("response", 1.2)), Optional.empty(),
                        Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 0).reading(name))).toList(),
                List.of(), List.of());
        Report report = Report.of(Samples.label("two", Map.of(), "single", List.of(Samples.iteration(0, 0,
                List.of(Setting.tag(Agents.PARAM.name(), "local:2")), Map.of("elapsed", 10.0)))));
        assertThat(TerminalReport.of(report, _ -> shared, PLAIN)).containsPattern("\nAgents\n(.*\n)*?.*gen1 +2 +1500");
        String page = HtmlReport.content(report, _ -> shared);
        assertThat(page).contains("<a href=\"#agents\">Agents</a>");
        assertThat(page.substring(page.indexOf("<section id=\"agents\">"))).containsSubsequence(">gen0<", ">1500<",
                ">gen1<", "</section>");
    }

    /** What is missing from a table is said of it wherever it is. */
    @Test
    void whatIsSaidOfATableStandsBelowItInEveryFormForPeople() {
        List<Iteration> iterations = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            iterations.add(run(0, round, 100 + round, "1", "1"));
            iterations.add(run(1, round, 110 + round, "2", "1"));
            iterations.add(run(2, round, 120 + round, "1", "10"));
        }
        iterations.add(run(3, 0, 5, "4", "1"));
        Report report = Report.of(Samples.label("mixed", Map.of("shards", "1", "batch-size", "1"), "matrix", iterations));
        List<String> notes = new ReportDocument(report, _ -> NOTHING, 1, "").of(Part.SUBTABLES).stream()
                .flatMap(s -> s.grids().stream()).map(Grid::note).filter(n -> !n.isEmpty()).distinct().toList();
        assertThat(notes).isNotEmpty();
        assertThat(TerminalReport.of(report, PLAIN).replaceAll("\\s+", " ")).contains(notes);
        assertThat(HtmlReport.content(report, _ -> NOTHING)).contains(notes);
    }

    private static Iteration run(int position, int round, double elapsed, String shards, String batchSize) {
        return Samples.iteration(position, round, List.of(Setting.tag("shards", shards),
                Setting.tag("batch-size", batchSize)), Map.of("elapsed", elapsed));
    }

    @Test
    void theContentsOfAPageAreInItsOrder() {
        Report report = Report.of(Samples.demo().label("demo").orElseThrow());
        String page = HtmlReport.content(report, Samples.demo()::detail);
        List<String> links = Pattern.compile("<li><a href=\"#([a-z]+)\">").matcher(page).results().map(m -> m.group(1))
                .toList();
        assertThat(links).contains("curves", "table", "effects", "sections", "raw");
        assertThat(Pattern.compile(" id=\"([a-z]+)\"").matcher(page).results().map(m -> m.group(1)).filter(links::contains))
                .as("containsSubsequence of a megabyte takes half a minute").containsExactlyElementsOf(links);
    }
}
