package dev.tidemark.rig.solr;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.FreePorts;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerKeys;
import dev.tidemark.core.rig.ServerPlace;

/**
 * The processes of a cluster and their files. The first node listens where the rig does, the others and ZooKeeper on
 * ports that are free, the same as the last time where they still are.
 */
final class CloudNodes {

    private static final String SERVER = "dev.tidemark.rig.solr.server.";
    private static final String PORTS = "ports";
    /** ZooKeeper stores a few small texts. */
    private static final long SUPERVISOR_HEAP = 64L << 20;

    private final Path home;
    private final int count;

    /** @param data of one format of the rig's own */
    CloudNodes(Path data, int count) {
        home = data.resolve("cluster-of-" + count);
        this.count = count;
    }

    private Path node(int number) {
        return home.resolve("node-" + (number + 1));
    }

    private Path settings() {
        return home.resolve("cluster.properties");
    }

    private Path logging() {
        return home.resolve("log4j2.properties");
    }

    private Path arguments() {
        return home.resolve("java.args");
    }

    void prepare(Values values, ServerPlace place) throws IOException, RigException {
        Files.createDirectories(home);
        List<Integer> ports = ports(place.port());
        PrivateFile.write(logging(), JavaServer.LOGGING);
        Path keys = home.resolve("keys.p12");
        if (place.tls().isPresent()) {
            ServerKeys.write(keys, place.tls().get(), place.readPassword());
        } else {
            Files.deleteIfExists(keys);
        }
        for (int i = 0; i < count; i++) {
            Files.createDirectories(node(i));
            PrivateFile.write(node(i).resolve("solr.xml"), SolrXml.node(ports.get(i), ports.getLast()));
        }
        writeSettings(ports, place, keys);
        writeArguments(values, place);
    }

    /** Those of the nodes, and ZooKeeper's. */
    private List<Integer> ports(int first) throws IOException {
        List<Integer> last = Files.exists(settings()) ? Arrays.stream(read(settings()).getProperty(PORTS, "")
                .split(",")).filter(port -> port.matches("\\d{1,5}")).map(Integer::valueOf).toList() : List.of();
        List<Integer> free = FreePorts.findOthers(first, count);
        List<Integer> ports = new ArrayList<>(List.of(first));
        for (int i = 1; i <= count; i++) {
            boolean asBefore = i < last.size() && last.get(i) != first && FreePorts.isFree(last.get(i));
            ports.add(asBefore ? last.get(i) : free.get(i - 1));
        }
        return ports;
    }

    private static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return properties;
    }

    private void writeSettings(List<Integer> ports, ServerPlace place, Path keys) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(PORTS, ports.stream().map(String::valueOf).collect(Collectors.joining(",")));
        properties.setProperty("user", SolrRig.USER);
        properties.setProperty("password-file", place.password().toString());
        properties.setProperty("home", home.toString());
        if (place.tls().isPresent()) {
            properties.setProperty("keys", keys.toString());
        }
        StringWriter text = new StringWriter();
        properties.store(text, "Written by Tidemark at each start.");
        PrivateFile.write(settings(), text.toString());
    }

    private void writeArguments(Values values, ServerPlace place) throws IOException {
        List<Path> classPath = new ArrayList<>(place.libraries());
        classPath.add(JavaServer.classes(SolrRig.class));
        new JavaServer(SolrXml.supervisorOptions(SUPERVISOR_HEAP, logging()), classPath, SERVER + "SolrCluster",
                List.of(settings().toString(), String.valueOf(values.find(RigParams.MEMORY).isPresent())))
                .write(arguments());
        for (int i = 0; i < count; i++) {
            new JavaServer(SolrXml.nodeOptions(values.get(SolrParams.HEAP), logging()), classPath,
                    SERVER + "SolrNode", List.of(settings().toString(), node(i).toString(), String.valueOf(i)))
                    .write(node(i).resolve("java.args"));
        }
    }

    List<String> command() {
        return JavaServer.words(arguments());
    }
}
