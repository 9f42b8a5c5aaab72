package dev.tidemark.driver.nulldriver;

import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.data.DatasetValues;
import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;

/**
 * The keys that a dataset's manifest says are filled, each with the value it was filled with, made anew at each read.
 * For one session: not thread-safe.
 */
final class NullKeyspaces {

    private final DatasetManifest manifest;
    private final DatasetValues values;

    NullKeyspaces(DatasetManifest manifest) {
        this.manifest = manifest;
        values = new DatasetValues(manifest.seed(), manifest.valueSize());
    }

    /** As {@link KeyValueSession#get}, of a numbered key. */
    int get(int keyspace, long key, ByteBuffer into) {
        if (key < 0 || keyspace >= manifest.keyspaces().size() || key >= count(keyspace)) {
            return KeyValueSession.ABSENT;
        }
        if (into.remaining() >= manifest.valueSize()) {
            int position = into.position();
            values.first(keyspace, key, into);
            into.position(position);
        }
        return manifest.valueSize();
    }

    long count(int keyspace) {
        return manifest.keyspaces().get(keyspace).filled();
    }
}
