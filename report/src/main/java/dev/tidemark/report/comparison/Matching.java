package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.Iteration;
import dev.tidemark.core.result.LabelResults.Pass;

/**
 * Which runs of both sides stand beside each other at a point.
 *
 * @param basis     what an error can be based on
 * @param base      the first side's runs that are compared
 * @param other     the second side's
 * @param alone     usable runs that are left out, because the other side has none in their pass
 * @param confirmed whether it is rounds that confirm alone, of sides that have those in common
 */
public record Matching(Basis basis, List<Iteration> base, List<Iteration> other, List<Iteration> alone,
        boolean confirmed) {

    public Matching {
        base = List.copyOf(base);
        other = List.copyOf(other);
        alone = List.copyOf(alone);
    }

    /** What the error of a ratio can be based on. */
    public enum Basis {
        /** Both sides ran in two rounds or more: what differs between rounds and sessions is taken out. */
        ROUNDS,
        /** Both ran several times, but not side by side. */
        SESSIONS,
        /** A side ran once. */
        ONE_RUN
    }

    /** @param pass of a run; empty where it is not known what was run beside it */
    static Matching of(List<Iteration> base, List<Iteration> other, Function<Iteration, Optional<Pass>> pass) {
        Matching confirming = matched(confirming(base), confirming(other), pass, true);
        return confirming.basis == Basis.ROUNDS ? confirming : matched(base, other, pass, false);
    }

    private static List<Iteration> confirming(List<Iteration> iterations) {
        return iterations.stream().filter(Iteration::confirms).toList();
    }

    private static Matching matched(List<Iteration> base, List<Iteration> other,
            Function<Iteration, Optional<Pass>> pass, boolean confirmed) {
        Set<Pass> shared = passes(base, pass);
        shared.retainAll(passes(other, pass));
        if (shared.size() > 1) {
            Predicate<Iteration> matched = i -> pass.apply(i).filter(shared::contains).isPresent();
            return new Matching(Basis.ROUNDS, base.stream().filter(matched).toList(), other.stream().filter(matched)
                    .toList(), Stream.concat(base.stream(), other.stream()).filter(matched.negate()).toList(), confirmed);
        }
        boolean several = base.size() > 1 && other.size() > 1;
        return new Matching(several ? Basis.SESSIONS : Basis.ONE_RUN, base, other, List.of(), confirmed);
    }

    private static Set<Pass> passes(List<Iteration> iterations, Function<Iteration, Optional<Pass>> pass) {
        return iterations.stream().flatMap(i -> pass.apply(i).stream()).collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * After how many executions there were rounds enough to be tested, and so to be looked at: with more than one,
     * rounds were added to what was there. 0 where nothing is tested.
     */
    int looks() {
        int rounds = 0;
        int looks = 0;
        for (long batch : base.stream().mapToLong(Iteration::batch).distinct().sorted().toArray()) {
            rounds += (int) base.stream().filter(i -> i.batch() == batch).map(Iteration::round).distinct().count();
            looks += basis == Basis.ROUNDS && rounds > 1 ? 1 : 0;
        }
        return looks;
    }
}
