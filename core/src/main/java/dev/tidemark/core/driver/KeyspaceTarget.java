package dev.tidemark.core.driver;

import module java.base;
import dev.tidemark.core.data.ManifestStore;
import dev.tidemark.core.data.keys.FoundKeys;

/**
 * A target that holds keyspaces. {@link #create} makes it empty; a target that exists is opened by its first use.
 * Its sessions are {@link KeyValueSession}s, of what keys its driver's capabilities say.
 */
public interface KeyspaceTarget extends OpenTarget {

    /**
     * What others made and a target only reads.
     *
     * @param keys      of each keyspace, from keyspace 0
     * @param valueSize size of every value in bytes
     */
    record Existing(List<Long> keys, int valueSize) {

        public Existing {
            keys = List.copyOf(keys);
        }
    }

    /** What is there and is only read, since others made it; empty where the data is Tidemark's own. */
    default Optional<Existing> existing() {
        return Optional.empty();
    }

    /**
     * Some of the keys that are there, each as likely as another, where the data is the user's own: operations are
     * about these, in keyspace 0, and nothing is stored before. Empty where keyspaces are made.
     *
     * @param keys     how many, where there are so many
     * @param progress is told of the keys that were gone over
     */
    default Optional<FoundKeys> found(long keys, Progress progress) throws DriverException {
        return Optional.empty();
    }

    /**
     * Sees, before anything is made, whether a database of the user's can be opened and has so many keys; nothing is
     * changed by that, and nothing to see where keyspaces are made.
     *
     * @throws dev.tidemark.core.param.InvalidInputException where that is not so
     */
    default void requireFound(long keys) {}

    /**
     * Makes everything committed so far outlast the process, even one that is killed. Nothing needs to be done where a
     * commit does that, as it does wherever the operating system has the data by then.
     */
    default void makeDurable() throws DriverException {}

    /** Where a dataset's manifest is kept with the data. It can be written after create. */
    ManifestStore manifests();

    /**
     * Refuses a keyspace that {@link #makeKeyspace} would refuse whatever is there, and touches nothing: all that are
     * wanted are held against this before the first of them is made.
     */
    default void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {}

    /**
     * Makes a keyspace, if it is not there, with room for so many keys, of {@link NumberedKeys} those from 0 to
     * {@code keys - 1}; grows one that is smaller. Its values are written afterwards by sessions.
     *
     * @param valueSize size of every value in bytes; of other keys their mean
     * @throws DriverException when there is no room for it, or this driver cannot hold values of that size
     */
    void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException;

    /**
     * The same for values that can be compressed: where the engine does that, they need less room.
     *
     * @param compressedShare of their size that is left then, at most 1
     */
    default void makeKeyspace(int keyspace, long keys, int valueSize, double compressedShare) throws DriverException {
        makeKeyspace(keyspace, keys, valueSize);
    }

    /**
     * Gives a keyspace an index of its keys by terms, if it has none. No key of it has entries yet. Of {@link
     * Capability#INDEX}.
     */
    default void makeIndex(int keyspace) throws DriverException {
        throw Capability.INDEX.missing();
    }

    /** Operations that a session can have in progress; above 1 sessions are {@link AsyncKeyValueSession}s, too. */
    default int queueDepth() {
        return 1;
    }

    /** What one commit may hold. */
    default CommitLimit commitLimit() {
        return CommitLimit.NONE;
    }

    /** Whether it keeps what it is given; one that does not answers every lookup with an empty value. */
    default boolean retainsData() {
        return true;
    }

    /** Walks a keyspace and counts the keys that are really there. */
    long count(int keyspace, Progress progress) throws DriverException;
}
