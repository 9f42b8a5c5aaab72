package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.param.Values;
import org.rocksdb.Options;

/**
 * How the garbage of blob files is collected: values that live are moved out of the oldest files by compactions that
 * meet their keys.
 *
 * @param byItself       whether the engine's own compactions do so
 * @param ageCutoff      of which share of the files, oldest first
 * @param forceThreshold share of dead bytes in these from which on the engine compacts for that alone
 * @param onRequest      the age cutoff of a compaction on request
 */
record BlobCollection(boolean byItself, double ageCutoff, double forceThreshold, double onRequest) {

    /** Whether a compaction on request collects otherwise than the engine does by itself. */
    boolean isOtherOnRequest() {
        return !byItself || onRequest != ageCutoff;
    }

    /** The same in a database that was opened with these options, which are the user's own where it is the user's. */
    BlobCollection in(Options options) {
        return new BlobCollection(options.enableBlobGarbageCollection(), options.blobGarbageCollectionAgeCutoff(),
                options.blobGarbageCollectionForceThreshold(), onRequest);
    }

    static BlobCollection of(Values v) {
        return new BlobCollection(v.get(RocksDbParams.BLOB_GARBAGE_COLLECTION), v.get(RocksDbParams.BLOB_AGE_CUTOFF),
                v.get(RocksDbParams.BLOB_FORCE_THRESHOLD), v.get(RocksDbParams.COMPACT_AGE_CUTOFF));
    }
}
