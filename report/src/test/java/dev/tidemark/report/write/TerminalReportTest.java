package dev.tidemark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.report.Samples;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.table.Workers;
import org.junit.jupiter.api.Test;

class TerminalReportTest {

    private static final TerminalStyle PLAIN = new TerminalStyle(120, false, true, ZoneOffset.UTC);
    private static final Path GOLDEN = Path.of("src/test/resources/terminal");

    /** Set the system property {@code golden} to write the files anew, then read the difference. */
    private static void same(String file, String text) throws IOException {
        Path golden = GOLDEN.resolve(file);
        if (Boolean.getBoolean("golden")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, text);
        }
        assertThat(text).isEqualTo(Files.readString(golden));
    }

    @Test
    void theManualsComparisonReadsAsExpected() throws IOException {
        same("file-system-compare.txt", TerminalReport.of(Report.of(Samples.fileSystems()), PLAIN));
    }

    @Test
    void aMatrixWithRepeatsReadsAsExpected() throws IOException {
        same("demo.txt", TerminalReport.of(Report.of(Samples.demo().label("demo").orElseThrow()), PLAIN));
    }

    @Test
    void aNarrowTerminalDropsTheLastColumnsAndSaysSo() {
        Report report = Report.of(Samples.manualMatrix());
        String text = TerminalReport.of(report, new TerminalStyle(80, false, true, ZoneOffset.UTC));
        assertThat(text.lines()).allMatch(l -> l.length() <= 80);
        assertThat(text).contains("Columns hidden: ").contains("SST files written");
        assertThat(TerminalReport.of(report, new TerminalStyle(200, false, true, ZoneOffset.UTC)))
                .doesNotContain("Columns hidden");
    }

    @Test
    void asciiAndNoColourAreHonoured() {
        Report report = Report.of(Samples.demo().label("demo").orElseThrow());
        String ascii = TerminalReport.of(report, new TerminalStyle(100, false, false, ZoneOffset.UTC));
        assertThat(ascii).matches("[\\x0a\\x20-\\x7e]*").contains("+/-").contains("*");
        String coloured = TerminalReport.of(report, new TerminalStyle(100, true, true, ZoneOffset.UTC));
        assertThat(coloured.replaceAll("\u001b\\[[0-9]+m", ""))
                .isEqualTo(TerminalReport.of(report, new TerminalStyle(100, false, true, ZoneOffset.UTC)));
    }

    @Test
    void markdownHasTheSameInItsOwnForm() throws IOException {
        TerminalStyle markdown = PLAIN.asMarkdown();
        Report demo = Report.of(Samples.demo().label("demo").orElseThrow());
        same("demo.md", TerminalReport.of(demo, markdown));
        assertThat(TerminalReport.of(demo, new TerminalStyle(40, false, true, ZoneOffset.UTC).asMarkdown()))
                .as("however wide the terminal is").isEqualTo(TerminalReport.of(demo, markdown))
                .doesNotContain("Columns hidden");
        assertThat(markdown.plain("a|b *c* `d` <e> ~~f~~ &lt; \u001b")).isEqualTo(
                "a\\|b \\*c\\* \\`d\\` \\<e> \\~\\~f\\~\\~ \\&lt; ?");
    }

    @Test
    void aTagCannotSteerTheTerminal() {
        Iteration i = Samples.iteration(0, 0, List.of(Setting.tag("disk-type", "\u001b[2J\u0007evil")),
                Map.of("elapsed", 1.0));
        assertThat(TerminalReport.of(Report.of(Samples.label("x\u001b[31m", Map.of(), "single", List.of(i))), PLAIN))
                .doesNotContain("\u001b").contains("?[2J?evil");
    }

    @Test
    void showListsEveryIterationWithItsStateAndReason() throws IOException {
        LabelResults all = Samples.fileSystems();
        List<Iteration> iterations = new java.util.ArrayList<>(all.iterations());
        iterations.add(Samples.iteration(1, 7, 0, IterationState.INTERRUPTED, "The runner was killed.", List.of(),
                Map.of()));
        same("show.txt", TerminalReport.show(Samples.label("mixed", Map.of(), "single", iterations), PLAIN));
    }

    @Test
    void theListOfLabelsSaysWhatIsInThem() throws IOException {
        same("list.txt", TerminalReport.list(Samples.demo().labels(), PLAIN));
        assertThat(TerminalReport.list(List.of(), PLAIN)).contains("tidemark demo");
    }

    @Test
    void missedConditionsAreNamed() {
        String text = TerminalReport.judgements(Report.of(Samples.manualMatrix()).judge(Map.of("elapsed", "< 80s")),
                PLAIN);
        assertThat(text).isEqualTo("Missed: elapsed is 80.60 s, expected < 80s, at shards 1 · batch-size 1 · "
                + "blind-insert true.\n17 of 18 expected bounds are met.\n");
    }

    @Test
    void groupsOfWorkersHaveRowsOfTheirOwn() throws IOException {
        same("groups.txt", TerminalReport.of(Report.of(Samples.groups()), PLAIN));
    }

    @Test
    void whatEachWorkerDidStandsUnderItsIteration() throws IOException {
        Workers none = Workers.of(new IterationDetail("random-io", List.of(), List.of(), List.of(), List.of(),
                List.of(),
                List.of(), List.of()));
        Map<Integer, Workers> workers = new LinkedHashMap<>();
        workers.put(1, Workers.of(Samples.grouped()));
        workers.put(2, none);
        same("workers.txt", TerminalReport.workers(workers, PLAIN));
        assertThat(TsvReport.workers(Map.of(1L, Workers.of(Samples.grouped())))).isEqualTo("""
                id\tgroup\tworker\toperations\tunits\tfailures\tmean
                1\treaders\t0\t900\t900\t0\t1
                1\treaders\t1\t1100\t1100\t0\t1
                1\twriters\t2\t10\t500\t\t20
                """);
    }
}
