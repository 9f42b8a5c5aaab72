package dev.tidemark.rig.solr.server;

import module java.base;
import java.lang.ProcessBuilder.Redirect;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * ZooKeeper, and the nodes as its children. When one of them ends by itself, all do; one that was told to, or was killed,
 * leaves the others, as a fault that starts it again wants it.
 */
public final class SolrCluster {

    private static final int TICK_MILLIS = 2_000;
    private static final int CONNECTIONS = 100;
    private static final long STOP_SECONDS = 60;
    /** How a process ends by SIGKILL and SIGTERM. */
    private static final Set<Integer> SIGNALLED = Set.of(128 + 9, 128 + 15);

    private final ClusterSettings settings;
    private final boolean limited;
    private final List<Process> nodes = new ArrayList<>();
    private ServerCnxnFactory connections;

    private SolrCluster(ClusterSettings settings, boolean limited) {
        this.settings = settings;
        this.limited = limited;
    }

    /** @param arguments the file of the cluster's settings; whether memory is limited, so that the kernel may kill */
    public static void main(String[] arguments) {
        try {
            SolrCluster cluster = new SolrCluster(ClusterSettings.read(Path.of(arguments[0])),
                    Boolean.parseBoolean(arguments[1]));
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop));
            cluster.start();
            Process ended = cluster.awaitEnd();
            System.err.println("ERROR: a node has ended with status " + ended.exitValue());
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            System.err.println("ERROR: " + e);
        }
        System.exit(1);
    }

    private void start() throws Exception {
        File data = Files.createDirectories(settings.home().resolve("zookeeper")).toFile();
        connections = ServerCnxnFactory.createFactory(
                new InetSocketAddress(ClusterSettings.HOST, settings.ports().getLast()), CONNECTIONS);
        connections.startup(new ZooKeeperServer(data, data, TICK_MILLIS));
        ClusterState.prepare(settings);
        for (int i = 0; i < settings.nodes(); i++) {
            startNode(settings.home().resolve("node-" + (i + 1)));
        }
    }

    private synchronized void startNode(Path home) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder node = new ProcessBuilder(java, "@" + home.resolve("java.args")).directory(home.toFile())
                .redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
        node.environment().put(SolrNode.CLUSTER, String.valueOf(ProcessHandle.current().pid()));
        nodes.add(node.start());
    }

    private Process awaitEnd() {
        CompletableFuture<Process> ended = new CompletableFuture<>();
        nodes.forEach(node -> node.onExit().thenAccept(process -> {
            if (limited || !SIGNALLED.contains(process.exitValue())) {
                ended.complete(process);
            }
        }));
        return ended.join();
    }

    private synchronized void stop() {
        nodes.forEach(Process::destroy);
        for (Process node : nodes) {
            try {
                if (!node.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                    node.destroyForcibly();
                }
            } catch (InterruptedException e) {
                node.destroyForcibly();
            }
        }
        if (connections != null) {
            connections.shutdown();
        }
    }
}
