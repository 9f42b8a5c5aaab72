package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.support.UpdateBatch;

/** Of an engine that is told a whole transaction at once: until then it is kept here, in memory that is used again. */
public abstract class StagedAccess<T> implements SortedStore.Access<T> {

    private final UpdateBatch updates = new UpdateBatch();
    private final List<T> tables = new ArrayList<>();

    private SortedStore.Completion completion;

    /**
     * Stores the transaction: begins one of the engine, calls {@link #complete}, and from then on has as many updates
     * as {@link #count}, in their order.
     */
    protected abstract void store() throws Exception;

    /** Adds what depends on what is there now, read by {@link #get}. */
    protected final void complete() throws Exception {
        if (completion != null) {
            completion.run();
        }
    }

    /** Whether {@link #complete} may add to the transaction. */
    protected final boolean isIncomplete() {
        return completion != null;
    }

    @Override
    public final void put(T table, ByteBuffer key, ByteBuffer value) {
        updates.put(0, key, value);
        tables.add(table);
    }

    @Override
    public final void delete(T table, ByteBuffer key) {
        updates.delete(0, key);
        tables.add(table);
    }

    @Override
    public final void commit(SortedStore.Completion toCome) throws Exception {
        completion = toCome;
        store();
    }

    @Override
    public final void rollback() {
        updates.clear();
        tables.clear();
    }

    protected final int count() {
        return tables.size();
    }

    protected final T table(int update) {
        return tables.get(update);
    }

    protected final boolean isDelete(int update) {
        return updates.isDelete(update);
    }

    protected final ByteBuffer key(int update) {
        return updates.key(update);
    }

    /** Must not be asked of a deletion. */
    protected final ByteBuffer value(int update) {
        return updates.value(update);
    }
}
