package dev.tidemark.bench;

import dev.tidemark.bench.support.ThreadGroupRun;
import dev.tidemark.core.data.ValueGenerator;
import dev.tidemark.core.data.keys.KeyFormat;
import dev.tidemark.core.data.keys.KeyStream;
import dev.tidemark.core.data.keys.OperationDeck;
import java.nio.ByteBuffer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * The floor under volume on RocksDB: gets and puts of the same keys and values in one straight loop, into buffers that
 * are used again, and nothing of a harness: no clock reading, no recording, no counting, no claiming of work.
 */
final class BareVolume implements ThreadGroupRun.Task {

    /** The kind of a get in the deck; every other is a put. */
    static final int GET = 0;

    private final RocksDB database;
    private final WriteOptions writeOptions;
    private final KeyStream.Cursor keys;
    private final KeyFormat format;
    private final ValueGenerator values;
    private final OperationDeck operationDeck;
    private final int lane;
    private final long operations;
    private final ByteBuffer key;
    private final ByteBuffer written;
    private final ByteBuffer read;

    /**
     * @param keys       of which this thread is lane {@code lane}
     * @param values     this thread's own
     * @param operationDeck       which operations are gets and which are puts
     * @param operations of this thread
     */
    BareVolume(RocksDB database, WriteOptions writeOptions, KeyStream keys, KeyFormat format, ValueGenerator values,
            OperationDeck operationDeck, int lane, long operations) {
        this.database = database;
        this.writeOptions = writeOptions;
        this.keys = keys.cursor();
        this.format = format;
        this.values = values;
        this.operationDeck = operationDeck;
        this.lane = lane;
        this.operations = operations;
        key = ByteBuffer.allocateDirect(format.largest());
        written = ByteBuffer.allocateDirect(values.sizes().largest());
        read = ByteBuffer.allocateDirect(values.sizes().largest());
    }

    @Override
    public void prepare() {}

    @Override
    public void run() throws RocksDBException {
        try (ReadOptions readOptions = new ReadOptions()) {
            for (long n = 0; n < operations; n++) {
                long number = keys.key(lane, n);
                format.put(number, key.clear());
                if (operationDeck.kind(lane, n) == GET) {
                    get(readOptions, number);
                } else {
                    values.write(number, lane, n, written.clear());
                    database.put(writeOptions, key.flip(), written.flip());
                }
            }
        }
    }

    private void get(ReadOptions readOptions, long number) throws RocksDBException {
        if (database.get(readOptions, key.flip(), read.clear()) != read.capacity()) {
            throw new IllegalStateException("key " + number + " has no value of " + read.capacity() + " bytes");
        }
    }
}
