package dev.tidemark.bench.server;

import module java.base;
import module java.sql;

/** The two statements that a table of keys and values needs, prepared once; a key is its number in eight bytes. */
final class BareSql implements BareClient {

    private final Connection connection;
    private final PreparedStatement get;
    private final PreparedStatement put;

    BareSql(Connection connection, String get, String put) throws Exception {
        this.connection = connection;
        this.get = connection.prepareStatement(get);
        this.put = connection.prepareStatement(put);
    }

    private static byte[] bytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    @Override
    public void get(long[] keys) throws Exception {
        for (long key : keys) {
            get.setBytes(1, bytes(key));
            try (ResultSet row = get.executeQuery()) {
                if (!row.next() || row.getBytes(1) == null) {
                    throw new IllegalStateException("key " + key + " is not there");
                }
            }
        }
    }

    @Override
    public void put(long key, byte[] value) throws Exception {
        put.setBytes(1, bytes(key));
        put.setBytes(2, value);
        put.executeUpdate();
    }

    @Override
    public void close() throws Exception {
        connection.close();
    }
}
