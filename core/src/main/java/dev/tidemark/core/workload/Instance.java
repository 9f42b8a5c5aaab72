package dev.tidemark.core.workload;

import dev.tidemark.core.driver.OpenTarget;
import java.util.List;

/**
 * A part of the system under test that background tasks do one by one.
 *
 * @param name      by which it is told apart; empty where there is only one
 * @param target    where it is open
 * @param keyspaces numbers of those whose keys tasks go over; empty where it holds none
 */
public record Instance(String name, OpenTarget target, List<Integer> keyspaces) {

    public Instance {
        keyspaces = List.copyOf(keyspaces);
    }
}
