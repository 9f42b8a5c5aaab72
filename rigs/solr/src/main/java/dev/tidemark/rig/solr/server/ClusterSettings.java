package dev.tidemark.rig.solr.server;

import module java.base;

/**
 * What all processes of a cluster are told, in a file.
 *
 * @param ports of the nodes, the last ZooKeeper's
 * @param keys  a store in the format PKCS #12 with the cluster's password, where the nodes speak TLS
 */
record ClusterSettings(List<Integer> ports, String user, String password, Path home, Optional<Path> keys) {

    static final String HOST = "127.0.0.1";

    static ClusterSettings read(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return new ClusterSettings(
                Arrays.stream(properties.getProperty("ports").split(",")).map(Integer::valueOf).toList(),
                properties.getProperty("user"),
                Files.readString(Path.of(properties.getProperty("password-file"))).strip(),
                Path.of(properties.getProperty("home")), Optional.ofNullable(properties.getProperty("keys"))
                .map(Path::of));
    }

    int nodes() {
        return ports.size() - 1;
    }

    String zooKeeper() {
        return HOST + ":" + ports.getLast();
    }
}
