package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.driver.embedded.OwnDatabase;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.FindingText;
import dev.tidemark.report.analysis.table.Row;

/**
 * Answers with nothing in them, since there was nothing to find, or with nothing of the disk. How fast these come is
 * seldom what somebody wants to know, so that a report says it before anything else.
 */
enum EmptyAnswers {

    /** What a few reads miss at the beginning of a long run is no news. */
    READS("not-found", 5, "preload", "none",
            "%s of the reads found nothing: the store was empty at the start (preload: none)."),
    SCANS("rows-per-scan", "preload", "none",
            "the scans read no rows: the store was empty at the start (preload: none)."),
    SCANS_OF_DATA("rows-per-scan", "", "", "the scans read no rows."),
    INDEX_QUERIES("rows-per-index-query", "preload", "none",
            "the index queries found nothing: the store was empty at the start (preload: none)."),
    INDEX_QUERIES_OF_DATA("rows-per-index-query", "", "", "the index queries found nothing."),
    GROUP_QUERIES("rows-per-group-query", "preload", "none",
            "the group queries found nothing: the store was empty at the start (preload: none)."),
    GROUP_QUERIES_OF_DATA("rows-per-group-query", "", "", "the group queries found nothing."),
    QUERIES("without-hits", 100, "", "", "%s of the queries found nothing: no document matches them."),
    BLOCKS("read-elsewhere", 1, "", "", "something else than the disk answered the reads, such as a cache below or "
            + "blocks that were never written: the figures are not the disk's.");

    private static final double ALL = 100;

    private final String measure;
    private final DoublePredicate empty;
    private final String setting;
    private final String text;
    private final String sentence;

    /**
     * @param measure  share of the answers that are empty, in percent; or 1 where all are
     * @param least    from which it is told
     * @param setting  by whose {@code text} that was to be expected; empty where none tells
     * @param sentence maybe with the share
     */
    EmptyAnswers(String measure, double least, String setting, String text, String sentence) {
        this(measure, share -> share >= least, setting, text, sentence);
    }

    /** Of how many are found on average: it is told where that is none. */
    EmptyAnswers(String measure, String setting, String text, String sentence) {
        this(measure, found -> found == 0, setting, text, sentence);
    }

    EmptyAnswers(String measure, DoublePredicate empty, String setting, String text, String sentence) {
        this.measure = measure;
        this.empty = empty;
        this.setting = setting;
        this.text = text;
        this.sentence = sentence;
    }

    /** What there is to say of the rows of a report. */
    static Optional<String> of(List<Row> rows) {
        return Arrays.stream(values()).flatMap(e -> e.sentence(rows).stream()).findFirst();
    }

    private Optional<String> sentence(List<Row> rows) {
        DoubleSummaryStatistics shares = rows.stream().filter(r -> r.iterations().stream().anyMatch(this::isExpected))
                .flatMap(r -> r.cell(measure).stream()).mapToDouble(Cell::mean)
                .filter(empty).summaryStatistics();
        if (shares.getCount() == 0) {
            return Optional.empty();
        }
        String low = Numbers.fixed(shares.getMin(), 0, share -> share >= ALL);
        String high = Numbers.fixed(shares.getMax(), 0, share -> share >= ALL);
        return Optional.of(FindingText.capital((shares.getCount() == rows.size() ? "" : "With " + shares.getCount()
                + " of " + rows.size() + " settings, ")
                + String.format(Locale.ROOT, sentence, low + (low.equals(high) ? "" : " to " + high) + " %")));
    }

    private boolean isExpected(Iteration iteration) {
        return setting.isEmpty() || !OwnDatabase.isOf(iteration.settings())
                && iteration.setting(setting).filter(s -> s.text().equals(text)).isPresent();
    }
}
