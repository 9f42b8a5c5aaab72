package dev.tidemark.report.analysis.rate;

import module java.base;
import dev.tidemark.core.experiment.SearchReader;
import dev.tidemark.core.plan.RateCurve;
import dev.tidemark.core.plan.RateRun;
import dev.tidemark.core.plan.RateSpec;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationDetail;
import dev.tidemark.core.result.LabelResults;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.Threshold;
import dev.tidemark.core.workload.measures.BacklogGrowth;
import dev.tidemark.core.workload.verdict.Bottleneck;
import dev.tidemark.report.Cell;
import dev.tidemark.report.analysis.table.Dimensions;
import dev.tidemark.report.analysis.table.Table;
import dev.tidemark.report.analysis.table.Tables;
import dev.tidemark.report.analysis.table.Tails;
import dev.tidemark.report.analysis.table.Throughput;

/** Finds the searches for the sustainable rate in a label's iterations, as its newest experiment asked for them. */
public final class Rates {

    private static final List<String> USUAL = List.of("response.mean", "response.p50", "response.p99");

    private final RateSpec spec;
    private final List<Measure> measures;
    private final List<String> others;
    private final Optional<LongFunction<IterationDetail>> details;

    private Rates(RateSpec spec, LabelResults results, Table table, Optional<LongFunction<IterationDetail>> details) {
        this.spec = spec;
        this.details = details;
        this.others = Dimensions.besides(spec.param(), table.dimensions(), results.iterations());
        Set<Measure> measures = new LinkedHashSet<>(Throughput.of(results).stream().toList());
        Stream.of(USUAL.stream(), spec.limits().stream().map(l -> l.measure().name()),
                BacklogGrowth.ALL.all().stream().limit(2).map(Measure::name)).flatMap(names -> names)
                .forEach(name -> results.measures().find(name).ifPresent(measures::add));
        this.measures = List.copyOf(measures);
    }

    /**
     * One for each point that a search was made at, in the order in which they were begun.
     *
     * @param details the raw data of an iteration by its id; empty where there is none, and nothing to quote
     */
    public static List<RateFinding> of(LabelResults results, Table table,
            Optional<LongFunction<IterationDetail>> details) {
        return SearchReader.recorded(results.yaml(), results.measures()).filter(RateSpec.class::isInstance)
                .map(spec -> new Rates((RateSpec) spec, results, table, details).all(results)).orElse(List.of());
    }

    private List<RateFinding> all(LabelResults results) {
        Map<Map<String, String>, List<Iteration>> points = new LinkedHashMap<>();
        for (Iteration i : results.iterations()) {
            if (rate(i).isPresent()) {
                points.computeIfAbsent(point(i), p -> new ArrayList<>()).add(i);
            }
        }
        return points.entrySet().stream().map(e -> finding(e.getKey(), e.getValue()))
                .filter(f -> !f.steps().isEmpty() || results.isOfNewest(points.get(f.point()))).toList();
    }

    private Map<String, String> point(Iteration iteration) {
        Map<String, String> point = new LinkedHashMap<>();
        others.forEach(name -> point.put(name, Tables.level(iteration, name).text()));
        return point;
    }

    private Optional<Double> rate(Iteration iteration) {
        return Optional.ofNullable(Tables.level(iteration, spec.param()).number());
    }

    private Optional<RateRun> run(Iteration i) {
        return RateRun.of(spec, i.state(), i.verdict(), i.values());
    }

    private RateFinding finding(Map<String, String> point, List<Iteration> iterations) {
        Map<Double, List<Iteration>> byRate = new TreeMap<>();
        iterations.stream().filter(i -> run(i).isPresent())
                .forEach(i -> byRate.computeIfAbsent(rate(i).orElseThrow(), r -> new ArrayList<>()).add(i));
        List<RateCurve.Level> levels = new ArrayList<>();
        List<RateFinding.Step> steps = new ArrayList<>();
        byRate.forEach((rate, runs) -> {
            RateCurve.Level level = new RateCurve.Level(rate, runs.stream().map(i -> run(i).orElseThrow()).toList());
            levels.add(level);
            steps.add(new RateFinding.Step(cells(runs), reason(level)));
        });
        RateCurve curve = new RateCurve(levels, spec);
        List<List<Iteration>> runs = List.copyOf(byRate.values());
        List<Iteration> unusable = iterations.stream().filter(i -> run(i).isEmpty()).toList();
        return new RateFinding(point, curve, measures, steps, new RateWords(curve, steps,
                step -> bottleneck(runs.get(step)), step -> requests(runs.get(step))).sentences(unusable));
    }

    /** Of the run that says the same as all together; the first of several. */
    private static String reason(RateCurve.Level level) {
        return level.runs().stream().filter(r -> r.result() == level.result()).findFirst()
                .map(RateRun::reason).orElseGet(() -> level.runs().getFirst().reason());
    }

    private Map<String, Cell> cells(List<Iteration> runs) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (Measure measure : measures) {
            Tails.cell(measure, runs).ifPresent(cell -> cells.put(measure.name(), cell));
        }
        return cells;
    }

    /** What held the first of a rate's runs, as it was found then. */
    private Optional<String> bottleneck(List<Iteration> runs) {
        return details.flatMap(d -> Bottleneck.recorded(d.apply(runs.getFirst().id()).events()));
    }

    /** Whether a limited percentile of a rate's runs is no more than their largest value. */
    private boolean requests(List<Iteration> runs) {
        return spec.limits().stream().map(Threshold::measure).anyMatch(m -> runs.stream()
                .anyMatch(i -> i.value(m.name()).filter(v -> Tails.isMaximum(i, v)).isPresent()));
    }
}
