package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.workload.RunParams;
import dev.tidemark.core.workload.registry.Workloads;
import dev.tidemark.report.Numbers;
import dev.tidemark.report.analysis.table.SettingValue;

/**
 * Whether two sides were asked the same, and where a workload has asked some queries once more and counted all hits,
 * whether they answered them alike: of one round and seed both were asked the same.
 */
final class CheckedAnswers {

    /** What settings say that decide which operations there are, and what they find. */
    private static final Set<Param.Aspect> QUERY_SETTINGS = Set.of(Param.Aspect.OPERATIONS, Param.Aspect.DATA);

    private static final String CHECKSUM = "answers-checksum";
    private static final String HITS = "checked-hits";

    private CheckedAnswers() {}

    /** Why two sides were not offered the same operations, or nobody knows what they found; empty where they were. */
    static Optional<String> otherWork(Side base, List<Iteration> bases, Side other, List<Iteration> others) {
        if (base.imported() || other.imported()) {
            return Optional.of("imported results do not tell what was found");
        }
        return bases.isEmpty() || others.isEmpty() ? Optional.empty()
                : Workloads.find(base.results().workload()).stream().flatMap(w -> w.params().all().stream())
                        .filter(p -> QUERY_SETTINGS.contains(p.part())).map(Param::name)
                        .filter(name -> !RunParams.ALL.names().contains(name))
                        .filter(name -> !levels(bases, name).equals(levels(others, name))).findFirst()
                        .map(name -> "the sides differ in " + name + ", and so in what they were asked");
    }

    private static Set<SettingValue> levels(List<Iteration> iterations, String name) {
        Set<SettingValue> levels = new HashSet<>();
        iterations.forEach(i -> i.setting(name).map(SettingValue::of).ifPresent(levels::add));
        return levels;
    }

    /** The first difference in words; empty where there is none, or nothing was checked. */
    static Optional<String> difference(Side base, List<Iteration> bases, Side other, List<Iteration> others) {
        return bases.stream().flatMap(a -> others.stream().filter(b -> b.round() == a.round()
                && base.results().seed(a).equals(other.results().seed(b)) && differ(a, b)).map(b ->
                "the answers differ: to the same queries " + base.name() + " found " + hits(a) + " and "
                + other.name() + " " + hits(b))).findFirst();
    }

    private static boolean differ(Iteration a, Iteration b) {
        OptionalDouble x = value(a, CHECKSUM);
        OptionalDouble y = value(b, CHECKSUM);
        return x.isPresent() && y.isPresent() && x.getAsDouble() != y.getAsDouble();
    }

    private static String hits(Iteration iteration) {
        OptionalDouble hits = value(iteration, HITS);
        return hits.isEmpty() ? "others" : Numbers.rounded(hits.getAsDouble()) + " hits";
    }

    private static OptionalDouble value(Iteration iteration, String measure) {
        return iteration.value(measure).map(v -> OptionalDouble.of(v.number())).orElse(OptionalDouble.empty());
    }
}
