package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.StyleCosts.Style;
import dev.tidemark.report.model.StyleGrids;

/** What a document costs by each style, as bars of parts. */
record StyleBars(Report report, StyleCosts costs) {

    Page.Figure figure() {
        return new Page.Figure(0, "What a document costs by each style", "Milliseconds for each document; a request of "
                + "a batch is divided by its documents. Means.", StyleGrids.costs(report, costs));
    }

    /** {@code names} of the styles, and {@code parts}, each with a name and milliseconds for each document by style. */
    Map<String, Object> data() {
        return Map.of("names", costs.styles().stream().map(Style::name).toList(), "parts", List.of(
                part("Round trip", StyleBars::roundTrip),
                part("Mapping", s -> mean(s.mapping())),
                part("Rest of the call", s -> s.call().mean() - roundTrip(s)),
                part("Commit", s -> mean(s.commit()))));
    }

    private Map<String, Object> part(String name, ToDoubleFunction<Style> ofRequest) {
        return Map.of("name", name, "values", costs.styles().stream()
                .map(s -> ofRequest.applyAsDouble(s) / s.documents()).toList());
    }

    /** A no-op may take longer than a call, by chance: no bar is longer than its request. */
    private static double roundTrip(Style s) {
        return Math.min(mean(s.roundTrip()), s.call().mean());
    }

    private static double mean(Optional<Estimate> estimate) {
        return estimate.map(Estimate::mean).orElse(0.0);
    }
}
