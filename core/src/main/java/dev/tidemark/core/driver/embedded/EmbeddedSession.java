package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.support.Closing;
import dev.tidemark.core.driver.support.IndexRows;

/**
 * A session on the stores of an embedded engine. A transaction has a part in each shard, which takes what lies there
 * when it is added; it is atomic within a shard, not over several.
 */
public class EmbeddedSession<T> implements DocumentSession, KeyValueSession {

    private static final int ABSENT = KeyValueSession.ABSENT;
    /** How much of a URI that is too long is shown. */
    private static final int SHOWN = 60;

    private final String driver;
    private final Shards<T, ?> shards;
    private final List<SortedStore.Access<T>> accesses = new ArrayList<>();
    private final Consumer<String> note;
    private final Runnable ended;
    private final int longestKey;
    /** How many documents and updates of keys each shard's part has. */
    private final int[] counts;
    /** The transaction's URIs, one after the other, and where each ends. */
    private ByteBuffer uris = ByteBuffer.allocateDirect(4096);
    private int[] uriEnds = new int[64];
    private int documents;
    private boolean partialFailureReported;
    private final EntryUpdates<T> entryUpdates;
    private final IndexRows indexRows = new IndexRows();
    /** Made by the first query over several shards. */
    private ShardsQuery<T> shardsQuery;
    /** Of the latest scan, one for each shard. */
    private final List<SortedStore.Cursor> scanned = new ArrayList<>();
    private final ByteBuffer[] keys;
    /** Holds a value's size. */
    private final ByteBuffer headBytes = ByteBuffer.allocateDirect(Integer.BYTES);
    /** Room for no byte of a value, for asking only whether there is one and how large it is. */
    private final ByteBuffer nothing = ByteBuffer.allocateDirect(1).limit(0);
    private boolean closed;

    /**
     * @param note  told once where a transaction is stored in some shards and not in others
     * @param ended told once when this session is closed
     */
    protected EmbeddedSession(String driver, Shards<T, ?> shards, Consumer<String> note, Runnable ended)
            throws DriverException {
        this.driver = driver;
        this.shards = shards;
        this.note = note;
        this.ended = ended;
        this.longestKey = shards.stores().getFirst().longestKey();
        int count = shards.stores().size();
        this.counts = new int[count];
        this.keys = new ByteBuffer[count];
        try {
            for (SortedStore<T> store : shards.stores()) {
                accesses.add(store.access());
            }
        } catch (DriverException | RuntimeException e) {
            Closing.after(e, accesses, SortedStore.Access::close);
            throw e;
        }
        this.entryUpdates = new EntryUpdates<>(shards, accesses);
    }

    /** The worker's side of the only shard. */
    protected final SortedStore.Access<T> access() {
        return accesses.getFirst();
    }

    /** @param suffix how much more than the key a row can hold */
    private void checkKey(ByteBuffer key, int suffix) throws DriverException {
        int size = key.remaining();
        if (longestKey < Integer.MAX_VALUE && (size == 0 || size + suffix > longestKey)) {
            throw new DriverException(driver + " can't store a key of " + size + " bytes"
                    + (suffix > 0 ? " with index entries" : "") + ", only of 1 to " + (longestKey - suffix));
        }
    }

    private void checkUri(ByteBuffer uri) throws DriverException {
        int size = uri.remaining();
        if (longestKey < Integer.MAX_VALUE && size == 0) {
            throw new DriverException(driver + " can't store a document under an empty URI");
        }
        if (size > longestKey) {
            byte[] start = new byte[Math.min(SHOWN, size)];
            uri.get(uri.position(), start);
            throw new DriverException(driver + " can't store a URI of " + size + " bytes, only of up to " + longestKey
                    + ": " + new String(start, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?") + "…");
        }
    }

    // ---- the transaction

    @Override
    public final void add(ByteBuffer uri, ByteBuffer content) throws Exception {
        checkUri(uri);
        int shard = ShardRouter.shardOf(uri, counts.length);
        accesses.get(shard).put(shards.documents().get(shard), uri, content);
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

    @Override
    public final int findExisting() throws Exception {
        int found = 0;
        int start = 0;
        try {
            for (int i = 0; i < documents; i++) {
                uris.limit(uriEnds[i]).position(start);
                if (size(uris) != ABSENT) {
                    found++;
                }
                start = uriEnds[i];
            }
        } finally {
            uris.clear();
        }
        return found;
    }

    private int size(ByteBuffer uri) throws Exception {
        int shard = ShardRouter.shardOf(uri, counts.length);
        return accesses.get(shard).size(shards.documents().get(shard), uri, nothing);
    }

    @Override
    public final void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        put(shards.keyspace(keyspace), key, value, 0);
    }

    @Override
    public final void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        put(shards.indexed(keyspace), key, value, entries.count() == 0 ? 1 : 2 + IndexEntries.LONGEST_TERM);
        entryUpdates.put(keyspace, key, entries);
    }

    private void put(Shards.Keyspace<T> keyspace, ByteBuffer key, ByteBuffer value, int besideKey) throws Exception {
        checkKey(key, besideKey);
        int shard = ShardRouter.shardOfKey(key, counts.length);
        SortedStore.Access<T> access = accesses.get(shard);
        if (keyspace.heads() != null) {
            access.put(keyspace.heads().get(shard), key, headBytes.clear().putInt(0, value.remaining()));
        }
        access.put(keyspace.values(shard), key, value);
        counts[shard]++;
    }

    @Override
    public final void delete(int keyspace, ByteBuffer key) throws Exception {
        Shards.Keyspace<T> there = shards.keyspace(keyspace);
        checkKey(key, there.indexes() == null ? 0 : 1);
        int shard = ShardRouter.shardOfKey(key, counts.length);
        SortedStore.Access<T> access = accesses.get(shard);
        if (there.heads() != null) {
            access.delete(there.heads().get(shard), key);
        }
        access.delete(there.values(shard), key);
        counts[shard]++;
        if (there.indexes() != null) {
            entryUpdates.delete(keyspace, key);
        }
    }

    /**
     * {@inheritDoc} When some shards took their part and others failed, the count is of the documents and values that
     * the failing ones did not take, and the reason is noted once. The first failure is the reason.
     */
    @Override
    public final int commit() throws Exception {
        int lost = 0;
        boolean stored = false;
        Exception failure = null;
        try {
            entryUpdates.begin();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    try {
                        accesses.get(i).commit(entryUpdates.completion(i));
                        stored = true;
                    } catch (Exception e) {
                        failure = failure == null ? e : failure;
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
                throw failure;
            }
            notePartialFailure(failure);
        }
        return lost;
    }

    private void notePartialFailure(Exception failure) {
        if (!partialFailureReported) {
            partialFailureReported = true;
            note.accept("A transaction was stored in some shards and not in others: " + failure.getMessage() + ".");
        }
    }

    @Override
    public final void rollback() {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                accesses.get(i).rollback();
                counts[i] = 0;
            }
        }
        documents = 0;
        entryUpdates.clear();
    }

    // ---- reads

    @Override
    public final int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        checkUri(uri);
        int shard = ShardRouter.shardOf(uri, counts.length);
        return accesses.get(shard).get(shards.documents().get(shard), uri, content);
    }

    @Override
    public final int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        Shards.Keyspace<T> there = shards.keyspace(keyspace);
        checkKey(key, 0);
        int shard = ShardRouter.shardOfKey(key, counts.length);
        return accesses.get(shard).get(there.values(shard), key, into);
    }

    @Override
    public final int head(int keyspace, ByteBuffer key) throws Exception {
        Shards.Keyspace<T> there = shards.keyspace(keyspace);
        checkKey(key, 0);
        int shard = ShardRouter.shardOfKey(key, counts.length);
        if (there.heads() == null) {
            return accesses.get(shard).size(there.values(shard), key, nothing);
        }
        int found = accesses.get(shard).get(there.heads().get(shard), key, headBytes.clear());
        return found == ABSENT ? ABSENT : headBytes.getInt(0);
    }

    /** {@inheritDoc} Keys are spread over shards by their hash: the shards are merged. */
    @Override
    public final int scan(int keyspace, ByteBuffer from, int most, RowVisitor visitor) throws Exception {
        Shards.Keyspace<T> there = shards.keyspace(keyspace);
        checkKey(from, 0);
        scanned.clear();
        try (AutoCloseable _ = () -> Closing.all(scanned, SortedStore.Cursor::close)) {
            for (int i = 0; i < counts.length; i++) {
                scanned.add(accesses.get(i).cursor(there.values(i), from, Walk.Depth.VALUES, most));
                goOn(i);
            }
            int visited = 0;
            for (int next; visited < most && (next = least()) >= 0; visited++) {
                visitor.visit(keys[next], scanned.get(next).value());
                if (visited + 1 < most) {
                    goOn(next);
                }
            }
            return visited;
        }
    }

    private void goOn(int shard) throws Exception {
        keys[shard] = scanned.get(shard).next() ? scanned.get(shard).key() : null;
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
        return at < a.remaining() && at < b.remaining()
                ? Byte.compareUnsigned(a.get(a.position() + at), b.get(b.position() + at))
                : Integer.compare(a.remaining(), b.remaining());
    }

    /**
     * {@inheritDoc} Here: every shard is asked, since an entry lies where its key does, and all of them at once; see
     * {@link ShardsQuery}. One shard is asked on the caller's thread, row by row.
     */
    @Override
    public final void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexVisitor visitor) throws Exception {
        Shards.Keyspace<T> indexed = shards.indexed(keyspace);
        if (counts.length == 1) {
            query(indexed.index(0), index, from, to, terms, visitor);
            return;
        }
        if (shardsQuery == null) {
            shardsQuery = new ShardsQuery<>(accesses, shards.readers());
        }
        shardsQuery.run(indexed, index, from, to, terms, visitor,
                () -> query(indexed.index(0), index, from, to, terms, visitor));
    }

    /** Asks the first shard. @return whether to go on */
    private boolean query(T table, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexVisitor visitor) throws Exception {
        try (SortedStore.Cursor at = access().cursor(table, indexRows.start(index, from), Walk.Depth.KEYS,
                Integer.MAX_VALUE)) {
            while (at.next()) {
                ByteBuffer row = at.key();
                if (!IndexRows.isUpTo(row, index, to)) {
                    return true;
                }
                if (!IndexRows.visit(row, terms, visitor)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** {@inheritDoc} Here: shard after shard, each by key, as all of them were at the beginning. */
    @Override
    public final Walk walk(int keyspace, Walk.Depth depth) throws Exception {
        Shards.Keyspace<T> there = shards.keyspace(keyspace);
        boolean apart = there.heads() != null && depth != Walk.Depth.VALUES;
        return new ShardsWalk<>(accesses, apart ? there.heads() : there.values(), depth, apart);
    }

    private static final class ShardsWalk<T> implements Walk {

        private final List<SortedStore.Cursor> cursors = new ArrayList<>();
        private final Walk.Depth depth;
        private final boolean headsApart;
        private int shard;
        private boolean closed;

        /** @param headsApart whether what is walked over are the sizes of values, not the values */
        ShardsWalk(List<SortedStore.Access<T>> accesses, List<T> table, Walk.Depth depth, boolean headsApart)
                throws Exception {
            this.depth = depth;
            this.headsApart = headsApart;
            try {
                for (int i = 0; i < table.size(); i++) {
                    cursors.add(accesses.get(i).walk(table.get(i),
                            headsApart && depth == Walk.Depth.HEADS ? Walk.Depth.VALUES : depth));
                }
            } catch (Exception e) {
                Closing.after(e, cursors, SortedStore.Cursor::close);
                throw e;
            }
        }

        @Override
        public int next(int most, Walk.Visitor visitor) throws Exception {
            int visited = 0;
            while (visited < most && shard < cursors.size()) {
                SortedStore.Cursor at = cursors.get(shard);
                if (at.next()) {
                    visit(at, visitor);
                    visited++;
                } else {
                    shard++;
                }
            }
            return visited;
        }

        private void visit(SortedStore.Cursor at, Walk.Visitor visitor) throws Exception {
            switch (depth) {
                case KEYS -> visitor.visit(at.key(), ABSENT, null);
                case HEADS -> visitor.visit(at.key(), headsApart ? at.value().getInt() : at.size(), null);
                case VALUES -> {
                    ByteBuffer value = at.value();
                    visitor.visit(at.key(), value.remaining(), value);
                }
            }
        }

        @Override
        public void close() throws DriverException {
            if (!closed) {
                closed = true;
                Closing.all(cursors, SortedStore.Cursor::close);
            }
        }
    }

    /** {@inheritDoc} Here: shard after shard, each in the order of its URIs' bytes, as it was when that began. */
    @Override
    public final void forEach(DocumentSession.Visitor visitor) throws Exception {
        for (int i = 0; i < counts.length; i++) {
            try (SortedStore.Cursor at = accesses.get(i).walk(shards.documents().get(i), Walk.Depth.VALUES)) {
                while (at.next()) {
                    if (!visitor.visit(at.key(), at.value())) {
                        return;
                    }
                }
            }
        }
    }

    @Override
    public final void close() throws DriverException {
        if (!closed) {
            closed = true;
            ended.run();
            Closing.all(accesses, SortedStore.Access::close);
        }
    }
}
