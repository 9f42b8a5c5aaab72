package dev.tidemark.core.stat;

import module java.base;

/** Sums in which what was not told does not count as 0. */
public final class OptionalSums {

    private OptionalSums() {}

    /**
     * Adds up what is there.
     *
     * @param numbers null where there is none
     * @return empty when none is there
     */
    public static OptionalDouble ofPresent(Stream<Double> numbers) {
        double[] present = numbers.filter(Objects::nonNull).mapToDouble(Double::doubleValue).toArray();
        return present.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Arrays.stream(present).sum());
    }
}
