package dev.tidemark.core.workload.measures;

import module java.base;
import dev.tidemark.core.measure.LatencyKind;
import dev.tidemark.core.measure.LogHistogram;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.result.PhaseSpan;

/**
 * What one of several generators did of the headline phase; times in seconds, but for responses, which are measured values
 * in milliseconds.
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
public record AgentShare(int number, int workers, long units, double seconds, Optional<MeasuredValue> p50,
        Optional<MeasuredValue> p95, Optional<MeasuredValue> p99, OptionalDouble self, OptionalDouble late,
        double clockError) {

    private static final double NANO = 1e-9;
    private static final double MILLI = 1e-3;

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
    /** Behind the name of a percentile of which only the least is known. */
    private static final String AT_LEAST = "-at-least";

    /** @param series everything that it recorded in the phase */
    public static AgentShare of(int number, PhaseSpan span, SeriesSet series, long clockError) {
        long slots = series.scheduled().operations();
        boolean due = span.open() && slots > 0;
        Latencies responses = Latencies.of(series, LatencyKind.RESPONSE, span.censored());
        LogHistogram self = series.overall(LatencyKind.SELF);
        return new AgentShare(number, span.workers(), series.total().units(), span.nanos() * NANO,
                responses.value("p50"), responses.value("p95"), responses.value("p99"),
                due && self.count() > 0 ? OptionalDouble.of(self.quantile(0.99) * NANO) : OptionalDouble.empty(),
                due ? OptionalDouble.of((double) span.lateFree() / slots) : OptionalDouble.empty(), clockError * NANO);
    }

    /** As it is stored. @param name of the generator */
    public MetricSnapshot reading(String name) {
        Map<String, Double> gauges = new LinkedHashMap<>(Map.of(NUMBER, (double) number, WORKERS, (double) workers,
                UNITS, (double) units, SECONDS, seconds, CLOCK_ERROR, clockError));
        p50.ifPresent(time -> put(gauges, P50, time));
        p95.ifPresent(time -> put(gauges, P95, time));
        p99.ifPresent(time -> put(gauges, P99, time));
        self.ifPresent(seconds -> gauges.put(SELF, seconds));
        late.ifPresent(share -> gauges.put(LATE, share));
        return new MetricSnapshot(MetricSnapshot.SHARE + name, Map.of(), gauges);
    }

    /** The one that a reading tells of. */
    public static AgentShare of(MetricSnapshot reading) {
        Map<String, Double> gauges = reading.gauges();
        return new AgentShare((int) number(gauges, NUMBER), (int) number(gauges, WORKERS),
                (long) number(gauges, UNITS), number(gauges, SECONDS), time(gauges, P50), time(gauges, P95),
                time(gauges, P99), perhaps(gauges, SELF), perhaps(gauges, LATE), number(gauges, CLOCK_ERROR));
    }

    private static void put(Map<String, Double> gauges, String name, MeasuredValue time) {
        gauges.put(name, time.number() * MILLI);
        if (time.atLeast()) {
            gauges.put(name + AT_LEAST, 1.0);
        }
    }

    private static Optional<MeasuredValue> time(Map<String, Double> gauges, String name) {
        return Optional.ofNullable(gauges.get(name))
                .map(seconds -> new MeasuredValue(name, seconds / MILLI, gauges.containsKey(name + AT_LEAST)));
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
