package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.data.DatasetManifest;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.NumberedKeys;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.UpdateBatch;
import dev.tidemark.core.param.Values;

/** One worker's side of the null target. */
final class NullSession implements DocumentSession, KeyValueSession {

    private static final int ABSENT = DocumentSession.ABSENT;
    private static final byte[] NOTHING = {};
    private static final VarHandle ACCEPTED;

    static {
        try {
            ACCEPTED = MethodHandles.lookup().findVarHandle(NullSession.class, "accepted", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A document of the transaction. */
    private record Added(ByteBuffer uri, byte[] content) {}

    private final NullTarget target;
    private final ServiceTimes times;
    private final Map<ByteBuffer, byte[]> documents;
    private final double failures;
    private final double overloads;
    private final double partials;
    private final double misses;
    private final boolean alwaysWell;
    private final List<Added> added = new ArrayList<>();
    private final Keyspaces keyspaces;
    private final boolean stores;
    private final UpdateBatch updates = new UpdateBatch();
    /** Made by the first read of a numbered key: a dataset that is being filled has no whole manifest yet. */
    private boolean soughtDataset;
    /** Null where there is none. */
    private NullKeyspaces dataset;
    private int size;
    /** Written by this session only, read by {@link NullTarget#read}. */
    private long accepted;

    NullSession(NullTarget target, Values values, int worker) {
        this.target = target;
        times = new ServiceTimes(values, worker);
        documents = target.documents();
        keyspaces = target.keyspaces();
        stores = target.stores();
        failures = values.get(NullParams.FAILURES);
        overloads = values.get(NullParams.OVERLOADS);
        partials = values.get(NullParams.PARTIALS);
        misses = values.get(NullParams.MISSES);
        alwaysWell = failures + overloads + partials + misses == 0;
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) {
        size++;
        if (documents != null) {
            added.add(new Added(ByteBuffer.wrap(Buffers.bytes(uri)), Buffers.bytes(content)));
        }
    }

    @Override
    public int findExisting() throws Exception {
        target.serve(times);
        return documents == null ? 0 : (int) added.stream().filter(a -> documents.containsKey(a.uri())).count();
    }

    @Override
    public int commit() throws Exception {
        try {
            target.serve(times);
            int lost = lost(size);
            int lostUpdates = Math.min(lost, updates.count());
            if (updates.count() > 0) {
                keyspaces.apply(updates, updates.count() - lostUpdates);
            }
            for (int i = 0; documents != null && i < added.size() - (lost - lostUpdates); i++) {
                documents.put(added.get(i).uri(), added.get(i).content());
            }
            ACCEPTED.setOpaque(this, accepted + size - lost);
            return lost;
        } finally {
            rollback();
        }
    }

    /** Draws how many of so many documents are not stored. */
    int lost(int documents) throws DriverException, OverloadedException {
        return !alwaysWell && failed() <= partials && documents > 0 ? 1 : 0;
    }

    /**
     * Draws whether the operation fails.
     *
     * @return where it does not, how far the draw is above failing: uniform from 0 to 1 less the failing shares
     */
    private double failed() throws DriverException, OverloadedException {
        double draw = times.uniform();
        if (draw <= failures) {
            throw new DriverException("the null driver fails as its settings say");
        }
        if (draw <= failures + overloads) {
            throw new OverloadedException("the null driver is overloaded, as its settings say");
        }
        return draw - failures - overloads;
    }

    @Override
    public void rollback() {
        added.clear();
        updates.clear();
        size = 0;
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        size++;
        if (stores) {
            keyspaces.check(keyspace, false);
            updates.put(keyspace, key, value);
        }
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        size++;
        if (stores) {
            keyspaces.check(keyspace, true);
            updates.put(keyspace, key, value, entries);
        }
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        size++;
        if (stores) {
            keyspaces.check(keyspace, false);
            updates.delete(keyspace, key);
        }
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        byte[] stored = look(keyspace, key);
        if (stored == NOTHING && dataset() != null) {
            return dataset.get(keyspace, NumberedKeys.number(key), into);
        }
        return Buffers.answer(stored, into);
    }

    /** Of the numbered keys that are there although nothing is kept; null where there is none. */
    private NullKeyspaces dataset() {
        if (!soughtDataset) {
            soughtDataset = true;
            dataset = DatasetManifest.lookUp(target.manifests()).map(NullKeyspaces::new).orElse(null);
        }
        return dataset;
    }

    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        byte[] stored = look(keyspace, key);
        return stored == null ? ABSENT : stored.length;
    }

    /** Serves a lookup. @return the value, {@link #NOTHING} where none is kept, or null for a miss */
    private byte[] look(int keyspace, ByteBuffer key) throws Exception {
        target.serve(times);
        if (!alwaysWell && failed() <= misses) {
            return null;
        }
        if (!stores) {
            return NOTHING;
        }
        byte[] stored = keyspaces.has(keyspace) || dataset() == null ? keyspaces.get(keyspace, key) : null;
        return stored == null && dataset() != null ? NOTHING : stored;
    }

    @Override
    public int scan(int keyspace, ByteBuffer from, int most, RowVisitor visitor) throws Exception {
        target.serve(times);
        if (!alwaysWell && failed() <= misses || !stores) {
            return 0;
        }
        List<Map.Entry<byte[], byte[]>> found = keyspaces.scan(keyspace, from, most);
        for (Map.Entry<byte[], byte[]> entry : found) {
            visitor.visit(ByteBuffer.wrap(entry.getKey()), ByteBuffer.wrap(entry.getValue()));
        }
        return found.size();
    }

    @Override
    public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexVisitor visitor) throws Exception {
        target.serve(times);
        if ((alwaysWell || failed() > misses) && stores) {
            keyspaces.query(keyspace, index, from, to, terms, visitor);
        }
    }

    /** {@inheritDoc} Each chunk is served as one operation. */
    @Override
    public Walk walk(int keyspace, Walk.Depth depth) throws Exception {
        Iterator<Map.Entry<byte[], byte[]>> entries = stores ? keyspaces.all(keyspace).iterator()
                : Collections.emptyIterator();
        return new Walk() {
            @Override
            public int next(int most, Walk.Visitor visitor) throws Exception {
                target.serve(times);
                int visited = 0;
                for (; visited < most && entries.hasNext(); visited++) {
                    visit(entries.next(), depth, visitor);
                }
                return visited;
            }

            @Override
            public void close() {
                // there is nothing to give back
            }
        };
    }

    private static void visit(Map.Entry<byte[], byte[]> entry, Walk.Depth depth, Walk.Visitor visitor)
            throws Exception {
        visitor.visit(ByteBuffer.wrap(entry.getKey()), depth == Walk.Depth.KEYS ? ABSENT : entry.getValue().length,
                depth == Walk.Depth.VALUES ? ByteBuffer.wrap(entry.getValue()) : null);
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        target.serve(times);
        if (!alwaysWell && failed() <= misses) {
            return ABSENT;
        }
        if (documents == null) {
            return 0;
        }
        byte[] stored = documents.get(uri);
        return Buffers.answer(stored, content);
    }

    @Override
    public void forEach(DocumentSession.Visitor visitor) throws Exception {
        if (documents == null) {
            return;
        }
        for (var document : documents.entrySet()) {
            ByteBuffer content = ByteBuffer.wrap(document.getValue()).asReadOnlyBuffer();
            if (!visitor.visit(document.getKey().asReadOnlyBuffer(), content)) {
                return;
            }
        }
    }

    /** Documents acknowledged so far. */
    long accepted() {
        return (long) ACCEPTED.getOpaque(this);
    }

    @Override
    public void close() {
        rollback();
    }
}
