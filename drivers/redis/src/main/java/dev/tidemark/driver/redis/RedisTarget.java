package dev.tidemark.driver.redis;

import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.index.IndexTarget;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.upkeep.CompactingTarget;
import dev.tidemark.core.driver.upkeep.MaintainedTarget;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** A namespace on a Redis server. */
final class RedisTarget extends RemoteTarget<RedisConnection> implements IndexTarget, CompactingTarget,
        MaintainedTarget {

    /** The server's own limit of a string, unless its proto-max-bulk-len was changed. */
    private static final int LARGEST_VALUE = 512 << 20;
    private static final long LOOK = 20_000_000L;

    private final Clock clock;
    private final RedisNamespace namespace;
    private final ServerMonitor monitor;
    private final int depth;
    private final boolean ordered;
    private volatile boolean aborted;

    private RedisTarget(Values values, Connections<RedisConnection> connections, RedisNamespace namespace,
            Context context) {
        super(values, connections, namespace);
        this.namespace = namespace;
        clock = context.clock();
        monitor = new ServerMonitor(connections.settings(), values.get(RedisParams.DATABASE).intValue());
        depth = Math.toIntExact(values.get(RedisParams.QUEUE_DEPTH));
        ordered = values.get(RedisParams.ORDERED_KEYS);
    }

    static RedisTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, RedisParams.ADDRESS, context);
        RedisConnector connector = new RedisConnector(settings,
                Math.toIntExact(values.get(RedisParams.DATABASE)));
        return new RedisTarget(values, new Connections<>(connector, settings),
                new RedisNamespace(settings.namespace()), context);
    }

    Connections<RedisConnection> pool() {
        return connections();
    }

    Clock clock() {
        return clock;
    }

    byte[] documents() {
        return namespace.documents();
    }

    @Override
    public int queueDepth() {
        return depth;
    }

    @Override
    public Session session(int worker) throws DriverException {
        if (!namespace.isLookedUp()) {
            with(connection -> {
                requireOurs(connection);
                namespace.lookUp(connection);
                return null;
            });
        }
        return depth > 1 ? new RedisAsyncSession(this, depth) : new RedisSession(this);
    }

    /** @throws DriverException when there is none of that number */
    Keyspace keyspace(int number) throws DriverException {
        Keyspace found = namespace.find(number);
        if (found == null) {
            with(connection -> {
                namespace.lookUp(connection);
                return null;
            });
            found = namespace.find(number);
        }
        if (found == null) {
            throw new DriverException("no keyspace " + number + " in " + pool().settings());
        }
        return found;
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        if (valueSize > LARGEST_VALUE) {
            throw new DriverException("Redis holds no values of more than 512 MiB");
        }
        with(connection -> {
            requireOurs(connection);
            namespace.makeKeyspace(connection, keyspace, ordered);
            return null;
        });
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        keyspace(keyspace);
        with(connection -> {
            requireOurs(connection);
            namespace.makeIndex(connection, keyspace);
            return null;
        });
    }

    /** {@inheritDoc} Of a keyspace without order by SCAN, which may tell a key more than once. */
    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return with(connection -> {
            requireOurs(connection);
            Keyspace of = keyspace(keyspace);
            long keys = of.ordered() ? connection.number(new CommandArguments(Command.ZCARD).add(of.keys()))
                    : scanned(connection, of, progress);
            progress.report(keys, keys);
            return keys;
        });
    }

    private static long scanned(RedisConnection connection, Keyspace keyspace, Progress progress) {
        KeyPages pages = new KeyPages(keyspace.prefix());
        DistinctKeys met = new DistinctKeys();
        while (!pages.atEnd()) {
            pages.next(connection).forEach(key -> met.add(key, keyspace.prefix().length));
            progress.report(met.count(), 0);
        }
        return met.count();
    }

    @Override
    public String version() throws DriverException {
        Map<String, String> server = with(connection -> ServerInfo.of(connection)).texts();
        String valkey = server.get("valkey_version");
        return valkey != null ? "Valkey " + valkey : "Redis " + server.getOrDefault("redis_version", "");
    }

    @Override
    protected List<MetricSnapshot> readServer() {
        return monitor.read().map(List::of).orElse(List.of());
    }

    @Override
    public List<Setting> facts() throws DriverException {
        return with(ServerFacts::of);
    }

    /** {@inheritDoc} That is a dump, a new append-only file, and memory of what was dropped. */
    @Override
    public void settle(Progress progress) throws DriverException {
        await(ServerInfo::isSettled, progress);
    }

    /** {@inheritDoc} By BGSAVE, after a dump that is being written already. */
    @Override
    public void maintain(Maintenance what, Progress progress) throws DriverException {
        if (what != Maintenance.SAVE) {
            throw new DriverException("Redis writes dumps, and nothing else on request");
        }
        await(ServerInfo::isSaved, progress);
        if (aborted) {
            return;
        }
        with(connection -> connection.ask(RedisConnection.command(Command.BGSAVE)));
        ServerInfo after = await(ServerInfo::isSaved, progress);
        if (!aborted && !"ok".equals(after.texts().get("rdb_last_bgsave_status"))) {
            throw new DriverException("the server could not write its dump; its log says why");
        }
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        if (!with(ServerInfo::of).is("aof_enabled")) {
            throw new DriverException("the server has no append-only file (appendonly no) that could be written anew");
        }
        with(connection -> {
            try {
                return connection.ask(RedisConnection.command(Command.BGREWRITEAOF));
            } catch (JedisDataException e) {
                if (!e.getMessage().contains("already in progress")) {
                    throw e;
                }
                return null;
            }
        });
        ServerInfo after = await(ServerInfo::isRewritten, progress);
        if (!aborted && !"ok".equals(after.texts().get("aof_last_bgrewrite_status"))) {
            throw new DriverException("the server could not write its append-only file anew; its log says why");
        }
    }

    /** Whether something that is waited for has come. */
    @FunctionalInterface
    private interface Until {
        boolean is(ServerInfo info);
    }

    /** @return what the server told last */
    private ServerInfo await(Until until, Progress progress) throws DriverException {
        ServerInfo now = with(ServerInfo::of);
        while (!aborted && !until.is(now) && !Thread.currentThread().isInterrupted()) {
            progress.report(0, 0);
            clock.sleepUntil(clock.nanoTime() + LOOK);
            now = with(ServerInfo::of);
        }
        return now;
    }

    @Override
    public void abort() {
        aborted = true;
        monitor.close();
        super.abort();
    }

    @Override
    public void close() throws DriverException {
        monitor.close();
        super.close();
    }
}
