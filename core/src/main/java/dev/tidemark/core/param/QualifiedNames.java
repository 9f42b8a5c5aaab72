package dev.tidemark.core.param;

import java.util.Optional;

/**
 * How the settings, kinds of operations and measures of one of several worker groups are named: the group's name, a
 * dot, and the name that it has without groups, as in {@code readers.workers}.
 */
public final class QualifiedNames {

    private static final String DOT = ".";

    private QualifiedNames() {}

    /** @param group name of the group; empty for none */
    public static String name(String group, String own) {
        return group.isEmpty() ? own : group + DOT + own;
    }

    /** What a name is within a group; empty when it is not one of that group's. Without a group, it is itself. */
    public static Optional<String> own(String group, String name) {
        if (group.isEmpty()) {
            return Optional.of(name);
        }
        return name.startsWith(group + DOT) ? Optional.of(name.substring(group.length() + 1)) : Optional.empty();
    }

    /** Whether a kind of operations is one group's; kinds have no dots of their own. */
    public static boolean isOfGroup(String kind) {
        return kind.contains(DOT);
    }

    /** The group whose a kind of operations is; empty where there are no groups. */
    public static Optional<String> group(String kind) {
        return isOfGroup(kind) ? Optional.of(kind.substring(0, kind.indexOf(DOT))) : Optional.empty();
    }
}
