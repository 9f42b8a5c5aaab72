package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.IndexEntries;

/**
 * The updates of a transaction until it is committed. They go to the server in the order of their keys, so that
 * transactions of the same keys do not lock each other out; of several updates of one key only the last does. A client
 * of JDBC wants arrays, so that is how they are kept.
 */
final class SqlTransaction {

    /**
     * @param value   null for a deletion
     * @param entries of the key in the index from now on, as of {@code IndexEntries.encoded};
     *                null where they stay as they are
     */
    private record Update(SqlTable table, byte[] key, byte[] value, byte[] entries) {

        boolean ofSameKey(Update other) {
            return table.order() == other.table.order() && Arrays.equals(key, other.key);
        }
    }

    private static final byte[] NO_ENTRIES = {};
    /** Of values in one statement of several rows. */
    private static final int MOST_BYTES = 1 << 20;
    /** More than two only where others keep deleting the same key. */
    private static final int MOST_TRIES = 4;
    private static final Comparator<Update> BY_KEY = Comparator.<Update>comparingInt(u -> u.table.order())
            .thenComparing(Update::key, Arrays::compareUnsigned);

    private final List<Update> updates = new ArrayList<>();
    private final BulkInsert documentInsert;
    /** Of {@link #documentInsert}. */
    private final List<byte[]> rows = new ArrayList<>();
    private SqlTable documents;

    /** @param documentInsert how new documents are stored; empty for statements like others */
    SqlTransaction(Optional<BulkInsert> documentInsert) {
        this.documentInsert = documentInsert.orElse(null);
    }

    /** A document, which is not there yet. */
    void insert(SqlTable table, byte[] key, byte[] value) {
        if (documentInsert == null) {
            put(table, key, value);
        } else {
            documents = table;
            rows.add(key);
            rows.add(value);
        }
    }

    void put(SqlTable table, byte[] key, byte[] value) {
        updates.add(new Update(table, key, value, null));
    }

    void put(SqlTable table, byte[] key, byte[] value, byte[] entries) {
        updates.add(new Update(table, key, value, entries));
    }

    void delete(SqlTable table, byte[] key) {
        updates.add(new Update(table, key, null, table.index() == null ? null : NO_ENTRIES));
    }

    void clear() {
        updates.clear();
        rows.clear();
    }

    boolean isEmpty() {
        return updates.isEmpty() && rows.isEmpty();
    }

    /**
     * Where a database finds in two steps that a row is missing and adds it, as MERGE does in many, another writer of
     * that key may have come between: then the row is there and is replaced at the next try. A document that is there
     * already stays there, so there is none.
     *
     * @return how often it was tried again
     */
    int store(JdbcConnection connection) throws SQLException {
        for (int tries = 1;; tries++) {
            try {
                tryToStore(connection);
                return tries - 1;
            } catch (SQLException e) {
                if (tries == MOST_TRIES || !rows.isEmpty() || !SqlStates.violatesConstraint(e)) {
                    throw e;
                }
            }
        }
    }

    private void tryToStore(JdbcConnection connection) throws SQLException {
        if (!rows.isEmpty()) {
            List<Update> last = lastOfEachKey();
            connection.transaction(c -> {
                documentInsert.store(c.jdbc(), documents.name(), rows);
                storeAll(c, last);
            });
        } else if (updates.size() == 1 && updates.getFirst().entries == null) {
            storeOne(connection, updates.getFirst());
        } else {
            List<Update> last = lastOfEachKey();
            connection.transaction(c -> storeAll(c, last));
        }
    }

    /** A script may have been on the connection before. */
    private static void storeOne(JdbcConnection connection, Update update) throws SQLException {
        connection.commitEach();
        bind(connection, update).executeUpdate();
    }

    private static PreparedStatement bind(JdbcConnection connection, Update update) throws SQLException {
        boolean delete = update.value == null;
        PreparedStatement statement = connection.prepared(delete ? update.table.delete() : update.table.upsert());
        statement.setBytes(1, update.key);
        if (!delete) {
            statement.setBytes(2, update.value);
        }
        return statement;
    }

    private List<Update> lastOfEachKey() {
        updates.sort(BY_KEY);
        List<Update> last = new ArrayList<>(updates.size());
        for (Update update : updates) {
            Update before = last.isEmpty() || !last.getLast().ofSameKey(update) ? null : last.removeLast();
            last.add(before == null || update.entries != null ? update
                    : new Update(update.table, update.key, update.value, before.entries));
        }
        return last;
    }

    private static void storeAll(JdbcConnection connection, List<Update> all) throws SQLException {
        Batch batch = new Batch();
        for (int at = 0; at < all.size();) {
            int power = powerOfRows(all, at);
            if (power == 0) {
                batch.add(bind(connection, all.get(at)));
            } else {
                batch.execute();
                storeRows(connection, all.subList(at, at + (1 << power)));
            }
            at += 1 << power;
        }
        batch.execute();
        for (Update update : all) {
            if (update.entries != null) {
                PreparedStatement remove = connection.prepared(update.table.index().remove());
                remove.setBytes(1, update.key);
                batch.add(remove);
            }
        }
        batch.execute();
        for (Update update : all) {
            if (update.entries != null) {
                addEntries(connection, update, batch);
            }
        }
        batch.execute();
    }

    /** How many of the updates from one on are stored by one statement, as a power of two. */
    private static int powerOfRows(List<Update> all, int from) {
        SqlTable table = all.get(from).table;
        long bytes = 0;
        int rows = 0;
        for (Update update : all.subList(from, Math.min(all.size(), from + (1 << table.upserts().size() - 1)))) {
            bytes += update.value == null ? 0 : update.value.length;
            if (update.value == null || update.table.order() != table.order() || rows > 0 && bytes > MOST_BYTES) {
                break;
            }
            rows++;
        }
        return rows == 0 ? 0 : Integer.SIZE - 1 - Integer.numberOfLeadingZeros(rows);
    }

    private static void storeRows(JdbcConnection connection, List<Update> rows) throws SQLException {
        SqlTable table = rows.getFirst().table;
        PreparedStatement statement = connection.prepared(
                table.upserts().get(Integer.numberOfTrailingZeros(rows.size())));
        int parameter = 1;
        for (Update row : rows) {
            statement.setBytes(parameter++, row.key);
            statement.setBytes(parameter++, row.value);
        }
        statement.executeUpdate();
    }

    /** Encoded as {@link dev.tidemark.core.driver.IndexEntries} says; one that is there twice is stored once. */
    private static void addEntries(JdbcConnection connection, Update update, Batch batch) throws SQLException {
        PreparedStatement insert = connection.prepared(update.table.index().insert());
        byte[] entries = update.entries;
        for (int at = 0; at < entries.length;) {
            int end = at + 2 + (entries[at + 1] & 0xff);
            if (!isBefore(entries, at, end)) {
                insert.setShort(1, (short) (entries[at] & 0xff));
                insert.setBytes(2, Arrays.copyOfRange(entries, at + 2, end));
                insert.setBytes(3, update.key);
                batch.add(insert);
            }
            at = end;
        }
    }

    /** Whether an entry stands before itself, too. */
    private static boolean isBefore(byte[] entries, int from, int to) {
        for (int at = 0; at < from;) {
            int end = at + 2 + (entries[at + 1] & 0xff);
            if (Arrays.equals(entries, at, end, entries, from, to)) {
                return true;
            }
            at = end;
        }
        return false;
    }

    /** Statements with parameters that go to the server together, as long as they are of one text. */
    private static final class Batch {

        private PreparedStatement open;

        /** Statements of one text are one object. */
        void add(PreparedStatement bound) throws SQLException {
            if (open != bound) {
                execute();
                open = bound;
            }
            bound.addBatch();
        }

        void execute() throws SQLException {
            if (open != null) {
                JdbcConnection.executeBatch(open);
                open = null;
            }
        }
    }
}
