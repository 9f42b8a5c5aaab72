package dev.tidemark.core.load.background;

import dev.tidemark.core.driver.Capability;
import java.util.Set;

/** What can be done in the background, concurrently with the load. */
public enum TaskKind {
    /** Walks over every key and the size of its value, as the rebuild of an index over metadata does. */
    FOLD_HEADS(true, Capability.WALK),
    /** Walks over every key with its value, as a backup or the rebuild of a checksum does. */
    FOLD_OBJECTS(true, Capability.WALK),
    /** Walks over the heads and asks of each key whether its value is really there. */
    FOLD_HEADS_WITH_PRESENCE_CHECK(true, Capability.WALK, Capability.HEAD),
    /** Walks over the keys alone. */
    LIST_KEYS(true, Capability.WALK),
    /** Has the engine rewrite what it stores, or collect the garbage of its value log. */
    COMPACT(false, Capability.COMPACT),
    /** Has the engine copy what it stores at one moment. */
    SNAPSHOT(false, Capability.SNAPSHOT),
    /** Runs a program of the user's. */
    COMMAND(false);

    private final boolean walks;
    private final Set<Capability> needs;

    TaskKind(boolean walks, Capability... needs) {
        this.walks = walks;
        this.needs = Set.of(needs);
    }

    /** Whether it goes over keys one by one, which can be throttled. */
    public boolean walks() {
        return walks;
    }

    /** What the driver must be able to do. */
    public Set<Capability> needs() {
        return needs;
    }
}
