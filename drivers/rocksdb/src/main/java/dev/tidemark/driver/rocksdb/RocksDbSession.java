package dev.tidemark.driver.rocksdb;

import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.DocumentWriter;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.FullScanner;
import dev.tidemark.core.driver.KeyDeleter;
import dev.tidemark.core.driver.KeyScanner;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.ValueSizeReader;
import dev.tidemark.core.driver.index.IndexEntries;
import dev.tidemark.core.driver.index.IndexReader;
import dev.tidemark.core.driver.index.IndexWriter;
import dev.tidemark.core.driver.support.IndexRows;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One worker's side. A transaction is a write batch per shard, kept and used again: a document or value is copied into
 * the engine's memory when it is added, so that committing only crosses to the engine once per shard, and a transaction
 * of one document costs no more than a plain put, which makes a batch of its own inside. Atomic within each shard, not
 * over several.
 */
final class RocksDbSession implements DocumentWriter, DocumentReader, KeyValueSession, KeyDeleter, ValueSizeReader,
        IndexWriter, IndexReader, KeyScanner, FullScanner {

    private static final int ABSENT = KeyValueSession.ABSENT;

    private final Shards target;
    private final RocksDB[] shards;
    private final WriteOptions writeOptions;
    private final Consumer<String> note;
    private final Runnable ended;
    private final ReadOptions lookUp = new ReadOptions();
    private final WriteBatch[] batches;
    /** How many documents and values each batch holds. */
    private final int[] counts;
    /** The transaction's URIs, one after the other, and where each ends. */
    private ByteBuffer uris = ByteBuffer.allocateDirect(4096);
    private int[] uriEnds = new int[64];
    private int documents;
    private boolean partialFailureTold;
    /** Of each keyspace used so far, its part in each shard; null for the others. */
    private ColumnFamilyHandle[][] keyspaces = new ColumnFamilyHandle[16][];
    /** Of each of those that keeps them apart, the sizes of its values in each shard. */
    private ColumnFamilyHandle[][] heads = new ColumnFamilyHandle[16][];
    /** Holds a value's size. */
    private final ByteBuffer headBytes = ByteBuffer.allocateDirect(Integer.BYTES);
    private boolean closed;
    private final EntryUpdates entryUpdates;
    private final IndexRows indexRows = new IndexRows();
    private final GrowingBuffer rowFound = new GrowingBuffer(1 << 10);
    /** Made by the first query over several shards. */
    private ShardsQuery shardsQuery;
    /** Room for no byte of a value, for asking only whether there is one. */
    private final ByteBuffer nothing = ByteBuffer.allocateDirect(1).limit(0);

    /** @param ended told once when this session is closed */
    RocksDbSession(Shards target, WriteOptions writeOptions, Consumer<String> note, Runnable ended) {
        this.ended = ended;
        this.target = target;
        this.shards = target.databases().toArray(RocksDB[]::new);
        this.writeOptions = writeOptions;
        this.note = note;
        this.counts = new int[this.shards.length];
        this.batches = new WriteBatch[this.shards.length];
        this.entryUpdates = new EntryUpdates(target, this.shards, lookUp);
        Arrays.setAll(batches, i -> new WriteBatch());
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) throws Exception {
        int shard = ShardRouter.shardOf(uri, shards.length);
        int uriAt = uri.position();
        int contentAt = content.position();
        try {
            batches[shard].put(uri, content);
        } catch (RocksDBException e) {
            throw target.failure("take a document", e);
        } finally {
            uri.position(uriAt);
            content.position(contentAt);
        }
        counts[shard]++;
        remember(uri);
    }

    private void remember(ByteBuffer uri) {
        int start = documents == 0 ? 0 : uriEnds[documents - 1];
        int end = start + uri.remaining();
        if (end > uris.capacity()) {
            uris = ByteBuffer.allocateDirect(Math.max(end, 2 * uris.capacity())).put(0, uris, 0, start);
        }
        if (documents == uriEnds.length) {
            uriEnds = Arrays.copyOf(uriEnds, 2 * documents);
        }
        uris.put(start, uri, uri.position(), uri.remaining());
        uriEnds[documents++] = end;
    }

    /**
     * {@inheritDoc} A Bloom filter answers for most URIs that are not there. For one that is, RocksDB reads the block
     * with the value: it has no lookup that stops at the key.
     */
    @Override
    public int findExisting() throws Exception {
        int found = 0;
        int start = 0;
        try {
            for (int i = 0; i < documents; i++) {
                int end = uriEnds[i];
                uris.limit(end).position(start);
                if (get(uris, nothing) != RocksDB.NOT_FOUND) {
                    found++;
                }
                start = end;
            }
        } finally {
            uris.clear();
        }
        return found;
    }

    /**
     * {@inheritDoc} When some shards took their part and others failed, the count is of the documents and values that
     * the failing ones did not take, and the reason is noted once.
     */
    @Override
    public int commit() throws Exception {
        int lost = 0;
        boolean stored = false;
        RocksDBException failure = null;
        try {
            entryUpdates.begin(batches);
            for (int i = 0; i < shards.length; i++) {
                if (counts[i] > 0) {
                    try {
                        shards[i].write(writeOptions, batches[i]);
                        stored = true;
                    } catch (RocksDBException e) {
                        failure = e;
                        lost += counts[i];
                    }
                }
            }
        } finally {
            entryUpdates.end();
            rollback();
        }
        if (failure != null) {
            if (!stored) {
                throw target.failure("store a transaction", failure);
            }
            tellPartialFailure(failure);
        }
        return lost;
    }

    private void tellPartialFailure(RocksDBException failure) {
        if (!partialFailureTold) {
            partialFailureTold = true;
            note.accept("A transaction was stored in some shards and not in others: "
                    + target.failure("store it", failure).getMessage() + ".");
        }
    }

    @Override
    public void rollback() {
        for (int i = 0; i < shards.length; i++) {
            if (counts[i] > 0) {
                batches[i].clear();
                counts[i] = 0;
            }
        }
        documents = 0;
        entryUpdates.clear();
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        put(ShardRouter.shardOfKey(key, shards.length), keyspace, key, value);
    }

    private void put(int shard, int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        int keyAt = key.position();
        int valueAt = value.position();
        ColumnFamilyHandle[] families = keyspace(keyspace);
        ColumnFamilyHandle[] apart = heads[keyspace];
        try {
            if (apart != null) {
                batches[shard].put(apart[shard], key, headBytes.clear().putInt(0, value.remaining()));
                key.position(keyAt);
            }
            batches[shard].put(families[shard], key, value);
        } catch (RocksDBException e) {
            throw target.failure("take a value", e);
        } finally {
            key.position(keyAt);
            value.position(valueAt);
        }
        counts[shard]++;
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        target.index(keyspace); // complains
        put(keyspace, key, value);
        entryUpdates.put(keyspace, key, entries);
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        int shard = ShardRouter.shardOfKey(key, shards.length);
        int keyAt = key.position();
        ColumnFamilyHandle[] families = keyspace(keyspace);
        ColumnFamilyHandle[] apart = heads[keyspace];
        try {
            if (apart != null) {
                batches[shard].delete(apart[shard], key);
                key.position(keyAt);
            }
            batches[shard].delete(families[shard], key);
        } catch (RocksDBException e) {
            throw target.failure("take a deletion", e);
        } finally {
            key.position(keyAt);
        }
        counts[shard]++;
        if (target.hasIndex(keyspace)) {
            entryUpdates.delete(keyspace, key);
        }
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        int shard = ShardRouter.shardOfKey(key, shards.length);
        return get(shard, keyspace(keyspace)[shard], key, into);
    }

    /**
     * {@inheritDoc} RocksDB has no lookup that stops at the key: where heads are not kept apart, the block with the
     * value is read, or the value's blob file, and only the copying to this side is saved.
     */
    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        int shard = ShardRouter.shardOfKey(key, shards.length);
        ColumnFamilyHandle[] families = keyspace(keyspace);
        ColumnFamilyHandle[] apart = heads[keyspace];
        if (apart == null) {
            return get(shard, families[shard], key, nothing);
        }
        int found = get(shard, apart[shard], key, headBytes.clear());
        return found == ABSENT ? ABSENT : headBytes.getInt(0);
    }

    private int get(int shard, ColumnFamilyHandle family, ByteBuffer key, ByteBuffer into) throws Exception {
        int keyAt = key.position();
        int intoAt = into.position();
        int intoEnd = into.limit();
        try {
            int size = shards[shard].get(family, lookUp, key, into);
            return size == RocksDB.NOT_FOUND ? ABSENT : size;
        } catch (RocksDBException e) {
            throw target.failure("read a value", e);
        } finally {
            key.position(keyAt);
            into.limit(intoEnd).position(intoAt);
        }
    }

    @Override
    public int scan(int keyspace, ByteBuffer from, int most, KeyScanner.Visitor visitor) throws Exception {
        try (ShardScan scan = new ShardScan(shards, keyspace(keyspace), lookUp)) {
            return scan.run(from, most, visitor);
        } catch (RocksDBException e) {
            throw target.failure("scan a keyspace", e);
        }
    }

    /**
     * {@inheritDoc} Here: every shard is asked, since an entry lies where its key does, and all of them at once; see
     * {@link ShardsQuery}. One shard is asked on the caller's thread, row by row.
     */
    @Override
    public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexReader.Visitor visitor) throws Exception {
        ColumnFamilyHandle[] asked = target.index(keyspace);
        try {
            if (shards.length == 1) {
                query(shards[0], asked[0], index, from, to, terms, visitor);
                return;
            }
            if (shardsQuery == null) {
                shardsQuery = new ShardsQuery(shards, lookUp, target.askers());
            }
            shardsQuery.run(asked, index, from, to, terms, visitor,
                    () -> query(shards[0], asked[0], index, from, to, terms, visitor));
        } catch (RocksDBException e) {
            throw target.failure("ask an index", e);
        }
    }

    private boolean query(RocksDB shard, ColumnFamilyHandle asked, int index, ByteBuffer from, ByteBuffer to,
            boolean terms, IndexReader.Visitor visitor) throws Exception {
        try (RocksIterator entry = shard.newIterator(asked, lookUp)) {
            ToIntFunction<ByteBuffer> row = entry::key;
            for (entry.seek(indexRows.start(index, from)); entry.isValid(); entry.next()) {
                ByteBuffer found = rowFound.filled(row);
                if (!IndexRows.isUpTo(found, index, to)) {
                    break;
                }
                if (!IndexRows.visit(found, terms, visitor)) {
                    return false;
                }
            }
            entry.status();
            return true;
        }
    }

    /** {@inheritDoc} Here: shard after shard, each by key; it does not fill the block cache. */
    @Override
    public Walk walk(int keyspace, Depth depth) throws Exception {
        ColumnFamilyHandle[] families = keyspace(keyspace);
        boolean apart = heads[keyspace] != null && depth != Depth.VALUES;
        return new RocksDbWalk(target, shards, apart ? heads[keyspace] : families, apart, depth);
    }

    private ColumnFamilyHandle[] keyspace(int keyspace) throws DriverException {
        if (keyspace < keyspaces.length && keyspaces[keyspace] != null) {
            return keyspaces[keyspace];
        }
        ColumnFamilyHandle[] found = target.keyspace(keyspace);
        if (keyspace >= keyspaces.length) {
            keyspaces = Arrays.copyOf(keyspaces, Math.max(keyspace + 1, 2 * keyspaces.length));
            heads = Arrays.copyOf(heads, keyspaces.length);
        }
        keyspaces[keyspace] = found;
        heads[keyspace] = target.heads(keyspace);
        return found;
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        int size = get(uri, content);
        return size == RocksDB.NOT_FOUND ? DocumentReader.ABSENT : size;
    }

    /** Leaves both buffers' positions and limits as they were, which the engine's Java side does not. */
    private int get(ByteBuffer uri, ByteBuffer content) throws Exception {
        int shard = ShardRouter.shardOf(uri, shards.length);
        int uriAt = uri.position();
        int contentAt = content.position();
        int contentEnd = content.limit();
        try {
            return shards[shard].get(lookUp, uri, content);
        } catch (RocksDBException e) {
            throw target.failure("read a document", e);
        } finally {
            uri.position(uriAt);
            content.limit(contentEnd).position(contentAt);
        }
    }

    /** {@inheritDoc} Here: shard after shard, each in the order of its URIs' bytes. */
    @Override
    public void forEach(DocumentReader.Visitor visitor) throws Exception {
        // A walk over everything would throw out of the block cache what lookups need.
        try (ReadOptions walk = new ReadOptions().setFillCache(false)) {
            GrowingBuffer uri = new GrowingBuffer(1 << 10);
            GrowingBuffer content = new GrowingBuffer(1 << 16);
            for (RocksDB shard : shards) {
                if (!forEach(shard, walk, uri, content, visitor)) {
                    return;
                }
            }
        }
    }

    private boolean forEach(RocksDB shard, ReadOptions walk, GrowingBuffer uri, GrowingBuffer content,
            DocumentReader.Visitor visitor) throws Exception {
        try (RocksIterator entry = shard.newIterator(walk)) {
            ToIntFunction<ByteBuffer> key = entry::key;
            ToIntFunction<ByteBuffer> value = entry::value;
            for (entry.seekToFirst(); entry.isValid(); entry.next()) {
                if (!visitor.visit(uri.filled(key), content.filled(value))) {
                    return false;
                }
            }
            entry.status();
            return true;
        } catch (RocksDBException e) {
            throw target.failure("walk over the documents", e);
        }
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        ended.run();
        for (WriteBatch batch : batches) {
            batch.close();
        }
        lookUp.close();
    }
}
