package dev.tidemark.core.measure;

import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.PhaseSpan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one of several generators did of the headline phase; times in seconds.
 *
 * @param number     from 0, the leading one
 * @param workers    of the load
 * @param units      done
 * @param seconds    that its part of the phase lasted
 * @param response   p99 of its operations' responses; empty where nothing was answered
 * @param self       p99 of the part of the responses that is its own doing; empty without a schedule
 * @param late       share of slots that it made start more than 1 ms late; empty without a schedule
 * @param clockError by which its clock may be misjudged, half the shortest round trip to it
 */
public record AgentShare(int number, int workers, long units, double seconds, OptionalDouble response,
        OptionalDouble self, OptionalDouble late, double clockError) {

    private static final double P99 = 0.99;
    private static final double NANO = 1e-9;

    private static final String NUMBER = "number";
    private static final String WORKERS = "workers";
    private static final String UNITS = "units";
    private static final String SECONDS = "seconds";
    private static final String RESPONSE = "response-p99";
    private static final String SELF = "self-p99";
    private static final String LATE = "late";
    private static final String CLOCK_ERROR = "clock-error";

    /** @param series everything that it recorded in the phase */
    public static AgentShare of(int number, PhaseSpan span, SeriesSet series, long clockError) {
        long slots = series.scheduled();
        boolean due = span.open() && slots > 0;
        return new AgentShare(number, span.workers(), series.total().units(), span.nanos() * NANO,
                p99(series.overall(LatencyKind.RESPONSE)), due ? p99(series.overall(LatencyKind.SELF))
                : OptionalDouble.empty(), due ? OptionalDouble.of((double) span.lateFree() / slots)
                : OptionalDouble.empty(), clockError * NANO);
    }

    private static OptionalDouble p99(LogHistogram histogram) {
        return histogram.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(histogram.quantile(P99) * NANO);
    }

    /** As it is stored. @param name of the generator */
    public MetricSnapshot reading(String name) {
        Map<String, Double> gauges = new LinkedHashMap<>(Map.of(NUMBER, (double) number, WORKERS, (double) workers,
                UNITS, (double) units, SECONDS, seconds, CLOCK_ERROR, clockError));
        response.ifPresent(seconds -> gauges.put(RESPONSE, seconds));
        self.ifPresent(seconds -> gauges.put(SELF, seconds));
        late.ifPresent(share -> gauges.put(LATE, share));
        return new MetricSnapshot(MetricSnapshot.SHARE + name, Map.of(), gauges);
    }

    /** The one that a reading tells of. */
    public static AgentShare of(MetricSnapshot reading) {
        Map<String, Double> gauges = reading.gauges();
        return new AgentShare((int) number(gauges, NUMBER), (int) number(gauges, WORKERS),
                (long) number(gauges, UNITS), number(gauges, SECONDS), perhaps(gauges, RESPONSE),
                perhaps(gauges, SELF), perhaps(gauges, LATE), number(gauges, CLOCK_ERROR));
    }

    private static double number(Map<String, Double> gauges, String name) {
        return gauges.getOrDefault(name, 0.0);
    }

    private static OptionalDouble perhaps(Map<String, Double> gauges, String name) {
        return gauges.containsKey(name) ? OptionalDouble.of(gauges.get(name)) : OptionalDouble.empty();
    }

    /** Units per second; empty where it lasted no time. */
    public OptionalDouble throughput() {
        return seconds > 0 ? OptionalDouble.of(units / seconds) : OptionalDouble.empty();
    }
}
