package dev.tidemark.driver.nulldriver;

import dev.tidemark.core.driver.DocumentReader;
import dev.tidemark.core.driver.DocumentWriter;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyspaceSession;
import dev.tidemark.core.driver.PushBackException;
import dev.tidemark.core.param.Values;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One worker's side of the null target. */
final class NullSession implements DocumentWriter, DocumentReader, KeyspaceSession {

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
    private final double pushBacks;
    private final double partials;
    private final double misses;
    private final boolean alwaysWell;
    private final List<Added> added = new ArrayList<>();
    /** Made by the first read: a dataset that is being filled has no whole manifest yet. */
    private NullKeyspaces keyspaces;
    private int size;
    /** Written by this session only, read by {@link NullTarget#read}. */
    private long accepted;

    NullSession(NullTarget target, Values values, int worker) {
        this.target = target;
        times = new ServiceTimes(values, worker);
        documents = target.documents();
        failures = values.get(NullParams.FAILURES);
        pushBacks = values.get(NullParams.PUSH_BACKS);
        partials = values.get(NullParams.PARTIALS);
        misses = values.get(NullParams.MISSES);
        alwaysWell = failures + pushBacks + partials + misses == 0;
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) {
        size++;
        if (documents != null) {
            added.add(new Added(ByteBuffer.wrap(bytes(uri)), bytes(content)));
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
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
            int lost = !alwaysWell && failed() <= partials && size > 0 ? 1 : 0;
            for (int i = 0; documents != null && i < added.size() - lost; i++) {
                documents.put(added.get(i).uri(), added.get(i).content());
            }
            ACCEPTED.setOpaque(this, accepted + size - lost);
            return lost;
        } finally {
            rollback();
        }
    }

    /**
     * Draws whether the operation fails.
     *
     * @return where it does not, how far the draw is above failing: uniform from 0 to 1 less the failing shares
     */
    private double failed() throws DriverException, PushBackException {
        double draw = times.uniform();
        if (draw <= failures) {
            throw new DriverException("the null driver fails as it was told to");
        }
        if (draw <= failures + pushBacks) {
            throw new PushBackException("the null driver pushes back as it was told to");
        }
        return draw - failures - pushBacks;
    }

    @Override
    public void rollback() {
        added.clear();
        size = 0;
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        target.serve(times);
        if (!alwaysWell && failed() <= misses) {
            return DocumentReader.ABSENT;
        }
        if (documents == null) {
            return 0;
        }
        byte[] stored = documents.get(uri);
        if (stored == null) {
            return DocumentReader.ABSENT;
        }
        content.put(content.position(), stored, 0, Math.min(stored.length, content.remaining()));
        return stored.length;
    }

    @Override
    public int get(int keyspace, long key, ByteBuffer into) throws Exception {
        target.serve(times);
        if (!alwaysWell && failed() <= misses) {
            return KeyspaceSession.ABSENT;
        }
        if (keyspaces == null) {
            keyspaces = new NullKeyspaces(target.home());
        }
        return keyspaces.get(keyspace, key, into);
    }

    /** Counted, and forgotten: the key keeps the value that it was filled with. */
    @Override
    public void put(int keyspace, long key, ByteBuffer value) {
        size++;
    }

    @Override
    public void forEach(Visitor visitor) throws Exception {
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
