package dev.tidemark.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.report.Samples;
import dev.tidemark.report.write.JsonReport;
import dev.tidemark.report.write.TerminalReport;
import dev.tidemark.report.write.TerminalStyle;
import org.junit.jupiter.api.Test;

class EmptyAnswersTest {

    private static final Measure SPEED = new Measure("speed", "Throughput", "/s", Direction.HIGHER, 0, "");
    private static final Measure NOT_FOUND = new Measure("not-found", "Not found", "%", Direction.NEITHER, 2, "");
    private static final Measure EMPTY = new Measure("without-hits", "Without hits", "%", Direction.NEITHER, 1, "");

    private static final Measure ROWS = new Measure("rows-per-scan", "Rows per scan", "rows", Direction.NEITHER, 1, "");
    private static final Measure FOUND = new Measure("rows-per-index-query", "Rows", "rows", Direction.NEITHER, 1, "");
    private static final Measure ELSEWHERE = new Measure("read-elsewhere", "Read elsewhere", "", Direction.NEITHER, 0, "");

    private final List<Iteration> iterations = new ArrayList<>();

    private void volume(String preload, int workers, double notFound) {
        iterations.add(Samples.iteration(iterations.size(), 0, List.of(Samples.param("preload", preload),
                Samples.param("workers", workers)), Map.of("speed", 1000.0 * workers, "not-found", notFound)));
    }

    private void query(double without) {
        iterations.add(Samples.iteration(iterations.size(), 0, List.of(Samples.param("workers", 1)),
                Map.of("speed", 1000.0, "without-hits", without)));
    }

    private Report report() {
        return Report.of(new LabelResults("L", "volume", "speed", MeasureSet.of(SPEED, NOT_FOUND, EMPTY, ELSEWHERE,
                ROWS, FOUND), Map.of(),
                "matrix", "", 1, iterations));
    }

    private String headline() {
        return report().verdict().headline();
    }

    @Test
    void aRunOnAnEmptyStoreSaysSoBeforeItsSpeed() {
        volume("none", 4, 97.5);
        String first = "98 % of the reads found nothing: the store was empty at the start (preload: none). ";
        assertThat(headline()).startsWith(first).hasSizeGreaterThan(first.length());
        String terminal = TerminalReport.of(report(), new TerminalStyle(200, false, true, ZoneOffset.UTC));
        assertThat(terminal).contains("Measured. " + first.strip());
        assertThat(terminal.split("found nothing", -1)).as("once").hasSize(2);
        assertThat(JsonReport.of(report())).contains("\"headline\" : \"" + first);
    }

    /** As with a file that was only expanded, which is read a hundred times as fast as the disk. */
    @Test
    void readsThatDidNotReachTheDiskAreToldBeforeTheirSpeed() {
        reads(1, Map.of("speed", 2e6, "read-elsewhere", 1.0));
        assertThat(headline()).startsWith("Something else than the disk answered the reads, ").contains("Throughput 2");
        reads(2, Map.of("speed", 2e4));
        assertThat(headline()).startsWith("With 1 of 2 settings, something else than the disk answered the reads, ");
    }

    private void reads(int workers, Map<String, Double> values) {
        iterations.add(Samples.iteration(iterations.size(), 0, List.of(Samples.param("workers", workers)), values));
    }

    @Test
    void readsOfManyRowsThatFindNoneAreToldToo() {
        of("none", Map.of("speed", 2e6, "rows-per-scan", 0.0));
        assertThat(headline()).startsWith("The scans read no rows: the store was empty at the start (preload: none). ");
        of("all", Map.of("speed", 2e6, "rows-per-scan", 3.0));
        assertThat(headline()).startsWith("With 1 of 2 settings, the scans read no rows: ");
        iterations.clear();
        of("all", Map.of("speed", 2e6, "rows-per-index-query", 0.0));
        assertThat(headline()).startsWith("The index queries found nothing. ");
        iterations.clear();
        of("none", Map.of("speed", 2e6, "rows-per-index-query", 0.2, "rows-per-scan", 0.1));
        assertThat(headline()).startsWith("Throughput ");
    }

    private void of(String preload, Map<String, Double> values) {
        iterations.add(Samples.iteration(iterations.size(), 0, List.of(Samples.param("preload", preload)), values));
    }

    @Test
    void ofSeveralTheRangeIsToldAndHowManyTheyAre() {
        volume("none", 1, 28.7);
        volume("none", 2, 46.5);
        assertThat(headline()).startsWith("29 to 47 % of the reads found nothing: ");
        volume("all", 4, 0);
        assertThat(headline()).startsWith("With 2 of 3 settings, 29 to 47 % of the reads found nothing: ");
    }

    /** Keys beyond those that were stored, or a few reads at the beginning of a long run. */
    @Test
    void whatIsMissedForAnotherReasonOrHardlyAtAllIsNoNews() {
        volume("all", 4, 60);
        volume("none", 8, 0.4);
        assertThat(headline()).doesNotContain("found nothing");
    }

    @Test
    void queriesThatNothingMatchesAreToldWhereAllAreLikeThat() {
        query(99.9);
        assertThat(headline()).doesNotContain("found nothing");
        iterations.clear();
        query(100);
        assertThat(headline()).startsWith("100 % of the queries found nothing: no document matches them. ");
    }

    @Test
    void nearlyAllIsNotAll() {
        volume("none", 4, 99.7);
        assertThat(headline()).startsWith("99.7 % of the reads found nothing: ");
    }
}
