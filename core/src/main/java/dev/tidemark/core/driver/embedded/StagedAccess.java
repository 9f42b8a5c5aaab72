package dev.tidemark.core.driver.embedded;

import dev.tidemark.core.driver.support.UpdateBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Of an engine that is told a whole transaction at once: until then it is kept here, in memory that is used again. */
public abstract class StagedAccess<T> implements SortedStore.Access<T> {

    private final UpdateBatch updates = new UpdateBatch();
    private final List<T> tables = new ArrayList<>();

    /** Stores the transaction: as many updates as {@link #count}, in their order. */
    protected abstract void store() throws Exception;

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
    public final void commit() throws Exception {
        if (count() > 0) {
            store();
        }
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
