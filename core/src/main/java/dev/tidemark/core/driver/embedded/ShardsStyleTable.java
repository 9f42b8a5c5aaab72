package dev.tidemark.core.driver.embedded;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.Walk.Depth;
import dev.tidemark.core.driver.support.Closing;

/** Documents of a style in a table of their own in each shard. A key ends in the eight bytes of a document's id. */
final class ShardsStyleTable<T, S extends SortedStore<T>> implements StyleTable {

    private static final int FIRST_VALUE = 4096;

    private final Shards<T, S> shards;
    private final ApiStyle style;
    private final String name;
    private final List<T> tables;

    ShardsStyleTable(Shards<T, S> shards, ApiStyle style, String name) throws DriverException {
        this.shards = shards;
        this.style = style;
        this.name = name;
        this.tables = shards.makeStyle(name);
    }

    private static ByteBuffer id(byte[] key) {
        return ByteBuffer.wrap(key, key.length - Long.BYTES, Long.BYTES);
    }

    private int shardOf(byte[] key) {
        return tables.size() == 1 ? 0 : ShardRouter.shardOfKey(id(key), tables.size());
    }

    @Override
    public byte[] key(long id) {
        byte[] key = StyleTable.super.key(id);
        int shard = shardOf(key);
        return shards.stores().get(shard).styleKey(tables.get(shard), key);
    }

    /** {@inheritDoc} Over several shards there are no styles with batches, which would be several. */
    @Override
    public StyleWriter writer() throws DriverException {
        List<StyleWriter> writers = new ArrayList<>();
        try {
            for (int i = 0; i < tables.size(); i++) {
                writers.add(shards.stores().get(i).styleWriter(style, tables.get(i)));
            }
        } catch (DriverException | RuntimeException e) {
            Closing.after(e, writers, StyleWriter::close);
            throw e;
        }
        return writers.size() == 1 ? writers.getFirst() : new Writers(writers);
    }

    private final class Writers implements StyleWriter.Single {

        private final List<StyleWriter> writers;

        Writers(List<StyleWriter> writers) {
            this.writers = writers;
        }

        @Override
        public boolean has(byte[] key) throws Exception {
            return writers.get(shardOf(key)).has(key);
        }

        @Override
        public void put(byte[] key, byte[] value) throws Exception {
            writers.get(shardOf(key)).put(key, value);
        }

        @Override
        public void close() throws DriverException {
            Closing.all(writers, StyleWriter::close);
        }
    }

    @Override
    public long count() throws DriverException {
        long count = 0;
        for (int i = 0; i < tables.size(); i++) {
            int shard = i;
            count += with(shard, "count documents", access -> {
                try (SortedStore.Cursor at = access.walk(tables.get(shard), Depth.KEYS)) {
                    long keys = 0;
                    while (at.next()) {
                        keys++;
                    }
                    return keys;
                }
            });
        }
        return count;
    }

    @Override
    public byte[] find(byte[] key) throws DriverException {
        int shard = shardOf(key);
        return with(shard, "read a document", access -> {
            ByteBuffer id = ByteBuffer.allocateDirect(Long.BYTES).put(id(key)).flip();
            ByteBuffer value = ByteBuffer.allocateDirect(FIRST_VALUE);
            int size = access.get(tables.get(shard), id, value);
            if (size > value.capacity()) {
                value = ByteBuffer.allocateDirect(size);
                size = access.get(tables.get(shard), id, value);
            }
            if (size == KeyValueSession.ABSENT) {
                return null;
            }
            byte[] found = new byte[size];
            value.get(0, found);
            return found;
        });
    }

    private interface TableCall<T, R> {
        R of(SortedStore.Access<T> access) throws Exception;
    }

    private <R> R with(int shard, String activity, TableCall<T, R> use) throws DriverException {
        try (SortedStore.Access<T> access = shards.stores().get(shard).access()) {
            return use.of(access);
        } catch (DriverException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DriverException("the engine could not " + activity + " in " + shards.folder() + ": "
                    + e.getMessage(), e);
        }
    }

    @Override
    public void drop() throws DriverException {
        shards.removeStyle(name);
    }
}
