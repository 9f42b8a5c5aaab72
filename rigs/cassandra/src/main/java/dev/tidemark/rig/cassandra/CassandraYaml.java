package dev.tidemark.rig.cassandra;

import module java.base;
import dev.tidemark.core.param.Types;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.ServerPlace;

/** A node's configuration files, and the options of its JVM. */
record CassandraYaml(Values values, ServerPlace place, CassandraNodes.Ports ports, int nodes) {

    /** To the standard output, one line each, and no more than what went wrong. */
    static final String LOGGING = """
            <!-- Written by Tidemark at each start. -->
            <configuration>
              <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d{ISO8601} [%p] %logger{0}: %msg%n</pattern></encoder>
              </appender>
              <root level="WARN"><appender-ref ref="console"/></root>
            </configuration>
            """;

    private static final String SERVER = "dev.tidemark.rig.cassandra.server.";
    private static final int MEBIBYTE = 20;

    /** @param node from 0 */
    static String host(int node) {
        return "127.0.0." + (node + 1);
    }

    /**
     * All nodes are seeds, and each has its share of the ring from the beginning: so they need no order to start in,
     * and an empty cluster is whole at once.
     */
    String text(int node, Path home, Path keys) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("cluster_name", "tidemark");
        lines.put("num_tokens", "1");
        lines.put("initial_token", ConfigFile.quoted(token(node)));
        lines.put("auto_bootstrap", "false");
        lines.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
        lines.put("endpoint_snitch", "SimpleSnitch");
        lines.put("seed_provider", "[{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: "
                + "[{seeds: " + ConfigFile.quoted(IntStream.range(0, nodes).mapToObj(n -> host(n) + ":" + ports.storage())
                        .collect(Collectors.joining(","))) + "}]}]");
        lines.put("listen_address", host(node));
        lines.put("rpc_address", host(node));
        lines.put("storage_port", String.valueOf(ports.storage()));
        lines.put("native_transport_port", String.valueOf(place.port()));
        lines.put("data_file_directories", "[" + ConfigFile.quoted(home.resolve("data").toString()) + "]");
        for (String folder : List.of("commitlog", "saved_caches", "hints")) {
            lines.put(folder + "_directory", ConfigFile.quoted(home.resolve(folder).toString()));
        }
        lines.put("cdc_raw_directory", ConfigFile.quoted(home.resolve("cdc").toString()));
        lines.put("authenticator", SERVER + "OneUser");
        lines.put("role_manager", SERVER + "OneRole");
        lines.put("authorizer", "AllowAllAuthorizer");
        lines.put("auto_snapshot", "false");
        lines.put("compaction_throughput", (values.get(CassandraParams.COMPACTION_THROUGHPUT) >> MEBIBYTE) + "MiB/s");
        sync(lines);
        if (place.tls().isPresent()) {
            lines.put("client_encryption_options", "{enabled: true, optional: false, store_type: PKCS12, keystore: "
                    + ConfigFile.quoted(keys.toString()) + ", keystore_password: "
                    + ConfigFile.quoted(place.readPassword()) + "}");
        }
        return ConfigFile.text(lines, ": ");
    }

    private void sync(Map<String, String> lines) {
        CassandraParams.CommitLogSync sync = values.get(CassandraParams.COMMITLOG_SYNC);
        lines.put("commitlog_sync", Types.word(sync));
        switch (sync) {
            case PERIODIC -> lines.put("commitlog_sync_period", "10000ms");
            case GROUP -> lines.put("commitlog_sync_group_window", "10ms");
            case BATCH -> { }
        }
    }

    /** The ring in equal parts. */
    private String token(int node) {
        return BigInteger.TWO.pow(Long.SIZE).multiply(BigInteger.valueOf(node)).divide(BigInteger.valueOf(nodes))
                .subtract(BigInteger.TWO.pow(Long.SIZE - 1)).toString();
    }

    /** Those that Cassandra's own start has for Java 17, as far as later ones know them. */
    List<String> options(int node, Path home) {
        long heap = values.get(CassandraParams.HEAP);
        List<String> options = new ArrayList<>(JavaServer.heap(heap));
        options.addAll(List.of("-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=" + heap / 2,
                "-javaagent:" + place.libraries().stream().filter(jar -> jar.getFileName().toString()
                        .startsWith("jamm-")).findFirst().orElseThrow(),
                "-Dcassandra.config=" + home.resolve("cassandra.yaml").toUri(),
                "-Dlogback.configurationFile=" + home.resolve("logback.xml"), "-Dcassandra.storagedir=" + home,
                "-Dcassandra.logdir=" + home, "-Dcassandra.triggers_dir=" + home.resolve("triggers"),
                "-Dtidemark.password-file=" + place.password(), "-Dcassandra-foreground=yes",
                "-Djdk.attach.allowAttachSelf=true"));
        options.addAll(JavaServer.USUAL);
        options.add("-Djava.rmi.server.hostname=" + host(node));
        if (nodes == 1) {
            options.add("-Dcassandra.skip_wait_for_gossip_to_settle=0"); // there is nobody to hear of
        }
        options.addAll(management(node, home));
        options.addAll(opened());
        return options;
    }

    /** JMX by Java itself, with the rig's password; without TLS, and so only where nothing else has it. */
    private List<String> management(int node, Path home) {
        if (place.tls().isPresent()) {
            return List.of();
        }
        String lead = "-Dcom.sun.management.jmxremote.";
        return List.of(lead + "port=" + ports.management(), lead + "rmi.port=" + ports.management(),
                lead + "host=" + host(node), lead + "ssl=false", lead + "authenticate=true",
                lead + "password.toHashes=false", lead + "password.file=" + home.resolve("jmx.password"),
                lead + "access.file=" + home.resolve("jmx.access"));
    }

    private static List<String> opened() {
        List<String> options = new ArrayList<>(List.of("--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED"));
        for (String name : List.of("java.base/jdk.internal.misc", "java.management.rmi/com.sun.jmx.remote.internal.rmi",
                "java.rmi/sun.rmi.registry", "java.rmi/sun.rmi.server", "java.sql/java.sql", "java.base/java.lang.ref",
                "jdk.unsupported/sun.misc")) {
            options.add("--add-exports=" + name + "=ALL-UNNAMED");
        }
        for (String name : List.of("java.base/java.lang.module", "java.base/jdk.internal.loader",
                "java.base/jdk.internal.ref", "java.base/jdk.internal.reflect", "java.base/jdk.internal.math",
                "java.base/jdk.internal.module", "java.base/jdk.internal.util.jar",
                "jdk.management/com.sun.management.internal", "java.base/sun.nio.ch", "java.base/java.io",
                "java.base/java.lang", "java.base/java.lang.reflect", "java.base/java.nio", "java.base/java.net",
                "java.base/java.util", "java.base/java.util.concurrent", "java.base/java.util.concurrent.atomic",
                "jdk.compiler/com.sun.tools.javac.file")) {
            options.add("--add-opens=" + name + "=ALL-UNNAMED");
        }
        return options;
    }
}
