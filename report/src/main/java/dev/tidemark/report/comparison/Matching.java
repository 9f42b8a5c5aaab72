package dev.tidemark.report.comparison;

import module java.base;
import dev.tidemark.core.result.Iteration;

/**
 * Which runs of both sides stand beside each other at a point.
 *
 * @param basis what an error can be based on
 * @param base  the first side's runs that are compared
 * @param other the second side's
 * @param alone usable runs that are left out, because the other side has none in their round
 */
public record Matching(Basis basis, List<Iteration> base, List<Iteration> other, List<Iteration> alone) {

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

    /** A pass over all points in one execution of an experiment. */
    private record Round(long batch, int number) {
        static Round of(Iteration iteration) {
            return new Round(iteration.batch(), iteration.round());
        }
    }

    /** @param interleaved whether runs of one batch and round are known to have been run side by side */
    static Matching of(List<Iteration> base, List<Iteration> other, boolean interleaved) {
        Set<Round> shared = rounds(base);
        shared.retainAll(rounds(other));
        if (interleaved && shared.size() > 1) {
            Predicate<Iteration> matched = i -> shared.contains(Round.of(i));
            return new Matching(Basis.ROUNDS, base.stream().filter(matched).toList(), other.stream().filter(matched)
                    .toList(), Stream.concat(base.stream(), other.stream()).filter(matched.negate()).toList());
        }
        boolean several = base.size() > 1 && other.size() > 1;
        return new Matching(several ? Basis.SESSIONS : Basis.ONE_RUN, base, other, List.of());
    }

    private static Set<Round> rounds(List<Iteration> iterations) {
        return iterations.stream().map(Round::of).collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * After how many executions there were rounds enough to be tested, and so to be looked at: with more than one,
     * rounds were added to what was there. 0 where nothing is tested.
     */
    int looks() {
        int rounds = 0;
        int looks = 0;
        for (long batch : base.stream().mapToLong(Iteration::batch).distinct().sorted().toArray()) {
            rounds += (int) rounds(base).stream().filter(r -> r.batch() == batch).count();
            looks += basis == Basis.ROUNDS && rounds > 1 ? 1 : 0;
        }
        return looks;
    }
}
