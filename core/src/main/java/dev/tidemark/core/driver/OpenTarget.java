package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;

/** A live connection to a target. Thread-safe. */
public interface OpenTarget extends AutoCloseable {

    /** Name of the fact that says what {@link #version} tells. */
    String ENGINE = "engine";

    /** Makes the target's empty database, dropping what an earlier run left under the same name. */
    void create() throws DriverException;

    /** Removes what {@link #create} made, and only that. */
    void drop() throws DriverException;

    /**
     * In the place of {@link #create}, for work on what others have made: from then on sessions need no content of this
     * target's own, counters and gauges are those of the place that the connection is in, and {@link #drop} is not
     * called.
     *
     * @return whether it is so, without anything made; false where only {@link #create} makes a place to work in
     */
    default boolean visit() {
        return false;
    }

    /** One side of a worker or lane; not thread-safe; of the kinds that the driver's capabilities name. */
    Session session(int worker) throws DriverException;

    /**
     * The same, of a kind that the driver's capabilities name.
     *
     * @throws DriverException when it is of another
     */
    default <S extends Session> S session(int worker, Class<S> kind) throws DriverException {
        Session session = session(worker);
        if (!kind.isInstance(session)) {
            session.close();
            throw new DriverException(session.getClass().getSimpleName() + " is no " + kind.getSimpleName()
                    + ", which the driver's capabilities promise");
        }
        return kind.cast(session);
    }

    /** Settings read back from the engine, where it can be asked; the others as they were given. */
    Values effective();

    /** Name and version of the engine, as it says itself: {@code RocksDB 11.8.1}; empty where there is none to ask. */
    default String version() throws DriverException {
        return "";
    }

    /**
     * What the server has set beside what this driver can set, as facts of the environment; nothing where it does not
     * tell. Names are unique among all facts.
     */
    default List<Setting> facts() throws DriverException {
        return List.of();
    }

    /** Counters and gauges now; one per node. Cheap enough to be called every second. */
    List<MetricSnapshot> read();

    /**
     * Whether one of the figures of {@link #read} is of this target alone; others a server counts for everything that is
     * on it, so that of several targets on one server they are told once.
     */
    default boolean isOwn(String figure) {
        return true;
    }

    /** Waits until deferred background work (flushes, compactions) is done. */
    void settle(Progress progress) throws DriverException;

    /**
     * Gives back what dead data take, by writing anew what is stored, beside whatever else is going on; returns when it is
     * done or the target is aborted. Of {@link Capability#COMPACT}.
     */
    default void compact(Progress progress) throws DriverException {
        throw Capability.COMPACT.missing();
    }

    /**
     * Copies what is stored at one moment, of several shards each at its own, while it is in use, as a backup does,
     * beside the data and in place of the copy before. It is dropped with the data. Of {@link Capability#SNAPSHOT}.
     *
     * @return the copy's size in bytes, whether or not files are shared with the data
     */
    default long snapshot() throws DriverException {
        throw Capability.SNAPSHOT.missing();
    }

    /**
     * Does one of {@link Driver#maintenance()}, beside whatever else is going on, and returns when it is done or the
     * target is aborted. Of {@link Capability#MAINTENANCE}.
     */
    default void maintain(Maintenance what, Progress progress) throws DriverException {
        throw Capability.MAINTENANCE.missing();
    }

    /**
     * What has stopped the target's work in the background, such as a disk that is full, if anything has: nothing that
     * is done with it from then on means anything. Cheap enough to be asked every second.
     */
    default Optional<DriverException> backgroundFailure() {
        return Optional.empty();
    }

    /** Makes blocked operations return soon; called from another thread when the iteration is cancelled. */
    void abort();

    /** What it is answerable for where its data lies on this machine; empty where it lies elsewhere. */
    default Optional<LocalStorage> localStorage() {
        return Optional.empty();
    }

    @Override
    void close() throws DriverException;
}
