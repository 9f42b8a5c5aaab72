package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.Capability;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DeclaredDriver;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Maintenance;
import dev.tidemark.core.driver.OpenTarget;
import dev.tidemark.core.driver.StatedDurability;
import dev.tidemark.core.driver.StatedDurability.Fact;
import dev.tidemark.core.driver.language.StatementLanguage;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.ServerUrl;
import dev.tidemark.core.driver.url.UrlForm;
import dev.tidemark.core.param.Durability;
import dev.tidemark.core.param.Values;

/** The server Redis, and Valkey by the same protocol. */
public final class RedisDriver extends DeclaredDriver {

    /** As Lettuce has it (https://redis.github.io/lettuce/user-guide/connecting-redis/). */
    private static final UrlForm SENTINELS = sentinels("redis-sentinel", "redis-sentinel://USER:PASSWORD@HOST:26379,"
            + "HOST:26379/0?sentinelMasterId=NAME").path(RedisParams.DATABASE.name()).requires(RedisParams.SENTINEL_PRIMARY,
                    "sentinelMasterId");
    /** As packages for Python have it, with the primary's name in its path. */
    private static final UrlForm NAMED = sentinels("redis+sentinel", "redis+sentinel://USER:PASSWORD@HOST:26379,HOST:26379"
            + "/NAME/0").path(RedisDriver::named).requires(RedisParams.SENTINEL_PRIMARY, "the primary's name");

    /** As redis-cli has it with -u, and its variable of the environment for a password. */
    private static final UrlForm URL = ServerUrl.withTls("Redis", "redis://USER:PASSWORD@HOST:6379/0")
            .scheme("redis", 6379).secureScheme("rediss", 6379)
            .path(RedisParams.DATABASE.name())
            .parameter(RedisParams.DATABASE.name(), RedisParams.DATABASE)
            .parameter("db", RedisParams.DATABASE)
            .parameter(RedisParams.CLUSTER.name(), RedisParams.CLUSTER)
            .parameter(ConnectionParams.SOCKET.name(), ConnectionParams.SOCKET)
            .wholeLogin().fromVariable("REDIS_URL").client((said, environment) -> environment.variable("REDISCLI_AUTH")
                    .ifPresent(_ -> said.putIfAbsent(UrlForm.PASSWORD, "env:REDISCLI_AUTH"))).also(SENTINELS).also(NAMED);

    /** The addresses are those of Sentinels. */
    private static UrlForm sentinels(String scheme, String example) {
        return ServerUrl.withTls("Redis's Sentinels", example).scheme(scheme, 26379)
                .secureScheme(scheme.replace("redis", "rediss"), 26379).severalHosts()
                .parameter(RedisParams.DATABASE.name(), RedisParams.DATABASE)
                .parameter("db", RedisParams.DATABASE)
                .parameter("sentinelMasterId", RedisParams.SENTINEL_PRIMARY)
                .parameter(RedisParams.READ_FROM.name(), RedisParams.READ_FROM)
                .wholeLogin();
    }

    /** The primary's name and a number. */
    private static Map<String, String> named(String path) {
        String[] parts = path.split("/", 2);
        Map<String, String> all = new HashMap<>(UrlForm.name("sentinelMasterId", parts[0]));
        if (parts.length > 1) {
            all.putAll(UrlForm.name(RedisParams.DATABASE.name(), parts[1]));
        }
        return all;
    }

    /** No walks: one would have to see the keyspace as it was when it began, which SCAN does not. */
    public RedisDriver() {
        super("redis", "Redis or Valkey, a server of values in memory, through Jedis.", RedisParams.ALL,
                RedisMeasures.ALL, EnumSet.of(Capability.DOCUMENT_WRITER, Capability.DOCUMENT_READER,
                Capability.KEYSPACES, Capability.ASYNC_KEYSPACES, Capability.KEY_VALUES, Capability.TRANSACTIONS,
                Capability.DELETE, Capability.HEAD, Capability.INDEX, Capability.SCAN, Capability.COMPACT,
                Capability.MAINTENANCE, Capability.STATEMENTS, Capability.API_STYLES));
    }

    @Override
    public List<ApiStyle> styles() {
        return RedisStyles.ALL;
    }

    @Override
    public List<ApiStyle> styles(Values values) {
        return values.get(RedisParams.CLUSTER) ? RedisStyles.OF_CLUSTER : RedisStyles.ALL;
    }

    @Override
    public Set<Maintenance> maintenance() {
        return EnumSet.of(Maintenance.SAVE);
    }

    /** {@inheritDoc} There is an order to scan in only where one is kept, and nothing that spans nodes. */
    @Override
    public Set<Capability> capabilities(Values values) {
        Set<Capability> all = capabilities();
        if (!values.get(RedisParams.ORDERED_KEYS)) {
            all.remove(Capability.SCAN);
        }
        if (values.get(RedisParams.CLUSTER)) {
            all.removeAll(EnumSet.of(Capability.TRANSACTIONS, Capability.INDEX, Capability.ASYNC_KEYSPACES));
        }
        return all;
    }

    @Override
    public String compaction() {
        return "Writes the append-only file anew (BGREWRITEAOF) with what is in memory, of everybody's keys; refused "
                + "where the server has none.";
    }

    /**
     * {@inheritDoc} Without the append-only file there are snapshots at the most, minutes apart; no fsync leaves it to
     * the system (https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/). Of nodes of a cluster
     * that differ the weakest counts.
     */
    @Override
    public StatedDurability durability() {
        String fsync = "server-appendfsync";
        StatedDurability stated = StatedDurability.NOTHING
                .where(Durability.VOLATILE, Fact.isNot("server-appendonly", "yes"))
                .fact(fsync, "always", Durability.DURABLE);
        for (String differing : List.of("everysec", "always, everysec")) {
            stated = stated.fact(fsync, differing, Durability.LAST_INTERVAL);
        }
        for (String differing : List.of("no", "always, no", "everysec, no", "always, everysec, no")) {
            stated = stated.fact(fsync, differing, Durability.OS_BUFFERED);
        }
        return stated;
    }

    @Override
    public StatementLanguage statements(Values values) {
        return RedisLanguage.INSTANCE;
    }

    /** {@inheritDoc} As in {@code rediss://user@host:6379/0}. */
    @Override
    public Optional<UrlForm> url() {
        return Optional.of(URL);
    }

    @Override
    public List<String> jvmFlags() {
        return List.of();
    }

    /** {@inheritDoc} Servers of a cluster tell each other's addresses, and Sentinels that of the primary. */
    @Override
    public boolean isReachedByAddressOnly(Values values) {
        return !values.get(RedisParams.CLUSTER) && values.find(RedisParams.SENTINEL_PRIMARY).isEmpty();
    }

    @Override
    public OpenTarget open(Values values, Context context) throws DriverException {
        try {
            RedisConnection.loadClient();
        } catch (NoClassDefFoundError e) {
            throw new DriverException("the Redis client library (jedis) is not on the class path", e);
        }
        return RedisTarget.open(values, context);
    }
}
