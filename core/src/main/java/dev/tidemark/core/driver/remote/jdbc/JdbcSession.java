package dev.tidemark.core.driver.remote.jdbc;

import module java.base;
import module java.sql;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.Walk;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.support.Buffers;

/**
 * One worker's side: prepared statements, whose arrays are new each time, as JDBC wants it. Reads are statements by
 * themselves; so is a transaction of one update. Larger ones are sent as batches between a begin and a commit.
 */
public class JdbcSession extends RemoteSession<JdbcConnection>
        implements DocumentSession, KeyValueSession, StatementSession {

    private static final int ABSENT = KeyValueSession.ABSENT;
    /** How many documents one statement asks for. */
    private static final int MAX_KEYS_PER_STATEMENT = 256;
    private static final int MOST_STATEMENTS = 1024;

    private final JdbcTarget target;
    private final SqlTable documents;
    private final SqlTransaction transaction;
    private final List<byte[]> uris = new ArrayList<>();
    private final Map<String, SqlStatement> statements = new HashMap<>();
    private final SqlStatement.Bound bound = new SqlStatement.Bound();
    private final Map<List<String>, SqlStatement> pipelines = new HashMap<>();
    /** Whether a statement has begun a transaction that none has ended, for what the words of statements tell. */
    private boolean begun;
    /** Whether each statement is part of a transaction that none has begun, by what is set for the beginning. */
    private boolean implicit;
    /** Whether one has written in such that none has ended. */
    private boolean unsaved;
    /** Whether the server committed each statement by itself when the operation began. */
    private boolean autocommits;
    private final Connections.Call<JdbcConnection, Void> beginning = this::begun;
    private final Connections.Call<JdbcConnection, Boolean> ending = this::ended;
    /** Why what was wanted last has failed; null while it has not. */
    private SQLException refused;

    protected JdbcSession(JdbcTarget target) {
        super(target.pools().work(), target.pools().reads());
        this.target = target;
        documents = target.namespace().documents();
        transaction = new SqlTransaction(target.namespace().dialect().documentInsert());
    }

    @Override
    public int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        SqlTable table = target.table(keyspace);
        byte[] keyBytes = Buffers.bytes(key);
        return Buffers.answer(reading(connection -> connection.bytes(table.find(), keyBytes)), into);
    }

    @Override
    public int head(int keyspace, ByteBuffer key) throws Exception {
        SqlTable table = target.table(keyspace);
        byte[] keyBytes = Buffers.bytes(key);
        return reading(connection -> connection.number(table.size(), keyBytes));
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        transaction.put(target.table(keyspace), Buffers.bytes(key), Buffers.bytes(value));
    }

    @Override
    public void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        transaction.put(target.indexed(keyspace), Buffers.bytes(key), Buffers.bytes(value),
                Buffers.bytes(entries.encoded()));
    }

    @Override
    public void delete(int keyspace, ByteBuffer key) throws Exception {
        transaction.delete(target.table(keyspace), Buffers.bytes(key));
    }

    @Override
    public void add(ByteBuffer uri, ByteBuffer content) {
        byte[] key = Buffers.bytes(uri);
        uris.add(key);
        transaction.insert(documents, key, Buffers.bytes(content));
    }

    @Override
    public int findExisting() throws Exception {
        int found = 0;
        for (int from = 0; from < uris.size(); from += MAX_KEYS_PER_STATEMENT) {
            List<byte[]> some = uris.subList(from, Math.min(uris.size(), from + MAX_KEYS_PER_STATEMENT));
            found += call(connection -> existing(connection, some));
        }
        return found;
    }

    /** So that there are few statements, the last one is asked for as often as it takes to the next power of two. */
    private int existing(JdbcConnection connection, List<byte[]> some) throws SQLException {
        int count = Integer.highestOneBit(2 * some.size() - 1);
        PreparedStatement statement = connection.prepared(target.namespace().existing(count));
        for (int i = 0; i < count; i++) {
            statement.setBytes(i + 1, some.get(Math.min(i, some.size() - 1)));
        }
        try (ResultSet found = statement.executeQuery()) {
            found.next();
            return found.getInt(1);
        }
    }

    /** {@inheritDoc} All or none here. */
    @Override
    public int commit() throws Exception {
        try {
            if (!transaction.isEmpty()) {
                int retries = call(transaction::store);
                if (retries > 0) {
                    target.storedAgain(retries);
                }
            }
            return 0;
        } finally {
            rollback();
        }
    }

    @Override
    public void rollback() {
        transaction.clear();
        uris.clear();
    }

    /** {@inheritDoc} From where documents are written: it tells which are there, and not which are there already. */
    @Override
    public int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        byte[] keyBytes = Buffers.bytes(uri);
        return Buffers.answer(call(connection -> connection.bytes(documents.find(), keyBytes)), content);
    }

    @Override
    public void forEach(DocumentSession.Visitor visitor) throws Exception {
        boolean[] more = {true};
        try (Walk walk = target.walk(documents, Walk.Depth.VALUES)) {
            while (more[0] && walk.next(1, (uri, size, content) -> more[0] = visitor.visit(uri, content)) > 0) {
                // all is done by the visitor
            }
        }
    }

    @Override
    public Walk walk(int keyspace, Walk.Depth depth) throws Exception {
        return target.walk(target.table(keyspace), depth);
    }

    @Override
    public int scan(int keyspace, ByteBuffer from, int most, RowVisitor visitor) throws Exception {
        SqlTable table = target.table(keyspace);
        byte[] first = Buffers.bytes(from);
        List<byte[]> found = reading(connection -> {
            PreparedStatement scan = connection.prepared(table.scan());
            scan.setBytes(1, first);
            scan.setInt(2, most);
            return pairs(scan);
        });
        for (int i = 0; i < found.size(); i += 2) {
            visitor.visit(ByteBuffer.wrap(found.get(i)), ByteBuffer.wrap(found.get(i + 1)));
        }
        return found.size() / 2;
    }

    /** The two columns of all rows in turn; the client has them all when it answers. */
    private static List<byte[]> pairs(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            List<byte[]> all = new ArrayList<>();
            while (rows.next()) {
                all.add(JdbcConnection.notNull(rows.getBytes(1)));
                all.add(JdbcConnection.notNull(rows.getBytes(2)));
            }
            return all;
        }
    }

    @Override
    public void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexVisitor visitor) throws Exception {
        SqlIndex of = target.indexed(keyspace).index();
        byte[] first = Buffers.bytes(from);
        byte[] last = Buffers.bytes(to);
        List<byte[]> found = reading(connection -> {
            PreparedStatement query = connection.prepared(of.query());
            query.setShort(1, (short) index);
            query.setBytes(2, first);
            query.setBytes(3, last);
            return pairs(query);
        });
        boolean more = true;
        for (int i = 0; more && i < found.size(); i += 2) {
            more = visitor.visit(ByteBuffer.wrap(found.get(i)), terms ? ByteBuffer.wrap(found.get(i + 1)) : null);
        }
    }

    @Override
    public void begin(boolean ownNamespace) throws Exception {
        hold();
        if (ownNamespace) {
            call(connection -> {
                target.namespace().use(connection);
                return null;
            });
        }
        call(beginning);
    }

    private Void begun(JdbcConnection connection) throws SQLException {
        connection.commitAsSet();
        implicit = !connection.committing();
        autocommits = connection.dialect().autocommits(connection.jdbc());
        return null;
    }

    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        return execute(statement(text), binding, columns);
    }

    @Override
    public int executeAll(List<String> texts, Binding binding, Columns columns) throws Exception {
        SqlStatement found = pipelines.get(texts);
        if (found == null) {
            if (pipelines.size() == MOST_STATEMENTS) {
                pipelines.clear();
            }
            found = SqlStatement.of(texts, dialect());
            pipelines.put(List.copyOf(texts), found);
        }
        return execute(found, binding, columns);
    }

    @Override
    public void copy(String table, List<String> columns, List<String[]> rows) throws Exception {
        BulkRows bulk = dialect().bulkRows()
                .orElseThrow(() -> new DriverException("rows cannot be copied into a table"));
        userStatement(connection -> {
            unsaved |= implicit;
            bulk.store(connection, table, columns, rows);
            return null;
        });
    }

    private int execute(SqlStatement statement, Binding binding, Columns columns) throws Exception {
        begun |= statement.begins(); // one of several may have, although what followed it was refused
        unsaved |= implicit && statement.writes().contains(true);
        int rows = carriedOut(statement, binding, columns);
        begun = statement.kind() == SqlStatement.Kind.NEITHER ? begun : statement.kind() == SqlStatement.Kind.BEGINS;
        unsaved &= !statement.saves();
        return rows;
    }

    private int carriedOut(SqlStatement statement, Binding binding, Columns columns) throws Exception {
        try {
            return userStatement(connection -> statement.execute(connection, binding, columns, bound));
        } catch (StatementException | TimeoutException e) {
            if (dialect().losesStep(statement.text())) {
                giveUp();
            }
            throw e;
        }
    }

    private SqlDialect dialect() {
        return target.namespace().dialect();
    }

    @Override
    public Optional<String> echo() {
        return dialect().echo();
    }

    private SqlStatement statement(String text) {
        SqlStatement found = statements.get(text);
        if (found == null) {
            if (statements.size() == MOST_STATEMENTS) {
                statements.clear();
            }
            found = SqlStatement.of(text, dialect());
            statements.put(text, found);
        }
        return found;
    }

    @Override
    public Optional<String> forgets() {
        return dialect().forgets();
    }

    @Override
    public List<String> connectionState() throws Exception {
        return call(JdbcConnection::connectionState);
    }

    @Override
    public long written() {
        return bound.written();
    }

    @Override
    public long returned() {
        return bound.returned();
    }

    @Override
    public Optional<List<String>> describe(String text, Binding binding) throws Exception {
        SqlStatement statement = statement(text);
        try {
            return userStatement(connection -> statement.describe(connection, binding, bound));
        } catch (StatementException e) {
            if (!SqlStates.isOfStatement(e.state())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Does something of the user's; what is refused keeps its SQL state, and the database's number for it. */
    private <T> T userStatement(Connections.Call<JdbcConnection, T> work) throws Exception {
        refused = null;
        try {
            return call(connection -> attempt(connection, work));
        } catch (DriverException | OverloadedException e) {
            String state = refused == null || !holds() ? null : dialect().state(refused);
            if (state == null) {
                throw e;
            }
            throw new StatementException(state, refused.getErrorCode(), e.getMessage(), e);
        }
    }

    private <T> T attempt(JdbcConnection connection, Connections.Call<JdbcConnection, T> work) throws Exception {
        try {
            return work.on(connection);
        } catch (SQLException e) {
            refused = e;
            throw e;
        }
    }

    @Override
    public void end() throws Exception {
        boolean open;
        try {
            open = holds() && call(ending);
        } catch (Exception | Error e) {
            giveUp(); // nobody is to go on where this left off
            throw e;
        } finally {
            begun = false;
            unsaved = false;
            releaseConnection();
        }
        if (open) {
            throw StatementException.leftOpen();
        }
    }

    /** Leaves a connection as the operation found it. @return whether a transaction was open */
    private boolean ended(JdbcConnection connection) throws SQLException {
        boolean open = switch (connection.dialect().transaction(connection.jdbc())) {
            case NONE -> false;
            case OPEN -> true;
            case UNKNOWN -> begun || unsaved && !connection.jdbc().getAutoCommit(); // an end may have turned it on
        };
        if (open) {
            connection.execute("ROLLBACK");
        }
        if (connection.dialect().autocommits(connection.jdbc()) != autocommits) {
            connection.execute("SET autocommit = " + (autocommits ? 1 : 0));
        }
        return open;
    }

    @Override
    public void close() throws DriverException {
        rollback();
        super.close();
    }
}
