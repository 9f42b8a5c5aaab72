package dev.tidemark.report.write;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.StateWords;

/**
 * The styles of an API as tab-separated values, whose first five columns are those of mlperf: what was run, documents,
 * chunks (requests, not their size), milliseconds and documents per second; of a no-op, calls. Numbers are exact; what
 * was not measured is empty. The best style first, then no-ops, then what failed, with its state and the reason.
 */
public final class StyleTsv {

    private static final String TEST = "test";
    private static final String DOCUMENTS = "docs";
    private static final String CHUNKS = "chunks";
    private static final String ELAPSED = "elapsed ms";
    private static final String RATE = "docs/sec";
    private static final String BATCH_SIZE = "batch size";
    private static final String INNER_SIZE = "inner size";
    private static final String WORKERS = "workers";
    private static final String ROUNDS = "rounds";
    private static final String BEST = "best";
    private static final String REQUEST = "request ms";
    private static final String ROUND_TRIP = "round trip ms";
    private static final String MAPPING = "mapping ms";
    private static final String COMMIT = "commit ms";
    private static final String REST = "rest ms";
    private static final String RECONNECT = "reconnect ms";
    private static final String STATE = "state";
    private static final String REASON = "reason";

    private static final List<String> OWN = List.of(TEST, DOCUMENTS, CHUNKS, ELAPSED, RATE, RATE + " low",
            RATE + " high", BATCH_SIZE, INNER_SIZE, WORKERS, ROUNDS, BEST, REQUEST, ROUND_TRIP, MAPPING, COMMIT, REST,
            RECONNECT);
    /** The columns of settings. */
    private static final Map<String, String> SETTINGS = Map.of(TEST, ApiWorkload.STYLE,
            BATCH_SIZE, ApiWorkload.BATCH_SIZE, INNER_SIZE, ApiWorkload.INNER_SIZE, WORKERS, ApiWorkload.WORKERS);

    private final Report report;
    /** Other settings that vary. */
    private final List<String> more;

    private StyleTsv(Report report) {
        this.report = report;
        this.more = Dimensions.of(report.results().iterations()).columns().stream()
                .filter(name -> !SETTINGS.containsValue(name) && !name.equals(ApiWorkload.DOCUMENTS)).toList();
    }

    public static String of(Report report) {
        return new StyleTsv(report).text();
    }

    private String text() {
        List<String> columns = Stream.of(OWN, more, List.of(STATE, REASON)).flatMap(List::stream).toList();
        StringBuilder out = new StringBuilder(TsvReport.line(columns));
        lines().forEach(cells -> out.append(TsvReport.line(columns.stream().map(c -> cells.getOrDefault(c, ""))
                .toList())));
        return out.toString();
    }

    private Stream<Map<String, String>> lines() {
        List<StyleCosts.Style> styles = StyleCosts.of(report).map(StyleCosts::styles).orElse(List.of());
        Set<Row> answered = Set.copyOf(styles.stream().map(StyleCosts.Style::row).toList());
        return Stream.of(styles.stream().map(this::style),
                report.table().rows().stream().filter(row -> !answered.contains(row)).map(this::row),
                StyleCosts.baselines(report).rows().stream().map(this::roundTrip),
                report.excluded().stream().map(this::excluded)).flatMap(lines -> lines);
    }

    private Map<String, String> style(StyleCosts.Style s) {
        Map<String, String> cells = row(s.row());
        cells.put(REQUEST, exact(s.request().mean()));
        put(cells, ROUND_TRIP, s.roundTrip());
        put(cells, MAPPING, s.mapping());
        put(cells, COMMIT, s.commit());
        put(cells, REST, s.rest());
        put(cells, RECONNECT, s.reconnect());
        return cells;
    }

    private Map<String, String> row(Row row) {
        return done(row, ApiWorkload.DOCUMENTS_PER_SECOND);
    }

    private Map<String, String> roundTrip(Row row) {
        Map<String, String> cells = done(row, ApiWorkload.ROUND_TRIPS_PER_SECOND);
        put(cells, REQUEST, estimate(row, ApiWorkload.ROUND_TRIP));
        put(cells, ROUND_TRIP, estimate(row, ApiWorkload.ROUND_TRIP));
        return cells;
    }

    private Map<String, String> done(Row row, String rate) {
        Iteration first = row.iterations().getFirst();
        Map<String, String> cells = settings(first);
        cells.put(DOCUMENTS, exact(row.iterations().stream().mapToDouble(i -> stored(i, rate)).average()
                .orElseThrow()));
        cells.put(CHUNKS, exact(Math.ceil(setting(first, ApiWorkload.DOCUMENTS).orElseThrow()
                / setting(first, ApiWorkload.BATCH_SIZE).orElse(1.0))));
        estimate(row, ApiWorkload.ELAPSED).ifPresent(e -> cells.put(ELAPSED, exact(e.mean() * 1000)));
        put(cells, RATE, estimate(row, rate));
        estimate(row, rate).filter(Estimate::errorKnown).ifPresent(e -> {
            cells.put(RATE + " low", exact(e.low()));
            cells.put(RATE + " high", exact(e.high()));
        });
        cells.put(ROUNDS, String.valueOf(row.iterations().size()));
        cells.put(BEST, String.valueOf(row.best()));
        cells.put(STATE, StateWords.of(IterationState.DONE));
        return cells;
    }

    /** What failed has no numbers. */
    private Map<String, String> excluded(Iteration i) {
        Map<String, String> cells = settings(i);
        cells.put(ROUNDS, "1");
        cells.put(BEST, "false");
        cells.put(STATE, StateWords.of(i.state()));
        cells.put(REASON, report.verdict(i));
        return cells;
    }

    private Map<String, String> settings(Iteration i) {
        Map<String, String> cells = new HashMap<>();
        SETTINGS.forEach((column, setting) -> cells.put(column, text(i, setting)));
        more.forEach(setting -> cells.put(setting, text(i, setting)));
        return cells;
    }

    /** What was acknowledged: a whole number of documents, or of calls. @param rate of them per second */
    private static long stored(Iteration i, String rate) {
        return Math.round(i.value(rate).orElseThrow().number() * i.value(ApiWorkload.ELAPSED).orElseThrow().number());
    }

    private static Optional<Double> setting(Iteration i, String setting) {
        return i.setting(setting).map(Setting::number);
    }

    private static String text(Iteration i, String setting) {
        return setting(i, setting).map(StyleTsv::exact).or(() -> i.setting(setting).map(Setting::text)).orElse("");
    }

    private static Optional<Estimate> estimate(Row row, String measure) {
        return row.cell(measure).map(Cell::estimate);
    }

    private static void put(Map<String, String> cells, String column, Optional<Estimate> estimate) {
        estimate.ifPresent(e -> cells.put(column, exact(e.mean())));
    }

    private static String exact(double number) {
        return TsvReport.exact(number);
    }
}
