package dev.tidemark.driver.redis;

import module java.base;

/** Three real servers that share the slots out. */
final class RedisCluster implements AutoCloseable {

    private static final int NODES = 3;

    private static RedisCluster shared;

    final List<RedisProcess> nodes = new ArrayList<>();
    private final List<Integer> buses = new ArrayList<>();

    /** Returns when each node knows of all slots. @param more lines of their configurations */
    RedisCluster(String... more) throws IOException {
        for (int i = 0; i < NODES; i++) {
            List<String> lines = new ArrayList<>(List.of(more));
            buses.add(free());
            lines.addAll(List.of("cluster-enabled yes", "cluster-port " + buses.getLast(), "appendonly yes", "save \"\""));
            RedisProcess node = new RedisProcess(lines.toArray(String[]::new));
            node.start();
            nodes.add(node);
        }
        shareOut();
    }

    private static int free() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private void shareOut() {
        for (int i = 0; i < NODES; i++) {
            nodes.get(i).admin("CLUSTER", "ADDSLOTSRANGE", "" + ClusterMap.SLOTS * i / NODES,
                    "" + (ClusterMap.SLOTS * (i + 1) / NODES - 1));
            nodes.getFirst().admin("CLUSTER", "MEET", "127.0.0.1", "" + nodes.get(i).port, "" + buses.get(i));
        }
        nodes.forEach(node -> {
            while (!node.adminText("CLUSTER", "INFO").contains("cluster_state:ok")
                    || !node.adminText("CLUSTER", "INFO").contains("cluster_known_nodes:" + NODES)) {
                Thread.onSpinWait();
            }
        });
    }

    /** The one of this module's tests, emptied. */
    static synchronized RedisCluster shared() throws IOException {
        if (shared == null) {
            shared = new RedisCluster();
        }
        shared.nodes.forEach(node -> node.admin("FLUSHALL"));
        return shared;
    }

    /** Settings of a target on it, by way of the first node. */
    List<String> settings(Path secrets) {
        List<String> settings = new ArrayList<>(nodes.getFirst().settings(secrets));
        settings.addAll(List.of("cluster", "true"));
        return settings;
    }

    /** Keys that each node has. */
    List<Long> keys() {
        return nodes.stream().map(node -> (Long) node.admin("DBSIZE")).toList();
    }

    String id(int node) {
        return nodes.get(node).adminText("CLUSTER", "MYID");
    }

    /** Gives a slot with all its keys to another node, as an administrator would. */
    void move(int slot, int from, int to) {
        nodes.get(to).admin("CLUSTER", "SETSLOT", "" + slot, "IMPORTING", id(from));
        nodes.get(from).admin("CLUSTER", "SETSLOT", "" + slot, "MIGRATING", id(to));
        List<?> keys = (List<?>) nodes.get(from).admin("CLUSTER", "GETKEYSINSLOT", "" + slot, "1000");
        for (Object key : keys) {
            nodes.get(from).admin("MIGRATE", "127.0.0.1", "" + nodes.get(to).port, new String((byte[]) key,
                    StandardCharsets.ISO_8859_1), "0", "5000", "AUTH", RedisProcess.ADMINISTRATOR);
        }
        IntStream.of(to, from).forEach(node -> nodes.get(node).admin("CLUSTER", "SETSLOT", "" + slot, "NODE", id(to)));
    }

    @Override
    public void close() {
        nodes.forEach(RedisProcess::close);
    }
}
