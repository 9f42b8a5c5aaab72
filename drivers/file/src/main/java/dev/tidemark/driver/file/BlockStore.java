package dev.tidemark.driver.file;

import module java.base;
import dev.tidemark.core.driver.DriverException;

/** Where the blocks lie. Not thread-safe but for {@link #file}. */
sealed interface BlockStore permits KeyspaceFiles, SingleFile {

    /** Makes it empty, after deleting what an earlier run left. */
    void create() throws DriverException;

    /** Takes what is there into use. */
    void use() throws DriverException;

    boolean inUse();

    /**
     * Removes what {@link #create} made, and only that.
     *
     * @return what stays although it lies inside
     */
    List<Path> drop() throws DriverException;

    /** Lets others have it. */
    void close();

    Path dataDirectory();

    /** What holds the data, for the record of the environment. */
    Path place();

    boolean writable();

    /** A keyspace; null when there is none of that number. */
    BlockFile file(int keyspace);

    List<BlockFile> files();

    /** Refuses a keyspace that has no place here, whatever is there already. */
    default void check(int keyspace, long blocks) throws DriverException {}

    /** Gives a keyspace room for so many blocks, if it has not. */
    void make(int keyspace, long blocks, BooleanSupplier cancelled) throws DriverException;

    OptionalLong freeBytes();

    /** To which multiple of bytes direct IO must be aligned; 1 when it is not direct. */
    int sector();
}
