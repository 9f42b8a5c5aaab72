package dev.tidemark.driver.nulldriver;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.IndexRows;
import dev.tidemark.core.driver.support.UpdateBatch;

/** Keyspaces in memory, where the target is to keep what it is given. Thread-safe; one operation at a time. */
final class Keyspaces {

    private static final byte[] NOTHING = {};

    private final Map<Integer, NavigableMap<byte[], byte[]>> values = new HashMap<>();
    /** By the keyspace's number; what {@link IndexRows} makes rows of. */
    private final Map<Integer, NavigableMap<byte[], byte[]>> indexes = new HashMap<>();
    private final IndexRows rows = new IndexRows();

    synchronized void make(int keyspace) {
        values.computeIfAbsent(keyspace, k -> new TreeMap<>(Arrays::compareUnsigned));
    }

    synchronized void makeIndex(int keyspace) throws DriverException {
        values(keyspace);
        indexes.computeIfAbsent(keyspace, k -> new TreeMap<>(Arrays::compareUnsigned));
    }

    synchronized void clear() {
        values.clear();
        indexes.clear();
    }

    private NavigableMap<byte[], byte[]> values(int keyspace) throws DriverException {
        NavigableMap<byte[], byte[]> found = values.get(keyspace);
        if (found == null) {
            throw new DriverException("the null driver has no keyspace " + keyspace);
        }
        return found;
    }

    private NavigableMap<byte[], byte[]> index(int keyspace) throws DriverException {
        NavigableMap<byte[], byte[]> found = indexes.get(keyspace);
        if (found == null) {
            throw new DriverException("the null driver has no index of keyspace " + keyspace);
        }
        return found;
    }

    synchronized void check(int keyspace, boolean withIndex) throws DriverException {
        values(keyspace);
        if (withIndex) {
            index(keyspace);
        }
    }

    synchronized boolean has(int keyspace) {
        return values.containsKey(keyspace);
    }

    synchronized long count(int keyspace) throws DriverException {
        return values(keyspace).size();
    }

    synchronized double bytes() {
        return values.values().stream().flatMap(map -> map.entrySet().stream())
                .mapToDouble(e -> e.getKey().length + e.getValue().length).sum();
    }

    /** Null when absent. */
    synchronized byte[] get(int keyspace, ByteBuffer key) throws DriverException {
        return values(keyspace).get(Buffers.bytes(key));
    }

    /** Applies the first updates of a transaction at once. */
    synchronized void apply(UpdateBatch updates, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            int keyspace = updates.keyspace(i);
            boolean delete = updates.isDelete(i);
            if (updates.hasEntries(i) || delete && indexes.containsKey(keyspace)) {
                replaceEntries(index(keyspace), updates, i);
            }
            if (delete) {
                values(keyspace).remove(Buffers.bytes(updates.key(i)));
            } else {
                values(keyspace).put(Buffers.bytes(updates.key(i)), Buffers.bytes(updates.value(i)));
            }
        }
    }

    private void replaceEntries(NavigableMap<byte[], byte[]> index, UpdateBatch updates, int i) throws Exception {
        byte[] list = Buffers.bytes(rows.list(updates.key(i)));
        byte[] old = index.remove(list);
        if (old != null) {
            rows.forEach(ByteBuffer.wrap(old), updates.key(i), row -> index.remove(Buffers.bytes(row)));
        }
        if (updates.hasEntries(i)) {
            rows.forEach(updates.entries(i), updates.key(i), row -> index.put(Buffers.bytes(row), NOTHING));
            index.put(list, Buffers.bytes(updates.entries(i)));
        }
    }

    /** Up to {@code most} keys and values from a key on. */
    synchronized List<Map.Entry<byte[], byte[]>> scan(int keyspace, ByteBuffer from, int most) throws DriverException {
        return firstOf(values(keyspace).tailMap(Buffers.bytes(from), true), most);
    }

    /** All keys and values. */
    synchronized List<Map.Entry<byte[], byte[]>> all(int keyspace) throws DriverException {
        return firstOf(values(keyspace), Integer.MAX_VALUE);
    }

    private static List<Map.Entry<byte[], byte[]>> firstOf(NavigableMap<byte[], byte[]> map, int most) {
        List<Map.Entry<byte[], byte[]>> first = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> entry : map.entrySet()) {
            if (first.size() == most) {
                break;
            }
            first.add(Map.entry(entry.getKey(), entry.getValue()));
        }
        return first;
    }

    /** As {@link KeyValueSession#query}; the visitor must not come back here. */
    synchronized void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            KeyValueSession.IndexVisitor visitor) throws Exception {
        for (byte[] row : index(keyspace).tailMap(Buffers.bytes(rows.start(index, from)), true).keySet()) {
            ByteBuffer found = ByteBuffer.wrap(row);
            if (!IndexRows.isUpTo(found, index, to) || !IndexRows.visit(found, terms, visitor)) {
                return;
            }
        }
    }
}
