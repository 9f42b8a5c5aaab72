package dev.tidemark.core.driver;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A target that holds keyspaces. {@link #create} makes it empty; a target that exists is opened by its first use.
 * Its sessions are {@link NumericKeySession}s or {@link KeyValueSession}s, as its driver's capabilities say.
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
     * Makes everything committed so far outlast the process, even one that is killed. Nothing needs to be done where a
     * commit does that, as it does wherever the operating system has the data by then.
     */
    default void makeDurable() throws DriverException {}

    /** How the names of files begin that whoever keeps a dataset puts into {@link #dataDirectory}. */
    String DATASET_FILES = "dataset.";

    /**
     * The folder in which the data lies, where a dataset's manifest is kept with it. It exists after create. Files in
     * it whose names begin with {@link #DATASET_FILES} go with the data when it is made anew or dropped.
     */
    Path dataDirectory();

    /** To which multiple of bytes buffers must be aligned, and values sized, for direct IO; 1 where it is no matter. */
    int alignment();

    /**
     * Makes a keyspace, if it is not there, with room for so many keys, for a {@link NumericKeySession} those from 0 to
     * {@code keys - 1}; grows one that is smaller. Its values are written afterwards by sessions.
     *
     * @param valueSize size of every value in bytes; for a {@link KeyValueSession} their mean
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

    /** Operations that a session can have in progress; above 1 sessions are {@link AsyncNumericKeySession}s, too. */
    default int queueDepth() {
        return 1;
    }

    /** Whether it keeps what it is given; one that does not answers every lookup with an empty value. */
    default boolean retainsData() {
        return true;
    }

    /** Walks a keyspace and counts the keys that are really there. */
    long count(int keyspace, Progress progress) throws DriverException;

    /** Bytes that can still be written where the data lies; empty when that can't be told. */
    OptionalLong freeBytes();

    /**
     * Closes the data, drops it from the operating system's page cache and opens it again.
     *
     * @return whether the caches are cold now; false where that could not be done
     */
    boolean dropCaches() throws DriverException;
}
