package dev.tidemark.bench;

import module java.base;
import dev.tidemark.bench.support.ThreadGroupRun;
import dev.tidemark.core.data.DocumentSource;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The floor under ingesting into RocksDB: a worker that makes documents {@code from} up to {@code to} and puts them,
 * and nothing of a harness: no schedule, no clock reading, no recording, no counting.
 */
final class BareIngest implements ThreadGroupRun.Task {

    /** Documents that are made beforehand where making them is not to be measured. */
    private static final int READY = 256;

    private final RocksDB database;
    private final WriteOptions writeOptions;
    private final DocumentSource documentSource;
    private final int from;
    private final int to;
    private final int batchSize;
    private final boolean ready;
    private final ByteBuffer uri;
    private final ByteBuffer[] contents;

    /**
     * @param documentSource this worker's own
     * @param ready     whether to put a few documents, made before, again and again (under new URIs)
     */
    BareIngest(RocksDB database, WriteOptions writeOptions, DocumentSource documentSource, int from, int to,
            int batchSize, boolean ready) {
        this.database = database;
        this.writeOptions = writeOptions;
        this.documentSource = documentSource;
        this.from = from;
        this.to = to;
        this.batchSize = batchSize;
        this.ready = ready;
        uri = ByteBuffer.allocateDirect(documentSource.maxUriBytes());
        contents = new ByteBuffer[ready ? READY : 1];
    }

    @Override
    public void prepare() throws IOException {
        for (int i = 0; i < contents.length; i++) {
            contents[i] = ByteBuffer.allocateDirect(documentSource.maxContentBytes(i));
            documentSource.content(i, contents[i]);
            contents[i].flip();
        }
    }

    @Override
    public void run() throws IOException, RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            for (int n = from; n < to; n++) {
                ByteBuffer content = ready ? contents[n % READY].rewind() : made(n);
                documentSource.uri(n, uri.clear());
                batch.put(uri.flip(), content);
                if ((n - from + 1) % batchSize == 0 || n == to - 1) {
                    database.write(writeOptions, batch);
                    batch.clear();
                }
            }
        }
    }

    private ByteBuffer made(int n) throws IOException {
        documentSource.content(n, contents[0].clear());
        return contents[0].flip();
    }
}
