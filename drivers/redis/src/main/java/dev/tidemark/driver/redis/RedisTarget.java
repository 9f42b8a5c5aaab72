package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteTarget;
import dev.tidemark.core.driver.style.StylePlace;
import dev.tidemark.core.driver.style.StyleTarget;
import dev.tidemark.core.param.Setting;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.result.MetricSnapshot;
import dev.tidemark.core.time.Clock;
import dev.tidemark.driver.redis.RedisParams.ReadFrom;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** A namespace on a Redis server. */
final class RedisTarget extends RemoteTarget<RedisConnection> implements StyleTarget {

    /** The server's own limit of a string, unless its proto-max-bulk-len was changed. */
    private static final int LARGEST_VALUE = 512 << 20;
    private static final long LOOK = 20_000_000L;

    private final Clock clock;
    private final RedisNamespace namespace;
    private final Optional<Connections<RedisConnection>> reads;
    private final Optional<ClusterMap> cluster;
    private final ServerMonitors monitors;
    private final int depth;
    private final boolean ordered;
    private final int waitReplicas;
    private final Consumer<String> note;
    private volatile boolean evictionsReported;
    private volatile boolean absenceReported;
    private volatile boolean aborted;

    private RedisTarget(Values values, Connections<RedisConnection> connections,
            Optional<Connections<RedisConnection>> reads, Optional<ClusterMap> cluster, Optional<Sentinels> sentinels, RedisNamespace namespace, Context context) {
        super(values, connections, namespace, context);
        this.namespace = namespace;
        this.reads = reads;
        clock = context.clock();
        note = context.note();
        this.cluster = cluster;
        monitors = new ServerMonitors(connections.settings(), values.get(RedisParams.DATABASE).intValue(),
                cluster.<Supplier<List<HostAndPort>>>map(map -> map::nodes)
                        .or(() -> sentinels.map(watching -> watching::serving)));
        depth = Math.toIntExact(values.get(RedisParams.QUEUE_DEPTH));
        ordered = values.get(RedisParams.ORDERED_KEYS);
        waitReplicas = Math.toIntExact(values.get(RedisParams.WAIT_REPLICAS));
    }

    static RedisTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, RedisParams.ADDRESS, context);
        Optional<ClusterMap> cluster = values.get(RedisParams.CLUSTER) ? Optional.of(new ClusterMap())
                : Optional.empty();
        Optional<Sentinels> sentinels = values.find(RedisParams.SENTINEL_PRIMARY).map(name -> new Sentinels(
                ConnectionSettings.ofEach(values, RedisParams.ADDRESS, context), name));
        Function<ReadFrom, Connections<RedisConnection>> pool = from -> new Connections<>(new RedisConnector(settings,
                Math.toIntExact(values.get(RedisParams.DATABASE)), cluster, sentinels, from), settings);
        return new RedisTarget(values, pool.apply(ReadFrom.PRIMARY), Optional.of(values.get(RedisParams.READ_FROM))
                .filter(from -> from != ReadFrom.PRIMARY).map(pool), cluster, sentinels,
                new RedisNamespace(settings.namespace()), context);
    }

    Connections<RedisConnection> pool() {
        return connections();
    }

    /** Over which workers read, where that is not where they write. */
    Optional<Connections<RedisConnection>> reads() {
        return reads;
    }

    Clock clock() {
        return clock;
    }

    /** How many replicas are waited for before a write counts as done. */
    int waitReplicas() {
        return waitReplicas;
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
        if (depth > 1 && cluster.isPresent()) {
            throw new DriverException("in a cluster, each worker has one operation in progress");
        }
        if (!isVisiting() && !namespace.isLookedUp()) {
            ours(connection -> {
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
    public StylePlace place(ApiStyle style, String name) throws DriverException {
        return ours(connection -> RedisStylePlace.made(this, connection, style, name));
    }

    /** Does something over a connection that is no operation of a worker. */
    <T> T asking(Connections.Call<RedisConnection, T> call) throws DriverException {
        return with(call);
    }

    RedisNamespace namespace() {
        return namespace;
    }

    @Override
    public void checkKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        if (valueSize > LARGEST_VALUE) {
            throw new DriverException("Redis holds no values of more than 512 MiB");
        }
    }

    @Override
    public void makeKeyspace(int keyspace, long keys, int valueSize) throws DriverException {
        checkKeyspace(keyspace, keys, valueSize);
        ours(connection -> {
            namespace.makeKeyspace(connection, keyspace, ordered);
            return null;
        });
    }

    @Override
    public void makeIndex(int keyspace) throws DriverException {
        if (cluster.isPresent()) {
            throw new DriverException("a cluster has no indexes here, since their parts would lie on other nodes than "
                    + "their keys");
        }
        keyspace(keyspace);
        ours(connection -> {
            namespace.makeIndex(connection, keyspace);
            return null;
        });
    }

    /** {@inheritDoc} Of a keyspace without order by SCAN, which may tell a key more than once. */
    @Override
    public long count(int keyspace, Progress progress) throws DriverException {
        return ours(connection -> {
            Keyspace of = keyspace(keyspace);
            long keys = of.ordered() ? connection.number(new CommandArguments(Command.ZCARD).add(of.keys()))
                    : scanned(connection, of.prefix(), progress);
            progress.report(keys, keys);
            return keys;
        });
    }

    /** How many different keys begin with something. */
    static long scanned(RedisConnection connection, byte[] prefix, Progress progress) {
        KeyPages pages = new KeyPages(prefix);
        DistinctKeys met = new DistinctKeys();
        while (!pages.atEnd()) {
            pages.next(connection).forEach(key -> met.add(key, prefix.length));
            progress.report(met.count(), 0);
        }
        return met.count();
    }

    @Override
    public String version() throws DriverException {
        Map<String, String> server = with(ServerInfo::allowed).texts();
        String valkey = server.get("valkey_version");
        return (valkey != null ? "Valkey " + valkey : "Redis " + server.getOrDefault("redis_version", "")).strip();
    }

    @Override
    protected List<MetricSnapshot> readServer() {
        List<MetricSnapshot> snapshots = monitors.read();
        double evicted = snapshots.stream().mapToDouble(node -> node.counters().getOrDefault(
                RedisMeasures.EVICTED_KEYS.name(), 0.0)).sum();
        if (!evictionsReported && evicted > namespace.evictedBefore()) {
            evictionsReported = true;
            note.accept("The server's memory is full, and it has evicted keys since this run began to store: part of "
                    + "what was stored may be gone.");
        }
        return snapshots;
    }

    /** {@inheritDoc} Redirections are counted here, whatever node they come from. */
    @Override
    protected Map<String, Double> clientCounters() {
        Map<String, Double> counters = new HashMap<>(super.clientCounters());
        cluster.ifPresent(map -> counters.put(RedisMeasures.REDIRECTS.name(), (double) map.redirects()));
        return counters;
    }

    @Override
    public List<Setting> facts() throws DriverException {
        List<Setting> facts = new ArrayList<>(with(RedisServerConfig::of));
        cluster.ifPresent(map -> facts.add(Setting.detected("server-cluster-nodes", String.valueOf(map.nodes().size()))));
        if (effective().get(RedisParams.READ_FROM) == ReadFrom.REPLICA) {
            facts.add(Setting.detected("server-read-from", with(reads.get(), RedisConnection::readsFrom)));
        }
        return facts;
    }

    @Override
    protected long reconnects() {
        return super.reconnects() + reads.map(Connections::reconnects).orElse(0L);
    }

    /**
     * {@inheritDoc} That is a dump, a new append-only file, and memory of what was dropped. A node of a cluster that is
     * gone is not waited for.
     */
    @Override
    public void settle(Progress progress) throws DriverException {
        if (with(ServerInfo::allowed).texts().isEmpty()) {
            note.accept("this user may not INFO, so that settling waits for nothing");
        } else {
            await(ServerInfo::isSettled, this::present, progress);
        }
    }

    private List<RedisConnection> present(RedisConnection connection) {
        List<RedisConnection> there = connection.reachable();
        int absent = cluster.map(map -> map.nodes().size()).orElse(1) - there.size();
        if (absent > 0 && !absenceReported) {
            absenceReported = true;
            note.accept("Settling waits for no node that cannot be reached: " + absent + " of those that serve slots.");
        }
        return there;
    }

    /** {@inheritDoc} By BGSAVE, which the server refuses while it writes a dump or a new append-only file. */
    @Override
    public void maintain(Maintenance what, Progress progress) throws DriverException {
        if (what != Maintenance.SAVE) {
            throw new DriverException("Redis writes dumps, and nothing else on request");
        }
        await(node -> node.isSaved() && node.isRewritten(), RedisConnection::nodes, progress);
        if (aborted) {
            return;
        }
        with(connection -> {
            connection.nodes().forEach(node -> node.ask(RedisConnection.command(Command.BGSAVE)));
            return null;
        });
        if (!areOk(await(ServerInfo::isSaved, RedisConnection::nodes, progress), "rdb_last_bgsave_status")) {
            throw new DriverException("the server could not write its dump; its log says why");
        }
    }

    @Override
    public void compact(Progress progress) throws DriverException {
        if (infos(RedisConnection::nodes).stream().anyMatch(node -> !node.is("aof_enabled"))) {
            throw new DriverException("the server has no append-only file (appendonly no) that could be written anew");
        }
        with(connection -> {
            connection.nodes().forEach(RedisTarget::rewrite);
            return null;
        });
        if (!areOk(await(ServerInfo::isRewritten, RedisConnection::nodes, progress), "aof_last_bgrewrite_status")) {
            throw new DriverException("the server could not write its append-only file anew; its log says why");
        }
    }

    private static void rewrite(RedisConnection node) {
        try {
            node.ask(RedisConnection.command(Command.BGREWRITEAOF));
        } catch (JedisDataException e) {
            if (!e.getMessage().contains("already in progress")) {
                throw e;
            }
        }
    }

    /** Whether something that is waited for has come. */
    @FunctionalInterface
    private interface Until {
        boolean is(ServerInfo info);
    }

    /** @param of which nodes, over a connection to all */
    private List<ServerInfo> infos(Connections.Call<RedisConnection, List<RedisConnection>> of) throws DriverException {
        return with(connection -> of.on(connection).stream().map(ServerInfo::of).toList());
    }

    /** Whether a status is good on all nodes, or nobody waits for it any more. */
    private boolean areOk(List<ServerInfo> nodes, String status) {
        return aborted || nodes.stream().allMatch(node -> "ok".equals(node.texts().get(status)));
    }

    /** @return what the nodes told last */
    private List<ServerInfo> await(Until until, Connections.Call<RedisConnection, List<RedisConnection>> of,
            Progress progress) throws DriverException {
        List<ServerInfo> now = infos(of);
        while (!aborted && !now.stream().allMatch(until::is) && !Thread.currentThread().isInterrupted()) {
            progress.report(0, 0);
            clock.sleepUntil(clock.nanoTime() + LOOK);
            now = infos(of);
        }
        return now;
    }

    @Override
    public void abort() {
        aborted = true;
        monitors.close();
        reads.ifPresent(Connections::close);
        super.abort();
    }

    @Override
    public void close() throws DriverException {
        monitors.close();
        reads.ifPresent(Connections::close);
        super.close();
    }
}
