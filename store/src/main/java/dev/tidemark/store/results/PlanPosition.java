package dev.tidemark.store.results;

import module java.base;

/**
 * One place in a plan.
 *
 * @param position position in the plan, from 0; below 0 in a round that confirms
 * @param round    pass over all points, from 0
 */
public record PlanPosition(int position, int round) {

    /** Of each place what was run last, in the order in which places were begun first. @param all oldest first */
    public static <T> SequencedMap<PlanPosition, T> newest(Collection<T> all, Function<T, PlanPosition> place) {
        SequencedMap<PlanPosition, T> newest = new LinkedHashMap<>();
        all.forEach(one -> newest.put(place.apply(one), one));
        return newest;
    }
}
