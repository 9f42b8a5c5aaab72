package dev.tidemark.core.driver;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceTarget;

/** A target whose keyspaces can have an index of their keys by terms; see {@link KeyValueSession}. */
public interface IndexTarget extends KeyspaceTarget {

    /** Gives a keyspace an index, if it has none. No key of it has entries yet. */
    void makeIndex(int keyspace) throws DriverException;
}
