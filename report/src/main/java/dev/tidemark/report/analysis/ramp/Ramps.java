package dev.tidemark.report.analysis.ramp;

import module java.base;
import dev.tidemark.core.experiment.SearchReader;
import dev.tidemark.core.plan.RampCurve;
import dev.tidemark.core.plan.RampSpec;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.stat.Estimate;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Throughput;

/** Finds the ramps in a label's iterations, as its newest experiment asked for them. */
public final class Ramps {

    private final RampSpec spec;
    private final Measure rate;
    private final List<String> others;
    private final LabelResults results;
    private final Optional<LongFunction<IterationDetail>> details;

    private Ramps(RampSpec spec, Measure rate, Table table, LabelResults results,
            Optional<LongFunction<IterationDetail>> details) {
        this.details = details;
        this.spec = spec;
        this.rate = rate;
        this.others = Dimensions.besides(spec.param(), table.dimensions(), results.iterations());
        this.results = results;
    }

    /**
     * One for each point that a ramp was made at, in the order in which they were begun.
     *
     * @param details the raw data of an iteration by its id; empty where there is none, and nothing to quote
     */
    public static List<RampFinding> of(LabelResults results, Table table,
            Optional<LongFunction<IterationDetail>> details) {
        Optional<RampSpec> spec = SearchReader.recorded(results.yaml(), results.measures())
                .filter(RampSpec.class::isInstance).map(RampSpec.class::cast);
        Optional<Measure> rate = Throughput.of(results);
        return spec.isEmpty() || rate.isEmpty() ? List.of() : new Ramps(spec.get(), rate.get(), table,
                results, details).all();
    }

    private List<RampFinding> all() {
        Map<Map<String, String>, List<Iteration>> points = new LinkedHashMap<>();
        for (Iteration i : results.iterations()) {
            if (load(i).isPresent()) {
                points.computeIfAbsent(point(i), p -> new ArrayList<>()).add(i);
            }
        }
        return points.entrySet().stream().flatMap(e -> finding(e.getKey(), e.getValue()).stream())
                .filter(f -> !f.steps().isEmpty() || results.isOfNewest(points.get(f.point()))).toList();
    }

    private Map<String, String> point(Iteration iteration) {
        Map<String, String> point = new LinkedHashMap<>();
        others.forEach(name -> point.put(name, Tables.level(iteration, name).text()));
        return point;
    }

    private Optional<Double> load(Iteration iteration) {
        return Optional.ofNullable(Tables.level(iteration, spec.param()).number());
    }

    private Optional<RampFinding> finding(Map<String, String> point, List<Iteration> iterations) {
        Map<Double, List<Iteration>> byLoad = new TreeMap<>();
        iterations.stream().filter(i -> i.state() == IterationState.DONE && i.value(rate.name()).isPresent())
                .forEach(i -> byLoad.computeIfAbsent(load(i).orElseThrow(), l -> new ArrayList<>()).add(i));
        Map<Object, Integer> rounds = new HashMap<>();
        List<RampFinding.Step> steps = new ArrayList<>();
        List<RampCurve.Step> measured = new ArrayList<>();
        byLoad.forEach((load, runs) -> {
            RampFinding.Step step = new RampFinding.Step(estimate(runs, rate).orElseThrow(), spec.limit().flatMap(l ->
                    Tails.cell(l.measure(), runs)));
            steps.add(step);
            measured.add(step(load, runs, step, rounds));
        });
        RampCurve curve = new RampCurve(measured, spec);
        List<Iteration> broken = iterations.stream().filter(i -> i.state() != IterationState.DONE
                && !byLoad.containsKey(load(i).orElseThrow())).toList();
        if (measured.isEmpty() && broken.isEmpty()) {
            return Optional.empty();
        }
        List<List<Iteration>> runs = List.copyOf(byLoad.values());
        return Optional.of(new RampWords(curve, steps, rate, step -> bottleneck(runs.get(step)))
                .finding(point, broken));
    }

    private Object round(Iteration i) {
        Optional<LabelResults.Pass> pass = results.pass(i);
        return pass.isPresent() ? pass.get() : List.of(i.batch(), i.round());
    }

    /** @param rounds numbers those of all batches, as a batch's begin at 0 again; what was tried again counts last */
    private RampCurve.Step step(double load, List<Iteration> runs, RampFinding.Step step,
            Map<Object, Integer> rounds) {
        Map<Integer, Double> throughputs = new TreeMap<>();
        runs.forEach(i -> throughputs.put(rounds.computeIfAbsent(round(i), _ -> rounds.size()),
                i.value(rate.name()).orElseThrow().number()));
        return new RampCurve.Step(Tables.level(runs.getFirst(), spec.param()).text(), load, throughputs,
                step.response().map(r -> OptionalDouble.of(r.mean())).orElse(OptionalDouble.empty()), isOpen(runs),
                runs.stream().anyMatch(i -> Bottleneck.generatorHeld(i.values())));
    }

    /** Whether of a response no more than the least is known. */
    private boolean isOpen(List<Iteration> runs) {
        return spec.limit().isPresent() && runs.stream().anyMatch(i ->
                i.value(spec.limit().get().measure().name()).filter(MeasuredValue::atLeast).isPresent());
    }

    /** What held the first of a step's runs, as it was found then. */
    private Optional<String> bottleneck(List<Iteration> runs) {
        return details.flatMap(d -> Bottleneck.recorded(d.apply(runs.getFirst().id()).events()));
    }

    private static Optional<Estimate> estimate(List<Iteration> runs, Measure measure) {
        double[] values = runs.stream().flatMap(i -> i.value(measure.name()).stream())
                .mapToDouble(MeasuredValue::number)
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(Estimate.of(values));
    }
}
