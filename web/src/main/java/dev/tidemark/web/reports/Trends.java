package dev.tidemark.web.reports;

import module java.base;
import dev.tidemark.core.measure.Timeline;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.result.PhaseSpan;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.Report;
import dev.tidemark.store.results.StoredHeadline.Trend;

/**
 * What a line of a list draws of a label: the objective over its iterations or, of a single one, the load over time.
 */
final class Trends {

    /** So many stretches are drawn at most, of each its least and its largest number, so that nothing is hidden. */
    private static final int STRETCHES = 60;

    private Trends() {}

    static Trend of(Report report, LongFunction<IterationDetail> details) {
        Measure objective = report.objective().measure();
        List<Iteration> usable = report.results().usable();
        List<Double> values = usable.stream().flatMap(i -> i.value(objective.name()).stream())
                .map(MeasuredValue::number).filter(Double::isFinite).toList();
        if (values.size() > 1) {
            return new Trend(objective.title() + " over " + Numbers.counted(values.size(), "iteration"),
                    objective.unit(), thinned(values));
        }
        List<Iteration> shown = usable.isEmpty() ? report.results().iterations() : usable;
        return shown.size() != 1 ? Trend.NONE : overTime(report.results().workload(),
                details.apply(shown.getFirst().id()));
    }

    private static Trend overTime(String workload, IterationDetail detail) {
        List<Double> rates = new ArrayList<>();
        detail.headline().ifPresent(phase -> Timeline.of(detail, phase).withoutStubs().windows()
                .forEach(w -> add(rates, w, phase)));
        String unit = Workloads.unit(workload) + "/s";
        return rates.size() < 2 ? Trend.NONE
                : new Trend("Throughput over " + Numbers.counted(rates.size(), "interval"), unit, thinned(rates));
    }

    private static void add(List<Double> rates, Timeline.Window window, PhaseSpan phase) {
        double seconds = (window.end(phase) - window.start()) / 1e9;
        if (seconds > 0) {
            rates.add(window.series().total().units() / seconds);
        }
    }

    static List<Double> thinned(List<Double> numbers) {
        if (numbers.size() <= 2 * STRETCHES) {
            return numbers;
        }
        List<Double> thinned = new ArrayList<>();
        for (int i = 0; i < STRETCHES; i++) {
            List<Double> stretch = numbers.subList(numbers.size() * i / STRETCHES,
                    numbers.size() * (i + 1) / STRETCHES);
            double least = Collections.min(stretch);
            double most = Collections.max(stretch);
            boolean rises = stretch.indexOf(least) < stretch.indexOf(most);
            thinned.add(rises ? least : most);
            thinned.add(rises ? most : least);
        }
        return thinned;
    }
}
