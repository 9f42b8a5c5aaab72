package dev.tidemark.rig.solr.server;

import module java.base;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/** One node, which ends when the cluster's process does. */
public final class SolrNode {

    /** Environment: the number of the cluster's process, which is not the parent of a node that a fault started again. */
    static final String CLUSTER = "TIDEMARK_SOLR_CLUSTER";

    private SolrNode() {}

    /** @param arguments the cluster's settings, the node's folder, its number from 0 */
    public static void main(String[] arguments) {
        try {
            ClusterSettings settings = ClusterSettings.read(Path.of(arguments[0]));
            JettySolrRunner runner = new JettySolrRunner(arguments[1], new Properties(),
                    configuration(settings, settings.ports().get(Integer.parseInt(arguments[2]))));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(runner)));
            endWith(Long.parseLong(System.getenv(CLUSTER)));
            runner.start();
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            System.err.println("ERROR: " + e);
            System.exit(1);
        }
    }

    private static JettyConfig configuration(ClusterSettings settings, int port) {
        property("jetty.testMode", "true"); // it takes no certificate otherwise
        property("jetty.port", String.valueOf(port));
        property("host", ClusterSettings.HOST);
        property("zkHost", settings.zooKeeper());
        property("zkDigestUsername", settings.user());
        property("zkDigestPassword", settings.password());
        JettyConfig.Builder builder = JettyConfig.builder().setContext("/solr").setPort(port).stopAtShutdown(false);
        settings.keys().ifPresent(keys -> {
            for (String store : new String[] {"keyStore", "trustStore"}) { // for what nodes say to each other
                property("javax.net.ssl." + store, keys.toString());
                property("javax.net.ssl." + store + "Password", settings.password());
                property("javax.net.ssl." + store + "Type", "PKCS12");
            }
            builder.withSSLConfig(new SSLConfig(true, false, keys.toString(), settings.password(), keys.toString(),
                    settings.password()));
        });
        return builder.build();
    }

    /** Set here and not on the command line, which others can read. */
    private static void property(String name, String value) {
        System.setProperty(name, value);
    }

    /** A child's end of the pipe is closed however its parent ends; another node looks again and again, and is later. */
    private static void endWith(long cluster) {
        if (ProcessHandle.current().parent().filter(parent -> parent.pid() == cluster).isPresent()) {
            Thread.ofPlatform().daemon().start(SolrNode::endWithParent);
        } else {
            ProcessHandle.of(cluster).map(ProcessHandle::onExit)
                    .orElseGet(() -> CompletableFuture.completedFuture(null)).thenRun(() -> System.exit(0));
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // says nothing
            }
        } catch (IOException e) {
            // as good as the end
        }
        System.exit(0);
    }

    private static void stop(JettySolrRunner runner) {
        try {
            runner.stop();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
