package dev.tidemark.report.html;

import module java.base;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.report.analysis.StyleCosts;
import dev.tidemark.report.analysis.StyleCosts.Style;

/** What a document costs by each style, as bars of parts. */
final class StyleBars {

    private StyleBars() {}

    /** {@code names} of the styles, and {@code parts}, each with a name and milliseconds for each document by style. */
    static Map<String, Object> data(StyleCosts costs) {
        return Map.of("names", costs.styles().stream().map(Style::name).toList(), "parts", List.of(
                part(costs, "Round trip", StyleBars::roundTrip),
                part(costs, "Mapping", s -> mean(s.mapping())),
                part(costs, "Rest of the call", s -> s.call().mean() - roundTrip(s)),
                part(costs, "Commit", s -> mean(s.commit()))));
    }

    private static Map<String, Object> part(StyleCosts costs, String name, ToDoubleFunction<Style> ofRequest) {
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
