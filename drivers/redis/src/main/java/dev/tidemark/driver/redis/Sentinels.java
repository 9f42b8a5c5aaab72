package dev.tidemark.driver.redis;

import module java.base;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Servers that watch a primary and its replicas, and know who is the primary now: they are asked at each new connection,
 * in their order, as Redis's "Guidelines for Redis clients with support for Redis Sentinel" has it. Thread-safe.
 */
final class Sentinels {

    /** Flags of a server that nobody can be sent to. */
    private static final Pattern AWAY = Pattern.compile("_down");
    private static final String WITHOUT_PASSWORD = "without any password configured";

    private final List<ConnectionSettings> all;
    private final String name;
    /** Who was the primary at the last look; null before the first. */
    private volatile HostAndPort last;

    /** @param name by which they know the primary */
    Sentinels(List<ConnectionSettings> all, String name) {
        this.all = all;
        this.name = name;
    }

    /** The primary, where it was last found. */
    List<HostAndPort> serving() {
        HostAndPort found = last;
        return found == null ? List.of() : List.of(found);
    }

    /**
     * A connection to the primary, or to one of those that may be read from, drawn anew.
     *
     * @param answer how long one is waited for
     * @throws JedisException when no Sentinel tells who that is, or it is that none any more or not yet
     */
    RedisConnection open(int database, Duration answer, RedisParams.ReadFrom from) {
        if (from == RedisParams.ReadFrom.PRIMARY) {
            HostAndPort primary = firstAnswer(this::primary);
            RedisConnection made = open(primary, "master", database, answer);
            last = primary;
            return made;
        }
        List<HostAndPort> all = new ArrayList<>(firstAnswer(this::replicas));
        if (from == RedisParams.ReadFrom.ANY) {
            all.add(firstAnswer(this::primary));
        }
        Collections.shuffle(all);
        JedisException trouble = new JedisConnectionException("the Sentinels know of no replica that is there");
        for (HostAndPort one : all) {
            try {
                return open(one, from == RedisParams.ReadFrom.REPLICA ? "slave" : "", database, answer);
            } catch (JedisException e) {
                trouble = e;
            }
        }
        throw trouble;
    }

    /** @param role that it must say that it has; empty for any */
    private RedisConnection open(HostAndPort server, String role, int database, Duration answer) {
        RedisConnection made = RedisConnection.open(all.getFirst().at(server.getHost(), server.getPort()), database,
                answer);
        try {
            if (!role.isEmpty() && !made.role().equals(role)) {
                throw new JedisConnectionException(server + " was reported as " + (role.equals("master") ? "the primary"
                        : "a replica that has its primary") + ", and is not");
            }
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** What the first Sentinel says that answers. */
    private <T> T firstAnswer(Function<RedisConnection, Optional<T>> question) {
        JedisException trouble = null;
        for (ConnectionSettings sentinel : all) {
            try (RedisConnection connection = connected(sentinel)) {
                Optional<T> answer = question.apply(connection);
                if (answer.isPresent()) {
                    return answer.get();
                }
                trouble = new JedisDataException("the Sentinel at " + sentinel.address() + " knows no primary '" + name
                        + "'");
            } catch (ClassCastException e) {
                trouble = new JedisDataException("the Sentinel at " + sentinel.address() + " answers what no Sentinel "
                        + "does");
            } catch (JedisException e) {
                trouble = e;
            }
        }
        throw trouble;
    }

    private static RedisConnection connected(ConnectionSettings sentinel) {
        try {
            return RedisConnection.open(sentinel, 0, sentinel.connectTimeout());
        } catch (JedisDataException e) {
            if (!String.valueOf(e.getMessage()).contains(WITHOUT_PASSWORD)) {
                throw e;
            }
            return RedisConnection.open(sentinel.withoutLogin(), 0, sentinel.connectTimeout());
        }
    }

    private Optional<HostAndPort> primary(RedisConnection sentinel) {
        List<byte[]> place = sentinel.list(RedisConnection.command(Command.SENTINEL, "GET-MASTER-ADDR-BY-NAME", name));
        return Optional.ofNullable(place).map(p -> place(RedisConnection.text(p.get(0)), RedisConnection.text(p.get(1))));
    }

    /** Those that it does not take for gone; of the rest it learns only every ten seconds, and they say it themselves. */
    private Optional<List<HostAndPort>> replicas(RedisConnection sentinel) {
        List<List<byte[]>> all = sentinel.list(RedisConnection.command(Command.SENTINEL, "REPLICAS", name));
        return Optional.of(all.stream().map(Sentinels::named)
                .filter(replica -> !AWAY.matcher(replica.getOrDefault("flags", "")).find())
                .map(replica -> place(replica.get("ip"), replica.get("port"))).toList());
    }

    /** A list of names and values in turn. */
    private static Map<String, String> named(List<byte[]> reply) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i + 1 < reply.size(); i += 2) {
            all.put(RedisConnection.text(reply.get(i)), RedisConnection.text(reply.get(i + 1)));
        }
        return all;
    }

    private static HostAndPort place(String host, String port) {
        return new HostAndPort(host, Integer.parseInt(port));
    }
}
