package dev.tidemark.core.plan;

import module java.base;
import dev.tidemark.core.driver.Drivers;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.result.Direction;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.IterationState;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MeasuredValue;
import dev.tidemark.core.workload.Workload;

/**
 * Which point the rounds over all of them put first. Pure: the same results put the same point first, so that a run
 * which is resumed goes on with the same one. Being the first of many is in part luck, so that nothing of these rounds
 * may be in what is said of it afterwards.
 */
public final class Screening {

    private Screening() {}

    /**
     * @param iterations of the rounds over all points
     * @param by         what ranks them
     * @return the best of the points that are not the default one, by its mean; empty where none has a value
     */
    public static Optional<Point> first(Plan plan, Workload workload, List<Iteration> iterations, Measure by) {
        Map<Integer, List<Iteration>> runs = new HashMap<>();
        iterations.forEach(i -> runs.computeIfAbsent(i.position(), _ -> new ArrayList<>()).add(i));
        Comparator<Map.Entry<Point, Double>> order = Map.Entry.comparingByValue();
        return IntStream.range(0, plan.points().size()).boxed()
                .filter(p -> isRival(plan.points().get(p), plan.defaultPoint(), workload))
                .flatMap(p -> mean(runs.getOrDefault(p, List.of()), workload, by).stream()
                        .mapToObj(mean -> Map.entry(plan.points().get(p), mean)))
                .min(by.better() == Direction.HIGHER ? order.reversed() : order).map(Map.Entry::getKey);
    }

    /**
     * Another point that promises no less and no more at a crash, of the same task, which is given, and not chosen.
     */
    static boolean isRival(Point point, Point standard, Workload workload) {
        return !point.hash().equals(standard.hash()) && task(point).equals(task(standard))
                && durability(point, workload).equals(durability(standard, workload));
    }

    /** As it is stated before anything runs, without the facts of a server. */
    private static Optional<Durability> durability(Point point, Workload workload) {
        return workload.durability(point.values(), Drivers.named(point.driver()).durability(point.values())
                .of(List.of()),
                point.values());
    }

    /** What is to be done, and borne meanwhile. */
    private static Map<String, String> task(Point point) {
        return point.values().params().all().stream().filter(Param::task)
                .collect(Collectors.toMap(Param::name, p -> point.values().text(p)));
    }

    /**
     * Of the last attempt of each round; empty where one was not done, or says only the least of a number that should
     * be small, and where they found too little to be ranked.
     */
    private static OptionalDouble mean(List<Iteration> runs, Workload workload, Measure by) {
        List<Iteration> last = List.copyOf(runs.stream().collect(Collectors.toMap(Iteration::round, i -> i,
                (one, other) -> one.attempt() > other.attempt() ? one : other)).values());
        List<MeasuredValue> values = last.stream().flatMap(i -> i.value(by.name()).stream()).toList();
        boolean open = by.better() == Direction.LOWER && values.stream().anyMatch(MeasuredValue::atLeast);
        return open || last.stream().anyMatch(i -> i.state() != IterationState.DONE)
                || workload.foundTooLittle(last) ? OptionalDouble.empty()
                : values.stream().mapToDouble(MeasuredValue::number).average();
    }
}
