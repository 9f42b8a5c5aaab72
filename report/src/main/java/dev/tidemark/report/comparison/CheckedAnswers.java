package dev.tidemark.report.comparison;

import dev.tidemark.core.result.Iteration;
import dev.tidemark.report.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether two sides answered queries alike, where a workload has asked some of them once more and counted all hits: of
 * one round and seed both were asked the same.
 */
final class CheckedAnswers {

    private static final String CHECKSUM = "answers-checksum";
    private static final String HITS = "checked-hits";

    private CheckedAnswers() {}

    /** The first difference in words; empty where there is none, or nothing was checked. */
    static Optional<String> difference(Side base, List<Iteration> bases, Side other, List<Iteration> others) {
        return bases.stream().flatMap(a -> others.stream().filter(b -> b.round() == a.round()
                && base.results().seed(a).equals(other.results().seed(b)) && differ(a, b)).map(b ->
                "the answers differ: to the same queries " + base.name() + " found " + hits(a) + " and " + other.name() + " "
                + hits(b))).findFirst();
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
