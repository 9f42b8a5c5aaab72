package dev.tidemark.core.workload;

import dev.tidemark.core.param.Values;

/**
 * Workers that do the same.
 *
 * @param name   lower case; empty when all workers of the point are one group
 * @param values what they work with: the point's settings, with the group's own in their place
 */
public record GroupSettings(String name, Values values) {

    /** Put in front of what is said about this group: {@code "group readers: "}, or nothing. */
    public String lead() {
        return name.isEmpty() ? "" : "group " + name + ": ";
    }
}
