package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Walks over a keyspace and counts what is really there, which RocksDB itself only estimates. */
final class KeyCount {

    private static final long TELL_EVERY = 1 << 16;

    private final Shards shards;
    private final ColumnFamilyHandle[] keyspace;
    private final BooleanSupplier cancelled;
    private final long estimate;
    private long keys;

    KeyCount(Shards shards, int keyspace, BooleanSupplier cancelled) throws DriverException {
        this.shards = shards;
        this.keyspace = shards.keyspace(keyspace);
        this.cancelled = cancelled;
        this.estimate = shards.keys(keyspace);
    }

    long run(Progress progress) throws DriverException {
        List<RocksDB> databases = shards.databases();
        // A walk over everything would throw out of the block cache what lookups need.
        try (ReadOptions walk = new ReadOptions().setFillCache(false)) {
            for (int i = 0; i < keyspace.length; i++) {
                try (RocksIterator key = databases.get(i).newIterator(keyspace[i], walk)) {
                    count(key, progress);
                } catch (RocksDBException e) {
                    throw ErrorMapper.of(shards.folders().get(i), "count keys", e);
                }
            }
        }
        progress.report(keys, keys);
        return keys;
    }

    private void count(RocksIterator key, Progress progress) throws RocksDBException, DriverException {
        for (key.seekToFirst(); key.isValid(); key.next()) {
            if (++keys % TELL_EVERY == 0) {
                progress.report(keys, Math.max(keys, estimate));
                if (cancelled.getAsBoolean()) {
                    throw new DriverException("cancelled while counting keys");
                }
            }
        }
        key.status();
    }
}
