package dev.tidemark.bench;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Inserts into RocksDB in the manner of YCSB's binding, which is not published as an artifact: a record is a map of
 * fields, written one after the other with their lengths into a growing array, whose copy is put. Made by YCSB through
 * its public constructor; the open database is in the properties under {@link #DATABASE}.
 */
public final class YcsbRocksDb extends DB {

    static final String DATABASE = "tidemark.database";

    private RocksDB database;

    @Override
    public void init() {
        database = (RocksDB) getProperties().get(DATABASE);
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        try {
            database.put(key.getBytes(StandardCharsets.UTF_8), serialised(values));
            return Status.OK;
        } catch (RocksDBException e) {
            return Status.ERROR;
        }
    }

    private static byte[] serialised(Map<String, ByteIterator> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        values.forEach((field, value) -> {
            write(out, length, field.getBytes(StandardCharsets.UTF_8));
            write(out, length, value.toArray());
        });
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, ByteBuffer length, byte[] bytes) {
        out.writeBytes(length.putInt(0, bytes.length).array());
        out.writeBytes(bytes);
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status scan(String table, String startKey, int count, Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String key) {
        return Status.NOT_IMPLEMENTED;
    }
}
