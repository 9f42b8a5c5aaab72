package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.KeyScanner;
import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Reads a keyspace in the order of keys, which are spread over shards by their hash: the shards are merged. */
final class ShardScan implements AutoCloseable {

    private final RocksIterator[] shards;
    /** The key that each shard is at; null at its end. */
    private final ByteBuffer[] keys;
    private final GrowingBuffer[] keyBytes;
    private final GrowingBuffer value = new GrowingBuffer(1 << 13);

    ShardScan(RocksDB[] databases, ColumnFamilyHandle[] keyspace, ReadOptions options) {
        shards = new RocksIterator[databases.length];
        keys = new ByteBuffer[databases.length];
        keyBytes = new GrowingBuffer[databases.length];
        for (int i = 0; i < databases.length; i++) {
            shards[i] = databases[i].newIterator(keyspace[i], options);
            keyBytes[i] = new GrowingBuffer(1 << 8);
        }
    }

    /** As {@link KeyScanner#scan}. */
    int run(ByteBuffer from, int most, KeyScanner.Visitor visitor) throws Exception {
        int fromAt = from.position();
        for (int i = 0; i < shards.length; i++) {
            shards[i].seek(from);
            from.position(fromAt);
            readKey(i);
        }
        int visited = 0;
        for (int next; visited < most && (next = least()) >= 0; visited++) {
            ToIntFunction<ByteBuffer> source = shards[next]::value;
            visitor.visit(keys[next], value.filled(source));
            if (visited + 1 < most) {
                shards[next].next();
                readKey(next);
            }
        }
        return visited;
    }

    private void readKey(int shard) throws RocksDBException {
        RocksIterator at = shards[shard];
        if (at.isValid()) {
            keys[shard] = keyBytes[shard].filled(at::key);
        } else {
            at.status();
            keys[shard] = null;
        }
    }

    /** The shard that is at the least key; −1 when all are at their end. */
    private int least() {
        int least = -1;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != null && (least < 0 || compare(keys[i], keys[least]) < 0)) {
                least = i;
            }
        }
        return least;
    }

    private static int compare(ByteBuffer a, ByteBuffer b) {
        int at = a.mismatch(b);
        if (at < 0) {
            return 0;
        }
        return at < a.limit() && at < b.limit() ? Integer.compare(a.get(at) & 0xff, b.get(at) & 0xff)
                : Integer.compare(a.limit(), b.limit());
    }

    @Override
    public void close() {
        for (RocksIterator shard : shards) {
            shard.close();
        }
    }
}
