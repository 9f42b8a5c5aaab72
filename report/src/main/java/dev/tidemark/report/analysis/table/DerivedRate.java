package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.api.ApiWorkload;

/**
 * Results measured elsewhere know a duration and a number of documents, but no rate. Where that number varies, their
 * rate is worked out, since durations of different amounts of work cannot be compared.
 */
public final class DerivedRate {

    private static final Measure RATE = new Measure("documents-per-second", "Documents per second", "documents/s",
            Direction.HIGHER, 1, "Documents at the end, divided by the duration.");

    private static final String ELAPSED = "elapsed";

    private DerivedRate() {}

    public static LabelResults addedTo(LabelResults results) {
        boolean seconds = results.measures().find(results.objective()).filter(m -> m.unit().equals("s")).isPresent();
        boolean rateKnown = results.measures().all().stream().anyMatch(m -> m.unit().endsWith("/s")
                && results.usable().stream().anyMatch(i -> i.value(m.name()).isPresent()));
        long amounts = results.usable().stream().flatMap(i -> i.value(EngineMeasures.DOCUMENTS.name()).stream())
                .mapToDouble(MeasuredValue::number).distinct().count();
        if (!seconds || rateKnown || amounts < 2) {
            return results;
        }
        List<Iteration> iterations = results.iterations().stream().map(i -> withRate(i, results.objective(), RATE))
                .toList();
        return results.with(results.measures().plus(MeasureSet.of(RATE)), iterations);
    }

    /** The same iteration with a rate of documents, worked out where it was not measured; a no-op stored none. */
    public static Iteration addedTo(Iteration i, Measure rate) {
        boolean wanting = i.value(rate.name()).isEmpty() && i.value(ApiWorkload.ROUND_TRIPS_PER_SECOND).isEmpty();
        return rate.unit().equals(RATE.unit()) && wanting ? withRate(i, ELAPSED, rate) : i;
    }

    /** Of the documents that were there at the end, or that were asked for. */
    private static Iteration withRate(Iteration i, String time, Measure measure) {
        Optional<Double> documents = i.value(EngineMeasures.DOCUMENTS.name()).map(MeasuredValue::number)
                .or(() -> i.setting(EngineMeasures.DOCUMENTS.name()).map(Setting::number));
        Optional<Double> rate = i.value(time).filter(t -> t.number() > 0).flatMap(t ->
                documents.map(d -> d / t.number()));
        if (rate.isEmpty()) {
            return i;
        }
        List<MeasuredValue> values = new ArrayList<>(i.values());
        values.add(MeasuredValue.of(measure.name(), rate.get()));
        return new Iteration(i.id(), i.batch(), i.workload(), i.position(), i.round(), i.attempt(), i.state(),
                i.verdict(), i.started(), i.settings(), values);
    }
}
