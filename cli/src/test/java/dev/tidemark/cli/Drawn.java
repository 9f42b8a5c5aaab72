package dev.tidemark.cli;

import module java.base;
import dev.tidemark.testing.Effort;

/** Variants of one behaviour of which a few are tried each day, and all at full size. */
final class Drawn {

    private Drawn() {}

    /** So many of them, or all, in their order. @param test that asks */
    static <T> List<T> some(int count, List<T> all, Class<?> test) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            places.add(i);
        }
        Collections.shuffle(places, Effort.random(test));
        return places.subList(0, Effort.of(count, all.size())).stream().sorted().map(all::get).toList();
    }
}
