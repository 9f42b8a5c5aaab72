package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.param.InvalidInputException;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * All keys that begin with {@code NAME:}. Its texts are keys of their own; {@code NAME:keyspaces} is a hash that tells
 * what keyspaces there are, {@code NAME:0:…} are the keys of keyspace 0, {@code NAME:d:…} are documents, and
 * {@code NAME:s:PLACE:…} what styles of the client's API have stored.
 */
final class RedisNamespace implements Namespace<RedisConnection> {

    private static final String ORDERED = "ordered";
    private static final String PLAIN = "plain";
    private static final String INDEX = "/index";
    private static final int MOST_KEYSPACES = 100_000;

    private final String name;
    /** As they were when they were last looked up; by number, null where there is none. */
    private volatile Keyspace[] known = {};
    /** Whether they were looked up since the namespace was made. */
    private volatile boolean lookedUp;
    private volatile double evictedBefore = Double.POSITIVE_INFINITY;

    /** @throws InvalidInputException when the name would reach into what others have */
    RedisNamespace(String name) {
        if (!name.matches("[\\w.-]+")) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + name
                    + "' cannot begin keys; write letters, digits, '-', '_' and '.'");
        }
        this.name = name;
    }

    private byte[] prefix() {
        return bytes(name + ":");
    }

    private String key(String text) {
        return name + ":" + text;
    }

    /** What the key of a document begins with. */
    byte[] documents() {
        return bytes(key("d:"));
    }

    /** What the keys of a place for a style begin with. */
    String place(String place) {
        return key("s:" + place + ":");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean exists(RedisConnection connection) {
        if (connection.number(RedisConnection.command(Command.EXISTS, key(RemoteTarget.MARK))) > 0) {
            return true;
        }
        KeyPages pages = new KeyPages(prefix());
        while (!pages.atEnd()) {
            if (!pages.next(connection).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void make(RedisConnection connection, String textName, String text) throws DriverException {
        if (connection.text(RedisConnection.command(Command.SET, key(textName), text, "NX")) == null) {
            throw new DriverException("somebody else has made keys that begin with " + name + ": meanwhile");
        }
        known = new Keyspace[0];
        lookedUp = true;
        evictedBefore = connection.nodes().stream().mapToDouble(node -> ServerInfo.allowed(node).evicted()).sum();
    }

    /** How many keys the server had evicted when this was made; infinite while it is not. */
    double evictedBefore() {
        return evictedBefore;
    }

    /** {@inheritDoc} Where it evicts any keys of all, the mark is one of them. */
    @Override
    public Optional<String> loss(RedisConnection connection) {
        return Optional.of("; a server that evicts keys may have lost the mark: SET " + key(RemoteTarget.MARK) + " "
                + RemoteTarget.OURS + " puts it there again, if all these keys may be dropped");
    }

    /** {@inheritDoc} The mark goes last, so that what is left when this is cut short can be dropped again. */
    @Override
    public void drop(RedisConnection connection) {
        known = new Keyspace[0];
        lookedUp = false;
        byte[] mark = bytes(key(RemoteTarget.MARK));
        removeAll(connection, prefix(), mark);
        connection.ask(new CommandArguments(Command.DEL).add(mark));
    }

    /** Removes all keys of a place. */
    void empty(RedisConnection connection, String place) {
        removeAll(connection, bytes(place(place)), new byte[0]);
    }

    private static void removeAll(RedisConnection connection, byte[] prefix, byte[] butFor) {
        KeyPages pages = new KeyPages(prefix);
        while (!pages.atEnd()) {
            List<byte[]> page = pages.next(connection);
            page.removeIf(key -> Arrays.equals(key, butFor));
            if (!page.isEmpty()) {
                connection.askAll(page.stream().map(key -> new CommandArguments(Command.UNLINK).add(key)).toList())
                        .forEach(RedisConnection::check);
            }
        }
    }

    @Override
    public Optional<String> text(RedisConnection connection, String textName) {
        try {
            return Optional.ofNullable(connection.text(RedisConnection.command(Command.GET, key(textName))));
        } catch (JedisDataException e) {
            if (e.getMessage().startsWith("WRONGTYPE")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void put(RedisConnection connection, String textName, String text) {
        connection.ask(RedisConnection.command(Command.SET, key(textName), text));
    }

    @Override
    public void remove(RedisConnection connection, String textName) {
        connection.ask(RedisConnection.command(Command.DEL, key(textName)));
    }

    boolean isLookedUp() {
        return lookedUp;
    }

    /** Makes a keyspace if it is not there. */
    void makeKeyspace(RedisConnection connection, int keyspace, boolean ordered) throws DriverException {
        if (keyspace >= MOST_KEYSPACES) {
            throw new DriverException("keyspace " + keyspace + " is beyond the " + MOST_KEYSPACES
                    + " that this driver has");
        }
        connection.ask(RedisConnection.command(Command.HSETNX, key("keyspaces"), "" + keyspace,
                ordered ? ORDERED : PLAIN));
        lookUp(connection);
    }

    void makeIndex(RedisConnection connection, int keyspace) {
        connection.ask(RedisConnection.command(Command.HSET, key("keyspaces"), keyspace + INDEX, "there"));
        lookUp(connection);
    }

    /** Asks the server what keyspaces there are. */
    void lookUp(RedisConnection connection) {
        List<byte[]> fields = connection.list(RedisConnection.command(Command.HGETALL, key("keyspaces")));
        Keyspace[] found = {};
        for (Iterator<byte[]> each = fields.iterator(); each.hasNext();) {
            String field = new String(each.next(), StandardCharsets.UTF_8);
            String value = new String(each.next(), StandardCharsets.UTF_8);
            int keyspace = Integer.parseInt(field.replace(INDEX, ""));
            found = keyspace < found.length ? found : Arrays.copyOf(found, keyspace + 1);
            Keyspace before = found[keyspace] == null ? keyspace(keyspace) : found[keyspace];
            found[keyspace] = field.endsWith(INDEX) ? before.withIndex() : before.with(value.equals(ORDERED));
        }
        known = found;
        lookedUp = true;
    }

    private Keyspace keyspace(int number) {
        return new Keyspace(number, bytes(key(number + ":")), bytes(key("keys:" + number)),
                bytes(key("index:" + number)), bytes(key("entries:" + number)), false, false);
    }

    /** As it was when keyspaces were last looked up; null where there was none. */
    Keyspace find(int keyspace) {
        Keyspace[] now = known;
        return keyspace >= 0 && keyspace < now.length ? now[keyspace] : null;
    }
}
