package dev.tidemark.bench.support;

import module java.base;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Stores records in RocksDB in the manner of YCSB's binding, which is not published as an artifact: a record is a map
 * of fields, written one after the other with their lengths into a growing array, whose copy is put; what is read is an
 * array of its own, taken apart again. Updates are of whole records, so nothing needs to be read before. Made by YCSB
 * through its public constructor; the open database is in the properties under {@link #DATABASE}.
 */
public final class YcsbRocksDb extends DB {

    public static final String DATABASE = "tidemark.database";

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

    /** @throws IllegalStateException when there is no such record, which ends YCSB's thread */
    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        try {
            byte[] record = database.get(key.getBytes(StandardCharsets.UTF_8));
            if (record == null) {
                throw new IllegalStateException("no record " + key);
            }
            takeApart(record, fields, result);
            return Status.OK;
        } catch (RocksDBException e) {
            return Status.ERROR;
        }
    }

    /** @param fields those wanted; null for all */
    private static void takeApart(byte[] record, Set<String> fields, Map<String, ByteIterator> result) {
        ByteBuffer lengths = ByteBuffer.wrap(record);
        for (int at = 0; at < record.length;) {
            int nameLength = lengths.getInt(at);
            String field = new String(record, at + Integer.BYTES, nameLength, StandardCharsets.UTF_8);
            at += Integer.BYTES + nameLength;
            int valueLength = lengths.getInt(at);
            if (fields == null || fields.contains(field)) {
                result.put(field, new ByteArrayByteIterator(record, at + Integer.BYTES, valueLength));
            }
            at += Integer.BYTES + valueLength;
        }
    }

    @Override
    public Status scan(String table, String startKey, int count, Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return insert(table, key, values);
    }

    @Override
    public Status delete(String table, String key) {
        return Status.NOT_IMPLEMENTED;
    }
}
