package dev.tidemark.report.write;

import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.StateWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The styles of an API as tab-separated values, whose first five columns are those of mlperf: what was run, documents,
 * chunks (requests, not their size), milliseconds and documents per second; of a no-op, calls. Numbers are exact; what was
 * not measured is empty. The best style first, then no-ops, then what failed, with its state and the reason.
 */
public final class StyleTsv {

    private static final List<String> OWN = List.of("test", "docs", "chunks", "elapsed ms", "docs/sec", "docs/sec low",
            "docs/sec high", "batch size", "inner size", "workers", "rounds", "best", "request ms", "round trip ms",
            "mapping ms", "commit ms", "rest ms", "reconnect ms");
    /** Settings that have a column among {@link #OWN}. */
    private static final Set<String> SHOWN = Set.of(ApiWorkload.STYLE, ApiWorkload.BATCH_SIZE, ApiWorkload.INNER_SIZE,
            "documents", "workers");

    private final Report report;
    private final List<String> more;

    private StyleTsv(Report report) {
        this.report = report;
        this.more = report.table().dimensions().varied().stream().map(Dimension::name).filter(n -> !SHOWN.contains(n))
                .toList();
    }

    public static String of(Report report) {
        return new StyleTsv(report).text();
    }

    private String text() {
        StringBuilder out = new StringBuilder(TsvReport.line(Stream.of(OWN, more, List.of("state", "reason"))
                .flatMap(List::stream).toList()));
        Optional<StyleCosts> costs = StyleCosts.of(report);
        Set<Row> costed = new HashSet<>();
        costs.ifPresent(c -> c.styles().forEach(s -> {
            costed.add(s.row());
            out.append(line(s));
        }));
        report.table().rows().stream().filter(r -> !costed.contains(r)).forEach(r -> out.append(line(r,
                ApiWorkload.DOCUMENTS_PER_SECOND, Optional.empty())));
        StyleCosts.baselines(report).rows().forEach(r -> out.append(line(r, ApiWorkload.ROUND_TRIPS_PER_SECOND,
                estimate(r, ApiWorkload.ROUND_TRIP))));
        report.excluded().forEach(i -> out.append(line(i)));
        return out.toString();
    }

    private String line(StyleCosts.Style s) {
        return done(s.row(), ApiWorkload.DOCUMENTS_PER_SECOND, List.of(mean(Optional.of(s.request())), mean(s.roundTrip()),
                mean(s.mapping()), mean(s.commit()), mean(s.rest()), mean(s.reconnect())));
    }

    private String line(Row row, String rate, Optional<Estimate> roundTrip) {
        return done(row, rate, List.of(mean(roundTrip), mean(roundTrip), "", "", "", ""));
    }

    private String done(Row row, String rate, List<String> costs) {
        Iteration any = row.iterations().getFirst();
        Optional<Estimate> rates = estimate(row, rate);
        Optional<Estimate> known = rates.filter(Estimate::errorKnown);
        List<String> cells = new ArrayList<>(List.of(text(any, ApiWorkload.STYLE), text(any, "documents"), chunks(any),
                mean(estimate(row, "elapsed").map(e -> new Estimate(e.mean() * 1000, e.low(), e.high(), e.runs()))),
                mean(rates), known.map(e -> TsvReport.exact(e.low())).orElse(""),
                known.map(e -> TsvReport.exact(e.high())).orElse(""), text(any, ApiWorkload.BATCH_SIZE),
                text(any, ApiWorkload.INNER_SIZE), text(any, "workers"), String.valueOf(row.iterations().size()),
                String.valueOf(row.best())));
        cells.addAll(costs);
        cells.addAll(more.stream().map(name -> text(any, name)).toList());
        cells.addAll(List.of(StateWords.of(IterationState.DONE), ""));
        return TsvReport.line(cells);
    }

    /** What failed has no numbers. */
    private String line(Iteration i) {
        List<String> cells = new ArrayList<>(List.of(text(i, ApiWorkload.STYLE), text(i, "documents"), chunks(i), "", "", "",
                "", text(i, ApiWorkload.BATCH_SIZE), text(i, ApiWorkload.INNER_SIZE), text(i, "workers"), "1", "false", "",
                "", "", "", "", ""));
        cells.addAll(more.stream().map(name -> text(i, name)).toList());
        cells.addAll(List.of(StateWords.of(i.state()), report.verdict(i)));
        return TsvReport.line(cells);
    }

    private static String chunks(Iteration i) {
        Optional<Double> documents = number(i, "documents");
        double batch = number(i, ApiWorkload.BATCH_SIZE).orElse(1.0);
        return documents.map(d -> TsvReport.exact(Math.ceil(d / batch))).orElse("");
    }

    private static Optional<Double> number(Iteration i, String setting) {
        return i.setting(setting).map(Setting::number);
    }

    private static String text(Iteration i, String setting) {
        Function<Setting, String> plain = s -> s.number() == null ? s.text() : TsvReport.exact(s.number());
        return i.setting(setting).map(plain).orElse("");
    }

    private static Optional<Estimate> estimate(Row row, String measure) {
        return row.cell(measure).map(Cell::estimate);
    }

    private static String mean(Optional<Estimate> estimate) {
        return estimate.map(e -> TsvReport.exact(e.mean())).orElse("");
    }
}
