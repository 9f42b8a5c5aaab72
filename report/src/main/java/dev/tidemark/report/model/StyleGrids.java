package dev.tidemark.report.model;

import module java.base;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.core.result.Measure;

/** The table of what requests of each style spend their time on. */
public final class StyleGrids {

    private static final int DECIMALS = 3;

    private StyleGrids() {}

    /** A line for each style, the best first, and below these one for each no-op. */
    public static Grid costs(Report report, StyleCosts costs) {
        Measure objective = report.objective().measure();
        List<Column> columns = List.of(Column.words("style"), Column.of(objective),
                Column.numbers("Documents", "", "In each request, on average."),
                Column.numbers("Request", "ms", "Mean of those that were answered: mapping, call and commit together, "
                        + "without reconnecting."),
                Column.numbers("Round trip", "ms", "Mean of a no-op of the same protocol in the same round, as often "
                        + "as the call goes to the database and back."),
                Column.numbers("Mapping", "ms", "Mean time to map objects to what the call takes, where it is a step "
                + "of its own."),
                Column.numbers("Commit", "ms", "Mean time of the commit, where it is a step of its own; with its "
                + "round trip."),
                Column.numbers("Rest", "ms", "The call less its round trips: encoding, sending, and storing in the "
                + "database."),
                Column.numbers("Reconnect", "ms", "Mean time to make a connection anew."),
                Column.numbers("Per document", "ms", "The request divided by its documents."));
        List<Line> lines = Stream.concat(costs.styles().stream().map(s -> line(objective, s)),
                costs.roundTrips().stream().map(StyleGrids::line)).toList();
        return new Grid("What a request of each style takes", "", costs.roundTrips().isEmpty()
                ? "No no-op was run, so that nothing can be said of the round trip." : "", columns, lines)
                .withoutEmptyColumns();
    }

    private static Line line(Measure objective, StyleCosts.Style s) {
        return new Line(s.row().best(), "", List.of(Value.of(s.name()),
                Value.of(objective, s.row().cell(objective.name())),
                Value.of(s.documents(), s.documents() == Math.rint(s.documents()) ? 0 : 1),
                ms(Optional.of(s.request())), ms(s.roundTrip()), ms(s.mapping()), ms(s.commit()), ms(s.rest()),
                ms(s.reconnect()), Value.of(s.perDocument(), digits(s.perDocument()))));
    }

    private static Line line(StyleCosts.RoundTrip r) {
        Optional<Estimate> trip = r.row().cell(ApiWorkload.ROUND_TRIP).map(Cell::estimate);
        return new Line(false, "", List.of(Value.of(r.name()), nothing(), nothing(), ms(trip), ms(trip), nothing(),
                nothing(), nothing(), nothing(), nothing()));
    }

    private static Value nothing() {
        return Value.of("");
    }

    private static Value ms(Optional<Estimate> estimate) {
        return estimate.map(e -> Value.of(Numbers.fixed(e.mean(), digits(e.mean())).replace('-', '−')))
                .orElse(nothing());
    }

    /** Three digits that count, of what may be a microsecond or a second. */
    private static int digits(double ms) {
        double size = Math.abs(ms);
        return size == 0 || size >= 1 ? DECIMALS - 1 : Math.min(6, DECIMALS - 1 - (int) Math.floor(Math.log10(size)));
    }
}
