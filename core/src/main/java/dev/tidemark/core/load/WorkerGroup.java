package dev.tidemark.core.load;

import dev.tidemark.core.load.schedule.Share;
import dev.tidemark.core.measure.SeriesSet;
import dev.tidemark.core.param.QualifiedNames;
import java.util.List;

/**
 * The workers of a stage that do the same. Its lanes are its own: group {@code t} has the numbers from
 * {@code t ·} {@link #LANES} on, so that no two groups issue the same stream.
 *
 * @param name       under which it is recorded, together with others of that name; perhaps empty, and {@link
 *                   SeriesSet#BACKGROUND} for {@linkplain #isBackground background} workers
 * @param load       how operations are offered; of a part, by its own workers
 * @param operations operations in all, of all parts together, after which it ends; {@link Limit#UNLIMITED} for no such
 *                   limit
 * @param actors     makes each worker's actor; its workers are numbered from 0
 * @param share      which part of the group this is
 * @param all        workers of all parts together; where one has several operations in progress, these
 */
public record WorkerGroup(String name, Load load, long operations, ActorFactory actors, Share share, int all) {

    /** Lanes that a group can have, one per worker. */
    public static final int LANES = 1 << 16;

    /** A whole group. */
    public WorkerGroup(String name, Load load, long operations, ActorFactory actors) {
        this(name, load, operations, actors, Share.WHOLE, load.workers());
    }

    /** What one of several generators does of a whole group; nothing where there are not enough workers for it. */
    public WorkerGroup part(Share share) {
        if (share.whole()) {
            return this;
        }
        Share part = share.among(load.parts());
        return new WorkerGroup(name, load.part(part), operations, actors.numbered(part), part, load.parts());
    }

    /** The number of a worker among those of all parts. @param own its number here, from 0 */
    public int number(int own) {
        return share.worker(own);
    }

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
