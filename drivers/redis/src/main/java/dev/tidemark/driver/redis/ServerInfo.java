package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.support.EngineMeasures;
import dev.tidemark.core.result.Measure;
import dev.tidemark.core.result.MetricSnapshot;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What INFO answers.
 *
 * @param texts by the server's names; what it does not tell is absent
 */
record ServerInfo(Map<String, String> texts) {

    private static final Pattern KEYS = Pattern.compile("keys=(\\d+)");

    private static final Pattern REPLICA = Pattern.compile("slave\\d+");
    /** Of one that takes what is written, and has confirmed some of it: one that fetches all data anew has confirmed nothing. */
    private static final Pattern OFFSET = Pattern.compile("state=online,offset=([1-9]\\d*)");

    private static final Map<String, Measure> COUNTERS = Map.of("total_commands_processed", RedisMeasures.COMMANDS,
            "keyspace_hits", RedisMeasures.KEY_HITS, "keyspace_misses", RedisMeasures.KEY_MISSES,
            "total_net_input_bytes", RedisMeasures.NETWORK_IN, "total_net_output_bytes", RedisMeasures.NETWORK_OUT,
            "evicted_keys", RedisMeasures.EVICTED_KEYS, "expired_keys", RedisMeasures.EXPIRED_KEYS,
            "total_error_replies", RedisMeasures.ERROR_REPLIES,
            "rejected_connections", RedisMeasures.REJECTED_CONNECTIONS);

    private static final Map<String, Measure> GAUGES = Map.of("connected_clients", RedisMeasures.CLIENTS,
            "used_memory", RedisMeasures.MEMORY_USED, "used_memory_rss", RedisMeasures.MEMORY_RESIDENT,
            "aof_current_size", RedisMeasures.ON_DISK_SIZE, "rdb_bgsave_in_progress", RedisMeasures.SAVING,
            "aof_rewrite_in_progress", RedisMeasures.REWRITING);

    static ServerInfo of(RedisConnection connection) {
        return parse(connection.text(RedisConnection.command(Command.INFO)));
    }

    /** The same, of which a user who may not ask learns nothing. */
    static ServerInfo allowed(RedisConnection connection) {
        try {
            return of(connection);
        } catch (JedisDataException e) {
            if (e instanceof JedisAccessControlException || String.valueOf(e.getMessage()).startsWith("NOPERM")) {
                return new ServerInfo(Map.of());
            }
            throw e;
        }
    }

    static ServerInfo parse(String info) {
        Map<String, String> texts = new HashMap<>();
        info.lines().filter(line -> !line.startsWith("#") && line.contains(":")).forEach(
                line -> texts.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1)));
        return new ServerInfo(texts);
    }

    /** Whether something is told to be so. */
    boolean is(String name) {
        return "1".equals(texts.get(name));
    }

    boolean isRewritten() {
        return !is("aof_rewrite_in_progress") && !is("aof_rewrite_scheduled");
    }

    boolean isSaved() {
        return !is("rdb_bgsave_in_progress");
    }

    boolean isSettled() {
        return isRewritten() && isSaved()
                && "0".equals(texts.getOrDefault("lazyfree_pending_objects", "0"));
    }

    /** @param database whose keys are told */
    MetricSnapshot reading(String node, int database) {
        Map<String, Double> counters = new HashMap<>();
        COUNTERS.forEach((name, measure) -> number(name).ifPresent(n -> counters.put(measure.name(), n)));
        OptionalDouble system = number("used_cpu_sys");
        OptionalDouble user = number("used_cpu_user");
        if (system.isPresent() && user.isPresent()) {
            counters.put(RedisMeasures.SERVER_CPU.name(), system.getAsDouble() + user.getAsDouble());
        }
        Map<String, Double> gauges = new HashMap<>();
        GAUGES.forEach((name, measure) -> number(name).ifPresent(n -> gauges.put(measure.name(), n)));
        if (texts.containsKey("used_memory")) {
            Matcher keys = KEYS.matcher(texts.getOrDefault("db" + database, "")); // an empty one is not reported
            gauges.put(RedisMeasures.SERVER_KEYS.name(), keys.find() ? Double.parseDouble(keys.group(1)) : 0);
        }
        behind().ifPresent(bytes -> gauges.put(EngineMeasures.REPLICA_BEHIND.name(), bytes));
        return new MetricSnapshot(node, counters, gauges);
    }

    /** Bytes that the replica that has confirmed least has not confirmed; empty without such. */
    private OptionalDouble behind() {
        OptionalDouble written = number("master_repl_offset");
        OptionalDouble least = texts.entrySet().stream().filter(e -> REPLICA.matcher(e.getKey()).matches())
                .flatMap(e -> OFFSET.matcher(e.getValue()).results()).mapToDouble(r -> Double.parseDouble(r.group(1)))
                .min();
        return written.isEmpty() || least.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, written.getAsDouble() - least.getAsDouble()));
    }

    /** Keys that the server has thrown away to have room for others. */
    double evicted() {
        return number("evicted_keys").orElse(0);
    }

    private OptionalDouble number(String name) {
        String text = texts.get(name);
        try {
            return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
