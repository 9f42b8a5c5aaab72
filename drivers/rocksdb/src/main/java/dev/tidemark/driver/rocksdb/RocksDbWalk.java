package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.KeyValueSession;
import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A walk over a keyspace, shard after shard; each shard's iterator has seen it as it was at the beginning. */
final class RocksDbWalk implements FullScanner.Walk {

    private final Shards target;
    private final FullScanner.Depth depth;
    /** A walk over everything would throw out of the block cache what lookups need. */
    private final ReadOptions options = new ReadOptions().setFillCache(false);
    private final RocksIterator[] shards;
    private final GrowingBuffer key = new GrowingBuffer(1 << 8);
    private final GrowingBuffer value = new GrowingBuffer(1 << 13);
    /** Room for no byte of a value, for asking only how large it is. */
    private final ByteBuffer nothing = ByteBuffer.allocateDirect(1).limit(0);
    private final boolean headsApart;
    private final ByteBuffer headBytes = ByteBuffer.allocateDirect(Integer.BYTES);
    private int shard;
    private boolean closed;

    /** @param headsApart whether what is walked over are the sizes of values, not the values */
    RocksDbWalk(Shards target, RocksDB[] databases, ColumnFamilyHandle[] keyspace, boolean headsApart,
            FullScanner.Depth depth) {
        this.target = target;
        this.headsApart = headsApart;
        this.depth = depth;
        this.shards = new RocksIterator[databases.length];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = databases[i].newIterator(keyspace[i], options);
            shards[i].seekToFirst();
        }
    }

    @Override
    public int next(int most, FullScanner.Visitor visitor) throws Exception {
        try {
            int visited = 0;
            while (visited < most && shard < shards.length) {
                RocksIterator at = shards[shard];
                if (at.isValid()) {
                    visit(at, visitor);
                    at.next();
                    visited++;
                } else {
                    at.status();
                    shard++;
                }
            }
            return visited;
        } catch (RocksDBException e) {
            throw target.failure("walk over a keyspace", e);
        }
    }

    private void visit(RocksIterator at, FullScanner.Visitor visitor) throws Exception {
        ToIntFunction<ByteBuffer> keySource = at::key;
        ByteBuffer found = key.filled(keySource);
        switch (depth) {
            case KEYS -> visitor.visit(found, KeyValueSession.ABSENT, null);
            case HEADS -> visitor.visit(found, size(at), null);
            case VALUES -> {
                ToIntFunction<ByteBuffer> valueSource = at::value;
                ByteBuffer whole = value.filled(valueSource);
                visitor.visit(found, whole.remaining(), whole);
            }
        }
    }

    private int size(RocksIterator at) {
        if (!headsApart) {
            return at.value(nothing);
        }
        at.value(headBytes.clear());
        return headBytes.getInt(0);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            for (RocksIterator each : shards) {
                each.close();
            }
            options.close();
        }
    }
}
