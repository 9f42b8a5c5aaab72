package dev.tidemark.driver.redis;

import module java.base;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Which node of a cluster serves each slot, for all connections of a target. Thread-safe. */
final class ClusterMap {

    /** Of the cluster's specification. */
    static final int SLOTS = 16_384;

    private final AtomicReferenceArray<HostAndPort> owners = new AtomicReferenceArray<>(SLOTS);
    /** The node that serves each slot, and its replicas behind it. */
    private final AtomicReferenceArray<List<HostAndPort>> readable = new AtomicReferenceArray<>(SLOTS);
    private final AtomicLong redirects = new AtomicLong();
    private volatile boolean known;

    /** Whether there is no reason to ask a node. */
    boolean isKnown() {
        return known;
    }

    /** A node that serves slots cannot be reached: another may serve them by now. */
    void doubt() {
        known = false;
    }

    /** Asks a node. @param self its address, which it may leave out */
    void learn(RedisConnection node, HostAndPort self) {
        List<List<Object>> ranges = node.list(RedisConnection.command(Command.CLUSTER, "SLOTS"));
        for (List<Object> range : ranges) {
            List<HostAndPort> nodes = range.subList(2, range.size()).stream().map(one -> place((List<?>) one, self))
                    .toList();
            for (long slot = (Long) range.get(0); slot <= (Long) range.get(1); slot++) {
                owners.set((int) slot, nodes.getFirst());
                readable.set((int) slot, nodes);
            }
        }
        if (nodes().isEmpty()) {
            throw new JedisDataException("CLUSTERDOWN no node of the cluster serves any slot");
        }
        known = true;
    }

    private static HostAndPort place(List<?> node, HostAndPort self) {
        String host = node.getFirst() == null ? "" : new String((byte[]) node.getFirst(), StandardCharsets.UTF_8);
        return new HostAndPort(host.isEmpty() ? self.getHost() : host, Math.toIntExact((Long) node.get(1)));
    }

    /**
     * A node to read from.
     *
     * @param draw chooses among several; the same for whoever is not to see time go back
     * @throws JedisConnectionException when there is none
     */
    HostAndPort readable(int slot, RedisParams.ReadFrom from, int draw) {
        List<HostAndPort> all = readable.get(slot);
        int first = from == RedisParams.ReadFrom.REPLICA ? 1 : 0;
        if (all == null || all.size() <= first) {
            doubt();
            throw new JedisConnectionException("no replica serves slot " + slot);
        }
        return all.get(first + Math.floorMod(draw, all.size() - first));
    }

    /** @throws JedisDataException when no node serves it */
    HostAndPort owner(int slot) {
        HostAndPort owner = owners.get(slot);
        if (owner == null) {
            throw new JedisDataException("CLUSTERDOWN no node of the cluster serves slot " + slot);
        }
        return owner;
    }

    /** A node has said that another one serves a slot, from now on or for this time. */
    void redirected(int slot, HostAndPort to, boolean forGood) {
        redirects.incrementAndGet();
        if (forGood) {
            owners.set(slot, to);
        }
    }

    /** How often that was. */
    long redirects() {
        return redirects.get();
    }

    /** All that serve slots, those of the first slots first. */
    List<HostAndPort> nodes() {
        HostAndPort[] all = new HostAndPort[SLOTS];
        Arrays.setAll(all, owners::get);
        return Arrays.stream(all).filter(Objects::nonNull).distinct().toList();
    }
}
