package dev.tidemark.core.driver.index;

import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;

/** A session that stores values together with the terms by which their keys are to be found. */
public interface IndexWriter extends KeyValueSession {

    /**
     * Adds an update to the open transaction that also gives the key these entries in place of all it had. Value, new
     * entries and the removal of old ones become visible together, also when several sessions update one key at once.
     *
     * @param keyspace one that has an index
     * @param entries  copied
     */
    void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception;
}
