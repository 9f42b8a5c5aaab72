package dev.tidemark.core.workload;

import module java.base;
import dev.tidemark.core.driver.OpenTarget;

/**
 * A part of the system under test that background tasks do one by one.
 *
 * @param name      by which it is distinguished; empty where there is only one
 * @param target    where it is open
 * @param keyspaces numbers of those whose keys tasks go over; empty where it holds none
 * @param units     asked at any time, by any thread, how many units the load has done on it; empty where nobody counts
 */
public record BackgroundTarget(String name, OpenTarget target, List<Integer> keyspaces, Optional<LongSupplier> units) {

    public BackgroundTarget {
        keyspaces = List.copyOf(keyspaces);
    }

    /** One on which nobody counts. */
    public BackgroundTarget(String name, OpenTarget target, List<Integer> keyspaces) {
        this(name, target, keyspaces, Optional.empty());
    }
}
