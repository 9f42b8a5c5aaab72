package dev.tidemark.rig.redis;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ServerPlace;

/** What a rig starts: one server, or several with the roles that they have among each other. */
interface Servers {

    /** Writes with what each starts. */
    void prepare(Values values, ServerPlace place) throws IOException;

    /** Starts all of them, and ends with the last. */
    List<String> command(Path program);

    /** @throws IOException saying why, while they do not serve what they are to serve together */
    void probe(ServerPlace place) throws IOException;

    /** Settings of the driver beside those with which it reaches any server, or in their place. */
    default Map<String, String> target() {
        return Map.of();
    }

    /** @param data of the rig's own */
    static Servers of(Values values, Path data) {
        int sharing = Math.toIntExact(values.get(RedisParams.NODES));
        int sentinels = Math.toIntExact(values.get(RedisParams.SENTINELS));
        return sharing > 1 ? new ClusterNodes(data, sharing, Math.toIntExact(values.get(RedisParams.REPLICAS)))
                : sentinels > 0 ? new WatchedNodes(data, sentinels) : new Single(data);
    }

    /** How many of them there are that store data. */
    static int storing(Values values) {
        return values.get(RedisParams.SENTINELS) > 0 ? WatchedNodes.SERVERS
                : Math.toIntExact(values.get(RedisParams.NODES) * (1 + values.get(RedisParams.REPLICAS)));
    }

    /** One by itself. */
    record Single(Path data) implements Servers {

        private Path configuration() {
            return data.resolve("redis.conf");
        }

        @Override
        public void prepare(Values values, ServerPlace place) throws IOException {
            RedisConf.write(configuration(), values, RedisConf.text(values, place, data, place.port()));
        }

        @Override
        public List<String> command(Path program) {
            return List.of(program.toString(), configuration().toString());
        }

        @Override
        public void probe(ServerPlace place) throws IOException {
            RedisProbe.ask(place);
        }
    }
}
