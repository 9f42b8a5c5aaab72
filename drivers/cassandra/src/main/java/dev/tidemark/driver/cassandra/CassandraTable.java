package dev.tidemark.driver.cassandra;

import module java.base;

/**
 * A table of keys and values, and perhaps one of their index entries, with the statements for them. Rows of one key in
 * both are of one partition, and change together. An entry is the number of its index and the term; its
 * {@code place} is a number that has the same order, since a storage-attached index has ranges of numbers alone.
 *
 * @param rows    the table's name in quotes, with its keyspace
 * @param entries the same of the table of entries
 * @param indexed whether that is there
 */
record CassandraTable(String rows, String entries, boolean indexed, String find, String size, String insert,
        String delete, String insertEntry, String deleteEntries, String query) {

    private static final String COLUMNS = " (key blob PRIMARY KEY, size int, value blob)";
    private static final String COLUMNS_OF_ENTRIES = " (key blob, entry blob, place decimal, PRIMARY KEY (key, entry))";
    private static final String AT = " USING TIMESTAMP ?";

    static CassandraTable of(String rows, String entries, boolean indexed) {
        return new CassandraTable(rows, entries, indexed, "SELECT value FROM " + rows + " WHERE key = ?",
                "SELECT size FROM " + rows + " WHERE key = ?",
                "INSERT INTO " + rows + " (key, size, value) VALUES (?, ?, ?)" + AT,
                "DELETE FROM " + rows + AT + " WHERE key = ?",
                "INSERT INTO " + entries + " (key, entry, place) VALUES (?, ?, ?)" + AT,
                "DELETE FROM " + entries + AT + " WHERE key = ?",
                "SELECT key, entry FROM " + entries + " WHERE place >= ? AND place <= ?");
    }

    /** @param options as they stand behind the columns */
    String make(String options) {
        return "CREATE TABLE IF NOT EXISTS " + rows + COLUMNS + options;
    }

    /** The same of the table of entries. */
    String makeEntries(String options) {
        return "CREATE TABLE IF NOT EXISTS " + entries + COLUMNS_OF_ENTRIES + options;
    }

    String makeIndex() {
        return "CREATE INDEX IF NOT EXISTS ON " + entries + " (place) USING 'sai'";
    }

    /** All keys, in the order of their hashes. */
    String keys() {
        return "SELECT key FROM " + rows;
    }

    /** The same with values. */
    String all() {
        return "SELECT key, value FROM " + rows;
    }

    /** The bytes of an entry as a fraction to the base 256, in which no digit is 0. */
    static BigDecimal place(byte[] entry) {
        return new BigDecimal(new BigInteger(1, entry)).divide(new BigDecimal(BigInteger.TWO.pow(8 * entry.length)));
    }

    /** A copy of a buffer's bytes, which the client may send later. */
    static ByteBuffer copy(ByteBuffer bytes) {
        ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
        return copy.put(0, bytes, bytes.position(), bytes.remaining());
    }
}
