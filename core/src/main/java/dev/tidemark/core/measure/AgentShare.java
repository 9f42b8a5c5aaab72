package dev.tidemark.core.measure;

import module java.base;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.PhaseSpan;

/**
 * What one of several generators did of the headline phase; times in seconds.
 *
 * @param number     from 0, the leading one
 * @param workers    of the load
 * @param units      done
 * @param seconds    that its part of the phase lasted
 * @param p50        median of its operations' responses, of those without an answer how long they were waited for, as of
 *                   the load as a whole; empty where nothing was answered
 * @param p95        that 95 % of them did not exceed
 * @param p99        that 99 % of them did not exceed
 * @param self       p99 of the part of the responses that is its own doing; empty without a schedule
 * @param late       share of slots that it made start more than 1 ms late; empty without a schedule
 * @param clockError by which its clock may be misjudged, before the phase and after it
 */
public record AgentShare(int number, int workers, long units, double seconds, OptionalDouble p50,
        OptionalDouble p95, OptionalDouble p99, OptionalDouble self, OptionalDouble late, double clockError) {

    private static final double NANO = 1e-9;

    private static final String NUMBER = "number";
    private static final String WORKERS = "workers";
    private static final String UNITS = "units";
    private static final String SECONDS = "seconds";
    private static final String P50 = "response-p50";
    private static final String P95 = "response-p95";
    private static final String P99 = "response-p99";
    private static final String SELF = "self-p99";
    private static final String LATE = "late";
    private static final String CLOCK_ERROR = "clock-error";

    /** @param series everything that it recorded in the phase */
    public static AgentShare of(int number, PhaseSpan span, SeriesSet series, long clockError) {
        long slots = series.scheduled();
        boolean due = span.open() && slots > 0;
        LogHistogram answered = series.overall(LatencyKind.RESPONSE);
        LogHistogram responses = new LogHistogram();
        responses.add(answered);
        responses.add(answered.count() == 0 ? answered : series.unanswered(LatencyKind.RESPONSE));
        return new AgentShare(number, span.workers(), series.total().units(), span.nanos() * NANO,
                percentile(responses, 0.5), percentile(responses, 0.95), percentile(responses, 0.99),
                due ? percentile(series.overall(LatencyKind.SELF), 0.99) : OptionalDouble.empty(), due ? OptionalDouble.of((double) span.lateFree() / slots)
                : OptionalDouble.empty(), clockError * NANO);
    }

    private static OptionalDouble percentile(LogHistogram histogram, double share) {
        return histogram.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(histogram.quantile(share) * NANO);
    }

    /** As it is stored. @param name of the generator */
    public MetricSnapshot reading(String name) {
        Map<String, Double> gauges = new LinkedHashMap<>(Map.of(NUMBER, (double) number, WORKERS, (double) workers,
                UNITS, (double) units, SECONDS, seconds, CLOCK_ERROR, clockError));
        p50.ifPresent(seconds -> gauges.put(P50, seconds));
        p95.ifPresent(seconds -> gauges.put(P95, seconds));
        p99.ifPresent(seconds -> gauges.put(P99, seconds));
        self.ifPresent(seconds -> gauges.put(SELF, seconds));
        late.ifPresent(share -> gauges.put(LATE, share));
        return new MetricSnapshot(MetricSnapshot.SHARE + name, Map.of(), gauges);
    }

    /** The one that a reading tells of. */
    public static AgentShare of(MetricSnapshot reading) {
        Map<String, Double> gauges = reading.gauges();
        return new AgentShare((int) number(gauges, NUMBER), (int) number(gauges, WORKERS),
                (long) number(gauges, UNITS), number(gauges, SECONDS), perhaps(gauges, P50),
                perhaps(gauges, P95), perhaps(gauges, P99), perhaps(gauges, SELF), perhaps(gauges, LATE), number(gauges, CLOCK_ERROR));
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
