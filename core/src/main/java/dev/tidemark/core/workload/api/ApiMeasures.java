package dev.tidemark.core.workload.api;

import static dev.tidemark.core.result.Direction.HIGHER;
import static dev.tidemark.core.workload.measures.CommonMeasures.put;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.SeriesKey;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.measure.host.HostMeasures;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.OperationCosts;
import dev.tidemark.core.workload.measures.RecoveryMeasures;

/** The measures of {@link ApiWorkload}. */
final class ApiMeasures {

    static final Measure ROUND_TRIPS_PER_SECOND = new Measure("round-trips-per-second", "Round trips", "/s", HIGHER, 0,
            "Calls of a no-op answered per second of the duration; no document is stored.");
    static final List<Measure> ROUND_TRIP = CommonMeasures.stepLatency("round-trip", "Round trip",
            "Time of a no-op's call");
    static final List<Measure> MAP = step(ApiStyle.MAP, "Mapping",
            "Time to map the objects of a request to what the call takes");
    static final List<Measure> CALL = step(ApiStyle.CALL, "Call", "Time of a request's call, without mapping and "
            + "commit that are steps of their own");
    static final List<Measure> COMMIT = step(ApiStyle.COMMIT, "Commit",
            "Time of a request's commit, where it is a step of its own");
    static final List<Measure> RECONNECT = step(StyleRequests.RECONNECT, "Reconnect", "Time to make a connection anew");

    static final MeasureSet ALL = MeasureSet.of(CommonMeasures.DOCUMENTS_PER_SECOND, CommonMeasures.ELAPSED,
            CommonMeasures.RESPONSE.get(2), CommonMeasures.RESPONSE.get(1), CommonMeasures.FAILURES,
            ROUND_TRIPS_PER_SECOND)
            .plus(MeasureSet.of(ROUND_TRIP.toArray(Measure[]::new)))
            .plus(MeasureSet.of(MAP.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CALL.toArray(Measure[]::new)))
            .plus(MeasureSet.of(COMMIT.toArray(Measure[]::new)))
            .plus(MeasureSet.of(RECONNECT.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.BYTES_PER_SECOND))
            .plus(MeasureSet.of(CommonMeasures.RESPONSE.toArray(Measure[]::new)))
            .plus(MeasureSet.of(CommonMeasures.OUTSIDE, CommonMeasures.VARIATION, CommonMeasures.CENSORED))
            .plus(BackgroundMeasures.ALL).plus(RecoveryMeasures.ALL)
            .plus(HostMeasures.ALL).plus(OperationCosts.ALL);

    private ApiMeasures() {}

    /** Mean first, which is what can be added up and subtracted. */
    private static List<Measure> step(String name, String title, String meaning) {
        List<Measure> all = CommonMeasures.stepLatency(name, title, meaning);
        return List.of(all.get(2), all.get(0), all.get(1));
    }

    static List<MeasuredValue> of(IterationDetail detail, MeasureSet driverMeasures) {
        Optional<PhaseSpan> headline = detail.headline();
        if (headline.isEmpty()) {
            return List.of();
        }
        PhaseSpan phase = headline.get();
        SeriesSet series = Timeline.whole(detail, phase);
        List<MeasuredValue> values = new ArrayList<>(CommonMeasures.of(detail, phase, series));
        values.addAll(CommonMeasures.engineOfPlaces(detail, driverMeasures));
        values.addAll(BackgroundMeasures.of(detail));
        values.addAll(RecoveryMeasures.of(detail));
        values.addAll(HostMeasures.of(detail));
        values.addAll(OperationCosts.of(detail, series.total().units()));
        boolean noop = series.totals().containsKey(StyleRequests.NOOP);
        if (phase.nanos() > 0) {
            put(values, noop ? ROUND_TRIPS_PER_SECOND : CommonMeasures.DOCUMENTS_PER_SECOND,
                    series.total().units() / (phase.nanos() / 1e9));
        }
        if (noop) {
            step(series, phase, StyleRequests.NOOP, ApiStyle.CALL).addTo(values, ROUND_TRIP);
        } else {
            step(series, phase, StyleRequests.STORE, ApiStyle.MAP).addTo(values, MAP);
            step(series, phase, StyleRequests.STORE, ApiStyle.CALL).addTo(values, CALL);
            step(series, phase, StyleRequests.STORE, ApiStyle.COMMIT).addTo(values, COMMIT);
        }
        step(series, phase, noop ? StyleRequests.NOOP : StyleRequests.STORE, StyleRequests.RECONNECT)
                .addTo(values, RECONNECT);
        return values;
    }

    private static Latencies step(SeriesSet series, PhaseSpan phase, String kind, String step) {
        return Latencies.of(series, new SeriesKey(kind, step, LatencyKind.SERVICE, false),
                phase.censored());
    }
}
