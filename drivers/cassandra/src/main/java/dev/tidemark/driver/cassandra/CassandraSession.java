package dev.tidemark.driver.cassandra;

import module java.base;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.keys.BatchedSession;
import dev.tidemark.core.driver.support.Buffers;

/** One worker's side: prepared statements, whose values are new each time, as the client wants them. */
final class CassandraSession extends BatchedSession<CassandraConnection>
        implements DocumentSession, StatementSession {

    private static final int ABSENT = KeyValueSession.ABSENT;
    private static final int PAGE = 1000;
    private static final Comparator<Row> BY_TERM = Comparator.<Row, ByteBuffer>comparing(row -> row.getByteBuffer(1),
            CassandraSession::compare).thenComparing(row -> row.getByteBuffer(0), CassandraSession::compare);

    private final CassandraTarget target;
    private final CqlStatements statements;
    /** Bytes of the largest document that a walk has met, at least 1; 0 before the first. */
    private int largest;

    CassandraSession(CassandraTarget target) {
        super(target.pool());
        this.target = target;
        statements = new CqlStatements(target.reading(), target.writing());
    }

    private static int compare(ByteBuffer a, ByteBuffer b) {
        return Arrays.compareUnsigned(Buffers.bytes(a), Buffers.bytes(b));
    }

    private CassandraTable indexed(int keyspace) throws DriverException {
        CassandraTable table = target.table(keyspace);
        if (!table.indexed()) {
            throw new DriverException("no index of keyspace " + keyspace + " in " + target.pool().settings());
        }
        return table;
    }

    private Row row(String cql, ByteBuffer key) throws Exception {
        ByteBuffer keyBytes = CassandraTable.copy(key);
        return call(connection -> connection.row(connection.bound(cql, target.reading(), keyBytes)));
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        Row row = row(target.table(keyspace).find(), key);
        ByteBuffer found = row == null ? null : row.getByteBuffer(0);
        if (found == null) {
            return ABSENT;
        }
        into.put(into.position(), found, found.position(), Math.min(found.remaining(), into.remaining()));
        return found.remaining();
    }

    /** {@inheritDoc} A column of its own, since CQL has no length of a blob. */
    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        Row row = row(target.table(keyspace).size(), key);
        return row == null || row.isNull(0) ? ABSENT : row.getInt(0);
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        target.table(keyspace);
        updates.put(keyspace, key, value);
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        indexed(keyspace);
        updates.put(keyspace, key, value, entries);
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        target.table(keyspace);
        updates.delete(keyspace, key);
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) {
        updates.put(CassandraTarget.DOCUMENTS, uri, content);
    }

    @Override
    public int findExisting() throws Exception {
        AtomicInteger found = new AtomicInteger();
        int failed = call(connection -> {
            List<Statement<?>> questions = new ArrayList<>();
            for (int i = 0; i < updates.count(); i++) {
                if (updates.keyspace(i) == CassandraTarget.DOCUMENTS) {
                    questions.add(connection.bound(target.table(CassandraTarget.DOCUMENTS).size(), target.reading(),
                            CassandraTable.copy(updates.key(i))));
                }
            }
            return connection.runAll(questions, answer -> found.addAndGet(answer.one() == null ? 0 : 1));
        });
        if (failed > 0) {
            throw new DriverException(failed + " of the documents could not be looked up");
        }
        return found.get();
    }

    @Override
    protected int store() throws Exception {
        return call(this::store);
    }

    private int store(CassandraConnection connection) throws Exception {
        List<Statement<?>> all = new ArrayList<>();
        List<BatchableStatement<?>> parts = new ArrayList<>();
        for (int i = 0; i < updates.count(); i++) {
            addTo(parts, connection, i);
            if (!target.loggedBatches()) {
                all.add(together(parts, BatchType.UNLOGGED));
                parts.clear();
            }
        }
        if (target.loggedBatches()) {
            all.add(together(parts, BatchType.LOGGED));
        }
        return connection.runAll(all, _ -> { });
    }

    /** Those of one partition change together whatever the type. */
    private Statement<?> together(List<BatchableStatement<?>> parts, BatchType type) {
        return parts.size() == 1 ? parts.getFirst() : BatchStatement.newInstance(type)
                .addAll(List.copyOf(parts)).setConsistencyLevel(target.writing());
    }

    /** Adds the statements of an update: each says when it was, so that what is sent at once has its order. */
    private void addTo(List<BatchableStatement<?>> parts, CassandraConnection connection, int update) throws Exception {
        CassandraTable table = target.table(updates.keyspace(update));
        ByteBuffer key = CassandraTable.copy(updates.key(update));
        long now = target.timestamp();
        if (table.indexed() && (updates.isDelete(update) || updates.hasEntries(update))) {
            parts.add(bound(connection, table.deleteEntries(), now - 1, key));
        }
        if (updates.isDelete(update)) {
            parts.add(bound(connection, table.delete(), now, key));
            return;
        }
        if (updates.hasEntries(update)) {
            addEntries(parts, connection, table, key, now, updates.entries(update));
        }
        ByteBuffer value = CassandraTable.copy(updates.value(update));
        parts.add(bound(connection, table.insert(), key, value.remaining(), value, now));
    }

    /** As {@link IndexEntries#encoded()} tells them. */
    private void addEntries(List<BatchableStatement<?>> parts, CassandraConnection connection, CassandraTable table,
            ByteBuffer key, long now, ByteBuffer entries) throws Exception {
        for (int at = entries.position(); at < entries.limit();) {
            byte[] entry = new byte[1 + (entries.get(at + 1) & 0xff)];
            entry[0] = entries.get(at);
            entries.get(at + 2, entry, 1, entry.length - 1);
            parts.add(bound(connection, table.insertEntry(), key, ByteBuffer.wrap(entry), CassandraTable.place(entry),
                    now));
            at += 1 + entry.length;
        }
    }

    private BoundStatement bound(CassandraConnection connection, String cql, Object... values) throws Exception {
        return connection.bound(cql, target.writing(), values);
    }

    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        return get(CassandraTarget.DOCUMENTS, uri, content);
    }

    @Override
    public void forEach(DocumentSession.Visitor visitor) throws Exception {
        ByteBuffer[] next = {null};
        do {
            for (Row row : page(target.table(CassandraTarget.DOCUMENTS).all(), inOneAnswer(), next)) {
                largest = Math.max(largest, Math.max(1, row.getByteBuffer(1).remaining()));
                if (!visitor.visit(row.getByteBuffer(0), row.getByteBuffer(1))) {
                    return;
                }
            }
        } while (next[0] != null);
    }

    /** Documents that one answer surely holds, if none is four times as large as all before. */
    private int inOneAnswer() {
        return largest == 0 ? 1 : Math.clamp(Failure.MOST_BYTES / 4 / largest, 1, PAGE);
    }

    /** The rows of one answer. @param next where it begins, null for the first one; then where the next does */
    private List<Row> page(String cql, int size, ByteBuffer[] next, Object... values) throws Exception {
        return call(connection -> {
            ResultSet answer = connection.run(connection.bound(cql, target.reading(), values).setPageSize(size)
                    .setPagingState(next[0]));
            List<Row> rows = new ArrayList<>();
            while (answer.getAvailableWithoutFetching() > 0) {
                rows.add(answer.one());
            }
            next[0] = answer.getExecutionInfo().getPagingState();
            return rows;
        });
    }

    /** {@inheritDoc} The nodes answer in the order of hashes, so that all rows are here before the first is told. */
    @Override
    public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexVisitor visitor) throws Exception {
        CassandraTable table = indexed(keyspace);
        List<Row> found = new ArrayList<>();
        ByteBuffer[] next = {null};
        do {
            found.addAll(page(table.query(), PAGE, next, CassandraTable.place(entry(index, from)),
                    CassandraTable.place(entry(index, to))));
        } while (next[0] != null);
        found.sort(BY_TERM);
        for (Row row : found) {
            ByteBuffer entry = row.getByteBuffer(1);
            if (!visitor.visit(row.getByteBuffer(0), terms ? entry.slice(1, entry.remaining() - 1) : null)) {
                return;
            }
        }
    }

    private static byte[] entry(int index, ByteBuffer term) {
        byte[] entry = new byte[1 + term.remaining()];
        entry[0] = (byte) index;
        term.get(term.position(), entry, 1, entry.length - 1);
        return entry;
    }

    @Override
    public void begin(boolean ownNamespace) throws Exception {
        if (ownNamespace) {
            throw new DriverException("the built-in scripts are written in SQL, and not in CQL; its statements stand "
                    + "in scripts of your own");
        }
        hold();
    }

    @Override
    public Optional<String> echo() {
        return Optional.of("SELECT (text) ? FROM system.local");
    }

    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        try {
            return call(connection -> statements.execute(connection, text, binding, columns));
        } catch (DriverException e) {
            if (e.getCause() instanceof CoordinatorException refused) {
                throw new StatementException(refused.getClass().getSimpleName(), e.getMessage(), e);
            }
            throw e.getCause() instanceof StatementException thrown ? thrown : e;
        }
    }

    /** {@inheritDoc} There is no transaction that could be open. */
    @Override
    public void end() {
        releaseConnection();
    }
}
