package dev.tidemark.report.analysis.table;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasureSet;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.measures.BackgroundMeasures;
import dev.tidemark.core.workload.measures.CommonMeasures;
import dev.tidemark.core.workload.measures.Latencies;
import dev.tidemark.core.workload.measures.SettleMeasures;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Cell;

/**
 * The measure that ranks rows.
 *
 * @param measure the measure
 * @param note    why it is not the declared one; empty when it is
 */
public record Objective(Measure measure, String note) {

    private static final Set<String> TIMES = Set.of("ns", "µs", "ms", "s");
    /** How long a load takes as a whole. */
    private static final MeasureSet DURATIONS = MeasureSet.of(CommonMeasures.ELAPSED, CommonMeasures.SETTLED,
            SettleMeasures.TIME);

    private static final String DIFFERENT = "The iterations did different amounts of work, so rows are ranked by ";

    /** Sizes of generated documents scatter around the mean asked for; less than this is the same amount of work. */
    private static final double SAME_AMOUNT = 1.02;

    /** Workers that think, or make their next operation, when the time is over had their last answer before. */
    private static final double REACHED = 0.95;

    private static final String DURATION = "duration";
    /** A part of what measures are called that are times of single operations, whatever amount there was of these. */
    private static final String RESPONSE = "response.";

    /**
     * The declared objective, or what the workload has in its place for these iterations; where that is the duration of
     * the whole and the iterations did different amounts of work, the rate of work instead, since a smaller job is not
     * a faster system; likewise where only a time limit ended them, since all of them took as long.
     */
    public static Objective of(String workload, String declared, MeasureSet measures, List<Iteration> iterations) {
        Measure measure = measures.find(declared)
                .orElseGet(() -> new Measure(declared, declared, "", Direction.LOWER, 2,
                ""));
        Optional<Measure> other = Workloads.find(workload).filter(w -> w.objective().equals(declared))
                .map(w -> w.objective(iterations)).filter(name -> !name.equals(declared)).flatMap(measures::find);
        if (other.isPresent()) {
            return new Objective(other.get(), DIFFERENT + other.get().title() + ", not by " + measure.title() + ".");
        }
        if (!TIMES.contains(measure.unit()) || measure.name().contains(RESPONSE)) {
            return new Objective(measure, "");
        }
        List<Measure> rates = measures.all().stream()
                .filter(m -> m.unit().endsWith("/s") && m.better() == Direction.HIGHER
                        && BackgroundMeasures.ALL.find(m.name()).isEmpty() // of other time than that of the whole
                        && iterations.stream().anyMatch(i -> i.value(m.name()).isPresent()))
                .sorted(Comparator.comparing(m -> m.unit().equals("MB/s"))).toList();
        boolean timed = !rates.isEmpty() && iterations.stream().anyMatch(Objective::endedByTime);
        if (!timed && rates.stream().noneMatch(rate -> amountVaries(measure, rate, iterations))) {
            return new Objective(measure, "");
        }
        return new Objective(rates.getFirst(), (timed ? "A time limit ended the iterations, so rows are ranked by "
                : DIFFERENT) + rates.getFirst().title() + ", not by " + measure.title() + ".");
    }

    /** The files of a folder, or steps, may have ended it long before the limit. */
    private static boolean endedByTime(Iteration i) {
        return reachedLimit(i) && Workloads.find(i.workload()).stream().flatMap(w -> w.params().all().stream())
                .filter(p -> p.part() == Param.Aspect.AMOUNT || p.type() == Types.RATE).map(Param::name)
                .filter(name -> !name.equals(DURATION)).noneMatch(name -> isNumber(i, name));
    }

    private static boolean reachedLimit(Iteration i) {
        double elapsed = i.value(CommonMeasures.ELAPSED.name()).map(MeasuredValue::number)
                .orElse(Double.POSITIVE_INFINITY);
        return i.setting(DURATION).map(Setting::number).filter(seconds -> elapsed >= REACHED * seconds).isPresent();
    }

    private static boolean isNumber(Iteration i, String setting) {
        return i.setting(setting).filter(s -> s.number() != null).isPresent();
    }

    /** Within rounds: documents of a mean size add up to a little more in one round than in another. */
    private static boolean amountVaries(Measure time, Measure rate, List<Iteration> iterations) {
        Map<Integer, DoubleSummaryStatistics> amounts = new HashMap<>();
        for (Iteration i : iterations) {
            i.value(time.name()).map(MeasuredValue::number).flatMap(t -> i.value(rate.name()).map(r -> t * r.number()))
                    .ifPresent(
                    amount -> amounts.computeIfAbsent(i.round(), r -> new DoubleSummaryStatistics()).accept(amount));
        }
        return amounts.values().stream().anyMatch(a -> a.getMax() > a.getMin() * SAME_AMOUNT);
    }

    /** Whether better numbers are called faster: no pauses, outages and times of a processor. */
    public boolean isSpeed() {
        return measure.unit().endsWith("/s") || DURATIONS.find(measure.name()).isPresent()
                || TIMES.contains(measure.unit()) && Latencies.isPart(measure.name());
    }

    /** What a row is so many times beside another; {@code as fast}. */
    public String likeness() {
        return isSpeed() ? "as fast" : measure.better() == Direction.HIGHER ? "as high" : "as low";
    }

    /** Best values first. */
    Comparator<Double> order() {
        return measure.better() == Direction.HIGHER ? Comparator.<Double>reverseOrder() : Comparator.naturalOrder();
    }

    /**
     * Whether nothing but the least is known of a number that should be small: it may be far worse than it looks, and
     * must win nothing.
     */
    public boolean isOpen(Row row) {
        return measure.better() == Direction.LOWER && row.cell(measure.name()).map(Cell::atLeast).orElse(false);
    }

    /** Whether a row that looks no worse than the best, or a best itself, is {@link #isOpen}. */
    boolean isUndecided(Row best, Row row) {
        double of = row.cell(measure.name()).map(Cell::mean).orElse(Double.POSITIVE_INFINITY);
        return isOpen(best) || isOpen(row) && of <= best.cell(measure.name()).map(Cell::mean).orElse(0.0);
    }
}
