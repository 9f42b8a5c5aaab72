package dev.tidemark.core.load.background;

import module java.base;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.param.Reach;

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
    /** Has the server bring all changes to its data files. */
    CHECKPOINT(Maintenance.CHECKPOINT),
    /** Has the server make its indexes anew. */
    REINDEX(Maintenance.REINDEX),
    /** Has the server write a dump of its own. */
    SAVE(Maintenance.SAVE),
    /** Has the nodes compare their replicas and bring each what it lacks. */
    REPAIR(Maintenance.REPAIR),
    /** Runs a program of the user's. */
    COMMAND(Reach.COMMAND),
    /** Runs a program of the user's that disturbs the system under test. */
    FAULT(Reach.COMMAND),
    /** Kills a server of a rig, with all that it has started, as when its machine loses its power. */
    KILL(Reach.COMMAND),
    /** Has a server of a rig end in good order. */
    STOP(Reach.COMMAND),
    /** Lets a server of a rig have no time for a while: it is there, and does not answer. */
    PAUSE(Reach.COMMAND),
    /** Has a server of a rig end in good order, and starts it again. */
    RESTART(Reach.COMMAND),
    /** Takes all that is free on the disk of a rig's own. */
    FILL(Reach.COMMAND),
    /** Lets that disk take no writing for a while, as a volume that hangs or is copied does. */
    FREEZE(Reach.COMMAND),
    /** Lets it do so again and again, with a moment between, so that each write waits. */
    SLOW(Reach.COMMAND),
    /** Has a replica become the primary. */
    PROMOTE(Maintenance.PROMOTE, Reach.COMMAND),
    /** Closes all connections of the load, and lets none through for a while. */
    CUT(Reach.NOTHING),
    /** Keeps back what goes over them, as a longer way would. */
    DELAY(Reach.NOTHING),
    /** Lets so many bytes a second over them. */
    THROTTLE(Reach.NOTHING);

    private static final Set<TaskKind> ON_NODES = Set.of(KILL, STOP, PAUSE, RESTART);
    private static final Set<TaskKind> ON_DISK = Set.of(FILL, FREEZE, SLOW);

    private final boolean walks;
    private final Set<Capability> needs;
    private final Optional<Maintenance> maintenance;
    private final Reach reach;

    TaskKind(boolean walks, Capability... needs) {
        this(walks, Set.of(needs), Optional.empty(), Reach.NOTHING);
    }

    TaskKind(Maintenance maintenance) {
        this(maintenance, Reach.NOTHING);
    }

    TaskKind(Maintenance maintenance, Reach reach) {
        this(false, Set.of(Capability.MAINTENANCE), Optional.of(maintenance), reach);
    }

    TaskKind(Reach reach) {
        this(false, Set.of(), Optional.empty(), reach);
    }

    TaskKind(boolean walks, Set<Capability> needs, Optional<Maintenance> maintenance, Reach reach) {
        this.walks = walks;
        this.needs = needs;
        this.maintenance = maintenance;
        this.reach = reach;
    }

    /** Whether it goes over keys one by one, which can be throttled. */
    public boolean walks() {
        return walks;
    }

    /** Whether it is done to a server that a rig has started. */
    public boolean onNode() {
        return ON_NODES.contains(this);
    }

    /** Whether it is done to the disk of a rig's own. */
    public boolean onDisk() {
        return ON_DISK.contains(this);
    }

    /** Whether it is done to what a rig has started, or gave it. */
    public boolean onRig() {
        return onNode() || onDisk();
    }

    /** Whether it is done to the connections of the load. */
    public boolean onConnections() {
        return this == CUT || this == DELAY || this == THROTTLE;
    }

    /** Whether all is afterwards as it was, so that nothing has to be started anew. */
    public boolean undoesItself() {
        return onConnections() || this == PAUSE || this == FREEZE || this == SLOW;
    }

    /** Whether it is done once, however many instances the target is. */
    public boolean isFromOutside() {
        return isFault() || runs();
    }

    /** Whether it runs a program of the user's. */
    public boolean runs() {
        return this == COMMAND || this == FAULT;
    }

    /** Whether it disturbs the system under test, so that what the load suffers is looked at. */
    public boolean isFault() {
        return onRig() || onConnections() || this == FAULT || this == PROMOTE;
    }

    /** What it reaches outside of the target that is measured. */
    public Reach reach() {
        return reach;
    }

    /** What the driver must be able to do. */
    public Set<Capability> needs() {
        return needs;
    }

    /** Which part of its upkeep the target does; empty for other work. */
    public Optional<Maintenance> maintenance() {
        return maintenance;
    }
}
