package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.DocumentSession;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.IndexEntries;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.OverloadedException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.IndexRows;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A session of Jedis, whose arrays and commands are new each time: that is how it is used. A transaction of one put is
 * a SET, of several an MSET, and of anything else a MULTI.
 */
class RedisSession extends RemoteSession<RedisConnection>
        implements DocumentSession, KeyValueSession, StatementSession {

    private static final int ABSENT = KeyValueSession.ABSENT;
    private static final byte[] NOTHING = {};

    private final RedisTarget target;
    private final byte[] documents;
    /** The open transaction. */
    private final List<CommandArguments> commands = new ArrayList<>();
    private final List<byte[]> uris = new ArrayList<>();
    private final RedisStatements statements = new RedisStatements();
    /** Bytes of the largest document that a walk has met, at least 1; 0 before the first. */
    private int largest;
    /** Whether the transaction puts values and does nothing else. */
    private boolean plain = true;

    RedisSession(RedisTarget target) {
        super(target.pool(), target.reads());
        this.target = target;
        documents = target.documents();
    }

    final Keyspace keyspace(int number) throws DriverException {
        return target.keyspace(number);
    }

    private Keyspace indexed(int number) throws DriverException {
        Keyspace keyspace = keyspace(number);
        if (!keyspace.indexed()) {
            throw new DriverException("no index of keyspace " + number + " in " + target.pool().settings());
        }
        return keyspace;
    }

    @Override
    public final int get(int keyspace, ByteBuffer key, ByteBuffer into) throws Exception {
        byte[] whole = keyspace(keyspace).key(key);
        return Buffers.answer(reading(connection -> connection.bytes(new CommandArguments(Command.GET).add(whole))),
                into);
    }

    /** {@inheritDoc} The server tells the size of what is not there as 0. */
    @Override
    public final int head(int keyspace, ByteBuffer key) throws Exception {
        byte[] whole = keyspace(keyspace).key(key);
        long size = reading(connection -> connection.number(new CommandArguments(Command.STRLEN).add(whole)));
        return size > 0 || reading(connection -> connection.number(new CommandArguments(Command.EXISTS).add(whole))) > 0
                ? (int) size : ABSENT;
    }

    @Override
    public final void put(int keyspace, ByteBuffer key, ByteBuffer value) throws Exception {
        put(keyspace(keyspace), key, value);
    }

    private void put(Keyspace keyspace, ByteBuffer key, ByteBuffer value) {
        set(keyspace.key(key), value);
        if (keyspace.ordered()) {
            add(new CommandArguments(Command.ZADD).add(keyspace.keys()).add(0).add(Buffers.bytes(key)));
        }
    }

    private void set(byte[] key, ByteBuffer value) {
        commands.add(new CommandArguments(Command.SET).add(key).add(Buffers.bytes(value)));
    }

    private void add(CommandArguments command) {
        commands.add(command);
        plain = false;
    }

    @Override
    public final void put(int keyspace, ByteBuffer key, ByteBuffer value, IndexEntries entries) throws Exception {
        Keyspace indexed = indexed(keyspace);
        put(indexed, key, value);
        add(Scripts.replaceEntries(indexed, key, Buffers.bytes(entries.encoded())));
    }

    @Override
    public final void delete(int keyspace, ByteBuffer key) throws Exception {
        Keyspace from = keyspace(keyspace);
        add(new CommandArguments(Command.DEL).add(from.key(key)));
        if (from.ordered()) {
            add(new CommandArguments(Command.ZREM).add(from.keys()).add(Buffers.bytes(key)));
        }
        if (from.indexed()) {
            add(Scripts.replaceEntries(from, key, NOTHING));
        }
    }

    @Override
    public final void add(ByteBuffer uri, ByteBuffer content) {
        byte[] key = Keyspace.key(documents, uri);
        uris.add(key);
        set(key, content);
    }

    @Override
    public final int findExisting() throws Exception {
        if (uris.isEmpty()) {
            return 0;
        }
        return Math.toIntExact(call(connection -> connection.countExisting(uris)));
    }

    /** {@inheritDoc} All or none here, but in a cluster. */
    @Override
    public final int commit() throws Exception {
        try {
            return commands.isEmpty() ? 0 : commands.size() - call(this::write).size();
        } finally {
            rollback();
        }
    }

    /** @return the commands that were carried out, which are the updates in a cluster, where some may not be */
    private List<CommandArguments> write(RedisConnection connection) {
        List<CommandArguments> done = carriedOut(connection);
        if (target.waitReplicas() > 0) {
            connection.awaitReplicas(done, target.waitReplicas(), target.pool().settings().operationTimeout());
        }
        return done;
    }

    private List<CommandArguments> carriedOut(RedisConnection connection) {
        if (commands.size() == 1) {
            connection.ask(commands.getFirst());
            return commands;
        }
        return plain ? connection.putAll(commands) : connection.transaction(commands);
    }

    @Override
    public final void rollback() {
        commands.clear();
        uris.clear();
        plain = true;
    }

    @Override
    public final int read(ByteBuffer uri, ByteBuffer content) throws Exception {
        byte[] key = Keyspace.key(documents, uri);
        return Buffers.answer(call(connection -> connection.bytes(new CommandArguments(Command.GET).add(key))), content);
    }

    @Override
    public final void forEach(DocumentSession.Visitor visitor) throws Exception {
        KeyPages pages = new KeyPages(documents);
        DistinctKeys met = new DistinctKeys();
        while (!pages.atEnd()) {
            List<byte[]> keys = call(pages::next);
            keys.removeIf(key -> !met.add(key, documents.length));
            if (!keys.isEmpty() && !visit(keys, visitor)) {
                return;
            }
        }
    }

    /** As many with one request as one answer surely holds, if none is four times as large as all before. */
    private boolean visit(List<byte[]> keys, DocumentSession.Visitor visitor) throws Exception {
        for (int from = 0; from < keys.size();) {
            int most = largest == 0 ? 1 : Math.max(1, Failure.MOST_BYTES / 4 / largest);
            int to = Math.min(keys.size(), from + most);
            if (!visitAtOnce(keys.subList(from, to), visitor)) {
                return false;
            }
            from = to;
        }
        return true;
    }

    private boolean visitAtOnce(List<byte[]> keys, DocumentSession.Visitor visitor) throws Exception {
        List<byte[]> contents = call(connection -> connection.values(keys));
        contents.forEach(content -> largest = Math.max(largest, content == null ? 1 : content.length));
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i);
            byte[] content = contents.get(i);
            if (content != null && !visitor.visit(ByteBuffer.wrap(Arrays.copyOfRange(key, documents.length,
                    key.length)), ByteBuffer.wrap(content))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final int scan(int keyspace, ByteBuffer from, int most, RowVisitor visitor) throws Exception {
        Keyspace of = keyspace(keyspace);
        if (!of.ordered()) {
            throw new DriverException("keyspace " + keyspace + " has no order to scan in; make it with "
                    + RedisParams.ORDERED_KEYS.name() + ": true");
        }
        List<byte[]> found = reading(connection -> connection.list(Scripts.scan(of, from, most)));
        for (int i = 0; i < found.size(); i += 2) {
            visitor.visit(ByteBuffer.wrap(found.get(i)), ByteBuffer.wrap(found.get(i + 1)));
        }
        return found.size() / 2;
    }

    /** {@inheritDoc} The server answers with all of them at once. */
    @Override
    public final void query(int keyspace, int index, ByteBuffer from, ByteBuffer to, boolean terms,
            IndexVisitor visitor) throws Exception {
        CommandArguments query = Scripts.query(indexed(keyspace), index, from, to);
        List<byte[]> rows = reading(connection -> connection.list(query));
        for (byte[] row : rows) {
            if (!IndexRows.visit(ByteBuffer.wrap(row), terms, visitor)) {
                return;
            }
        }
    }

    @Override
    public final void begin(boolean ownNamespace) throws Exception {
        if (ownNamespace) {
            throw new DriverException("Redis has no tables for the built-in scripts; its commands stand in scripts of "
                    + "your own");
        }
        hold();
    }

    /** {@inheritDoc} A command of Redis; its answer has one column, {@code value}. */
    @Override
    public final Optional<String> echo() {
        return Optional.of("ECHO ?");
    }

    @Override
    public final int execute(String text, Binding binding, Columns columns) throws Exception {
        try {
            return call(connection -> statements.execute(connection, text, binding, columns));
        } catch (OverloadedException e) {
            throw RedisStatements.refused(e.getMessage(), e);
        } catch (DriverException e) {
            if (holds() && e.getCause() instanceof JedisDataException) {
                throw RedisStatements.refused(e.getMessage(), e.getCause());
            }
            throw e.getCause() instanceof StatementException thrown ? thrown : e;
        }
    }

    @Override
    public final void end() throws Exception {
        Optional<Command> undo = statements.undo().filter(_ -> holds());
        try {
            if (undo.isPresent()) {
                call(connection -> connection.ask(RedisConnection.command(undo.get())));
            }
        } catch (Exception e) {
            giveUp(); // nobody is to go on where this left off
            throw e;
        } finally {
            releaseConnection();
        }
        if (undo.filter(Command.DISCARD::equals).isPresent()) {
            throw StatementException.leftOpen();
        }
    }
}
