package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.embedded.StyleTable;
import dev.tidemark.core.driver.embedded.StyleWriter;
import java.nio.ByteBuffer;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/** A column family of its own in each shard, with memtables of its own: nothing of an earlier place is left in it. */
final class RocksDbStyleTable implements StyleTable {

    private final Shards target;
    private final ApiStyle style;
    private final String name;
    private final RocksDB[] shards;
    private final ColumnFamilyHandle[] families;
    private final WriteOptions writing;

    /** @param byDefault how the target's settings want transactions to be written */
    RocksDbStyleTable(Shards target, ApiStyle style, String name, WriteOptions byDefault) throws DriverException {
        this.target = target;
        this.style = style;
        this.name = name;
        this.shards = target.databases().toArray(RocksDB[]::new);
        this.families = target.makeStyleFamily(name);
        this.writing = writing(style, byDefault);
    }

    private static WriteOptions writing(ApiStyle style, WriteOptions byDefault) {
        WriteOptions writing = new WriteOptions(byDefault);
        if (RocksDbStyles.isSynced(style)) {
            return writing.setDisableWAL(false).setSync(true);
        }
        return RocksDbStyles.isWithoutJournal(style) ? writing.setSync(false).setDisableWAL(true) : writing;
    }

    private int shardOf(byte[] key) {
        return shards.length == 1 ? 0 : ShardRouter.shardOfKey(ByteBuffer.wrap(key), shards.length);
    }

    RocksDB shard(byte[] key) {
        return shards[shardOf(key)];
    }

    ColumnFamilyHandle family(byte[] key) {
        return families[shardOf(key)];
    }

    /** Those of a target of one shard. */
    RocksDB onlyShard() {
        return shards[0];
    }

    ColumnFamilyHandle onlyFamily() {
        return families[0];
    }

    WriteOptions writing() {
        return writing;
    }

    Exception failure(String doing, RocksDBException e) {
        return target.failure(doing, e);
    }

    @Override
    public StyleWriter writer() {
        return new RocksDbStyleWriter(this, style);
    }

    @Override
    public long count() throws DriverException {
        long count = 0;
        try (ReadOptions walk = new ReadOptions().setFillCache(false)) {
            for (int i = 0; i < shards.length; i++) {
                count += count(shards[i], families[i], walk);
            }
            return count;
        } catch (RocksDBException e) {
            throw ErrorMapper.of(target.folder(), "count documents", e);
        }
    }

    private static long count(RocksDB shard, ColumnFamilyHandle family, ReadOptions walk) throws RocksDBException {
        try (RocksIterator key = shard.newIterator(family, walk)) {
            long count = 0;
            for (key.seekToFirst(); key.isValid(); key.next()) {
                count++;
            }
            key.status();
            return count;
        }
    }

    @Override
    public byte[] find(byte[] key) throws DriverException {
        try {
            return shard(key).get(family(key), key);
        } catch (RocksDBException e) {
            throw ErrorMapper.of(target.folder(), "read a document", e);
        }
    }

    @Override
    public void drop() throws DriverException {
        writing.close();
        target.dropStyleFamily(name);
    }
}
