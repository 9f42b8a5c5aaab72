package dev.tidemark.core.load;

import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.QualifiedNames;
import java.util.List;

/**
 * The workers of a stage that do the same. Its lanes are its own: group {@code t} has the numbers from
 * {@code t ·} {@link #LANES} on, so that no two groups issue the same stream.
 *
 * @param name       under which it is recorded, together with others of that name; perhaps empty, and {@link
 *                   SeriesSet#BACKGROUND} for {@linkplain #isBackground background} workers
 * @param load       how operations are offered
 * @param operations operations in all, after which it ends; {@link Limit#UNLIMITED} for no such limit
 * @param actors     makes each worker's actor; its workers are numbered from 0
 */
public record WorkerGroup(String name, Load load, long operations, ActorFactory actors) {

    /** Lanes that a group can have, one per worker. */
    public static final int LANES = 1 << 16;

    /**
     * Whether it runs concurrently with the load and is no part of it: it ends when the other groups have nothing left
     * to start, and what it does and leaves undone is not counted as the stage's. Only closed loops, and open ones
     * with a thread for each operation, end so.
     */
    public boolean isBackground() {
        return name.equals(SeriesSet.BACKGROUND);
    }

    /** The kinds of operations as they are recorded: with the group's name in front, where it has one. */
    public List<String> recorded(OperationKinds operationKinds) {
        return operationKinds.operations().stream().map(kind -> QualifiedNames.name(name, kind)).toList();
    }
}
