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
     * A connection to the primary.
     *
     * @param answer how long one is waited for
     * @throws JedisException when no Sentinel tells who it is, or it is none any more or not yet
     */
    RedisConnection open(int database, Duration answer) {
        HostAndPort primary = primary();
        RedisConnection made = RedisConnection.open(all.getFirst().at(primary.getHost(), primary.getPort()), database,
                answer);
        try {
            List<Object> role = made.list(RedisConnection.command(Command.ROLE));
            if (!RedisConnection.text((byte[]) role.getFirst()).equals("master")) {
                throw new JedisConnectionException(primary + " is told to be the primary, and is none");
            }
            last = primary;
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    private HostAndPort primary() {
        JedisException trouble = null;
        for (ConnectionSettings sentinel : all) {
            try {
                Optional<HostAndPort> told = ask(sentinel);
                if (told.isPresent()) {
                    return told.get();
                }
                trouble = new JedisDataException("the Sentinel at " + sentinel.address() + " knows no primary '" + name
                        + "'");
            } catch (JedisException e) {
                trouble = e;
            }
        }
        throw trouble;
    }

    private Optional<HostAndPort> ask(ConnectionSettings sentinel) {
        RedisConnection asked;
        try {
            asked = RedisConnection.open(sentinel, 0, sentinel.connectTimeout());
        } catch (JedisDataException e) {
            if (!String.valueOf(e.getMessage()).contains(WITHOUT_PASSWORD)) {
                throw e;
            }
            asked = RedisConnection.open(sentinel.withoutLogin(), 0, sentinel.connectTimeout());
        }
        try (RedisConnection connection = asked) {
            Object told = connection.askAll(List.of(RedisConnection.command(Command.SENTINEL,
                    "GET-MASTER-ADDR-BY-NAME", name))).getFirst();
            return switch (told) {
                case null -> Optional.empty();
                case List<?> place -> Optional.of(new HostAndPort(RedisConnection.text((byte[]) place.getFirst()),
                        Integer.parseInt(RedisConnection.text((byte[]) place.get(1)))));
                case JedisDataException e -> throw e;
                default -> throw new JedisDataException("the Sentinel at " + sentinel.address() + " answers what no "
                        + "Sentinel does");
            };
        }
    }
}
