package dev.tidemark.core.workload.script;

import static dev.tidemark.core.result.Direction.HIGHER;

import module java.base;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;

/** The measures that operations have each for itself, by their names: {@code pay.p99}, {@code pay-per-second}. */
final class OperationMeasures {

    private static final String RATE = "-per-second";

    private OperationMeasures() {}

    /** @param others of the workload; an operation that is called as one of them is told of in tables alone */
    static MeasureSet declared(Collection<String> operations, MeasureSet others) {
        return MeasureSet.of(operations.stream().distinct().filter(OperationMeasures::canBeNamed).flatMap(name -> Stream.of(
                Stream.of(rate(name)), responses(name).stream(), services(name).stream()).flatMap(s -> s))
                .filter(m -> others.find(m.name()).isEmpty()).toArray(Measure[]::new));
    }

    /** The measure of this name, whichever operation's it is. @param others as of {@link #declared} */
    static Optional<Measure> named(String measure, MeasureSet others) {
        String operation = measure.replaceFirst("(" + RATE + "|\\..*)$", "");
        return declared(List.of(operation), others).find(measure);
    }

    /** An operation has the name of its file, which may have blanks in it. */
    private static boolean canBeNamed(String operation) {
        return operation.matches("[\\p{L}\\p{N}_-]{1,100}");
    }

    private static Measure rate(String name) {
        return new Measure(name + RATE, name, "/s", HIGHER, 0, "Operations " + name
                + " carried out per second of the duration.");
    }

    private static List<Measure> responses(String name) {
        return CommonMeasures.latency(name, name, "Response time of one " + name + ", from when it was due to its answer");
    }

    private static List<Measure> services(String name) {
        return CommonMeasures.latency(name + ".service", "Service of one " + name, "Service time of one " + name
                + ", from when it was started to its answer (open loop)");
    }

    static List<MeasuredValue> values(PhaseSpan phase, SeriesSet series, MeasureSet others) {
        List<MeasuredValue> values = new ArrayList<>();
        series.totals().forEach((name, totals) -> {
            if (phase.nanos() > 0) {
                CommonMeasures.put(values, rate(name), totals.units() / (phase.nanos() / 1e9));
            }
            Latencies.responses(series, name, phase.censored()).addTo(values, responses(name));
            if (phase.open()) {
                Latencies.services(series, name, phase.censored()).addTo(values, services(name));
            }
        });
        MeasureSet declared = declared(series.totals().keySet(), others);
        return values.stream().filter(v -> declared.find(v.measure()).isPresent()).toList();
    }
}
