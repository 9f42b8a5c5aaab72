package dev.tidemark.report.analysis;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.plan.Planner;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.api.ApiWorkload;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.Dimension;
import dev.tidemark.report.analysis.table.Row;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;

/**
 * What a request of each style of a client's API spends its time on: the round trip of its protocol, mapping, commit,
 * and the rest. Means alone, which can be added up and subtracted as percentiles cannot; the round trip is that of a
 * no-op of the same pass, which is taken off the call as often as the call has round trips.
 *
 * @param styles    those that store documents, the best first
 * @param roundTrips the no-ops
 */
public record StyleCosts(List<Style> styles, List<RoundTrip> roundTrips) {

    /** Settings that a no-op has no part in. */
    private static final Set<String> OF_DOCUMENTS = Set.of(ApiWorkload.STYLE, ApiWorkload.BATCH_SIZE,
            ApiWorkload.INNER_SIZE);

    /**
     * One style under one combination of the other settings. Times are milliseconds for each request.
     *
     * @param row       as it is ranked
     * @param name      the style, with the other settings that vary
     * @param documents in each request, on average: the last one of a run may have fewer
     * @param request   mapping, call and commit of those that were answered, without reconnecting
     * @param call      without mapping and commit that are steps of their own
     * @param roundTrip of the protocol, or all that the call has; empty where no no-op was run in a pass of the style,
     *                  or more than one may be its own
     * @param mapping   empty where it is no step of its own
     * @param commit    likewise
     * @param reconnect of the requests that made the connection anew; empty where none did
     * @param rest      what is left of the call; empty where the round trip is not known
     */
    public record Style(Row row, String name, double documents, Estimate request, Estimate call,
            Optional<Estimate> roundTrip, Optional<Estimate> mapping, Optional<Estimate> commit,
            Optional<Estimate> reconnect, Optional<Estimate> rest) {

        /** Milliseconds for each document. */
        public double perDocument() {
            return request.mean() / documents;
        }
    }

    /** A no-op: what a round trip of a protocol takes. @param name with the other settings that vary */
    public record RoundTrip(Row row, String name) {}

    public StyleCosts {
        styles = List.copyOf(styles);
        roundTrips = List.copyOf(roundTrips);
    }

    /** Whether an iteration stored nothing, to be a baseline for others: nothing to rank. */
    public static boolean isBaseline(Iteration iteration) {
        return iteration.value(ApiWorkload.ROUND_TRIP).isPresent();
    }

    /** The no-ops of a label, folded. */
    public static Table baselines(Report report) {
        return Tables.whole(report.objective(), report.results(), usable(report.results()));
    }

    private static List<Iteration> usable(LabelResults results) {
        return results.usable().stream().filter(StyleCosts::isBaseline).toList();
    }

    /** Empty for a label of another workload, or of which nothing is ranked. */
    public static Optional<StyleCosts> of(Report report) {
        if (report.table().rows().stream().noneMatch(r -> r.cell(ApiWorkload.CALL).isPresent())) {
            return Optional.empty();
        }
        List<Dimension> varied = report.table().dimensions().varied();
        List<String> others = report.table().dimensions().columns().stream().filter(n -> !OF_DOCUMENTS.contains(n))
                .toList();
        Function<Iteration, String> place = i -> place(report.results(), i, others);
        Map<String, List<Double>> noops = usable(report.results()).stream().collect(Collectors.groupingBy(place,
                Collectors.mapping(i -> i.value(ApiWorkload.ROUND_TRIP).orElseThrow().number(), Collectors.toList())));
        List<Style> styles = report.table().rows().stream().filter(r -> r.cell(ApiWorkload.CALL).isPresent())
                .map(r -> style(r, noops, place, varied)).toList();
        return Optional.of(new StyleCosts(styles, baselines(report).rows().stream().map(r -> new RoundTrip(r,
                named(r, others))).toList()));
    }

    /**
     * Which round trip goes with an iteration: that of its pass, since what a resumed run adds to a round was measured at
     * another time; of what was measured elsewhere, that of its round.
     *
     * @param others all settings that vary and that a no-op has a part in, also those that follow one which it has none
     *               in
     */
    private static String place(LabelResults results, Iteration i, List<String> others) {
        return results.pass(i).map(LabelResults.Pass::toString).orElse(i.batch() + "\t" + i.round())
                + "\t" + text(i, ApiWorkload.PROTOCOL) + "\t" + text(i, Planner.TARGET)
                + "\t" + others.stream().map(name -> text(i, name)).collect(Collectors.joining("\t"));
    }

    private static String text(Iteration i, String setting) {
        return i.setting(setting).map(Setting::text).orElse("");
    }

    private static String named(Row row, List<String> others) {
        Iteration first = row.iterations().getFirst();
        return text(first, ApiWorkload.STYLE) + others.stream().filter(n -> first.setting(n).isPresent())
                .map(n -> " · " + n + " " + row.level(n)).collect(Collectors.joining());
    }

    private static Style style(Row row, Map<String, List<Double>> noops, Function<Iteration, String> place,
            List<Dimension> varied) {
        List<Double> roundTrips = new ArrayList<>();
        List<Double> rests = new ArrayList<>();
        List<Double> requests = new ArrayList<>();
        for (Iteration i : row.iterations()) {
            Optional<Double> call = value(i, ApiWorkload.CALL);
            call.ifPresent(c -> requests.add(c + value(i, ApiWorkload.MAPPING).orElse(0.0)
                    + value(i, ApiWorkload.COMMIT).orElse(0.0)));
            double trips = i.setting(ApiWorkload.ROUND_TRIPS).map(Setting::number).orElse(1.0);
            List<Double> found = noops.getOrDefault(place.apply(i), List.of());
            if (found.size() == 1 && call.isPresent()) { // of several, nobody knows which one is its own
                double together = trips * found.getFirst();
                roundTrips.add(together);
                rests.add(call.get() - together);
            }
        }
        Iteration first = row.iterations().getFirst();
        List<String> shown = varied.stream().map(Dimension::name).filter(n -> !n.equals(ApiWorkload.STYLE)).toList();
        return new Style(row, named(row, shown), documents(first), estimate(requests).orElseThrow(),
                estimate(row, ApiWorkload.CALL).orElseThrow(),
                estimate(roundTrips), estimate(row, ApiWorkload.MAPPING), estimate(row, ApiWorkload.COMMIT),
                estimate(row, ApiWorkload.RECONNECT), estimate(rests));
    }

    /** Documents of a request on average. */
    private static double documents(Iteration i) {
        double batch = i.setting(ApiWorkload.BATCH_SIZE).map(Setting::number).orElse(1.0);
        return i.setting(ApiWorkload.DOCUMENTS).map(Setting::number).map(all -> all / Math.ceil(all / batch))
                .orElse(batch);
    }

    private static Optional<Double> value(Iteration i, String measure) {
        return i.value(measure).map(MeasuredValue::number);
    }

    private static Optional<Estimate> estimate(Row row, String measure) {
        return row.cell(measure).map(Cell::estimate);
    }

    private static Optional<Estimate> estimate(List<Double> values) {
        return values.isEmpty() ? Optional.empty()
                : Optional.of(Estimate.of(values.stream().mapToDouble(Double::doubleValue).toArray()));
    }
}
