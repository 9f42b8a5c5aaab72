package dev.tidemark.rig.solr;

import module java.base;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.ServerPlace;

/** The nodes' configuration files, and the options of the JVMs. */
final class SolrXml {

    private static final String NODE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Written by Tidemark at each start. -->
            <solr>
              <solrcloud>
                <str name="zkHost">%1$s:%3$d</str>
                <str name="host">%1$s</str>
                <int name="hostPort">%2$d</int>
                <str name="hostContext">solr</str>
                <int name="zkClientTimeout">20000</int>
                <bool name="genericCoreNodeNames">true</bool>
                <str name="zkCredentialsProvider">org.apache.solr.common.cloud.DigestZkCredentialsProvider</str>
                <str name="zkACLProvider">org.apache.solr.common.cloud.DigestZkACLProvider</str>
                <str name="zkCredentialsInjector">org.apache.solr.common.cloud.VMParamsZkCredentialsInjector</str>
              </solrcloud>
              <shardHandlerFactory name="shardHandlerFactory" class="HttpShardHandlerFactory">
                <int name="socketTimeout">600000</int>
                <int name="connTimeout">60000</int>
              </shardHandlerFactory>
            </solr>
            """;

    private SolrXml() {}

    static String node(int port, int zooKeeper) {
        return String.format(Locale.ROOT, NODE, ServerPlace.HOST, port, zooKeeper);
    }

    static List<String> nodeOptions(long heap, Path logging) {
        List<String> options = new ArrayList<>(JavaServer.heap(heap));
        options.add("-XX:+UseG1GC");
        options.add("-Dsolr.deleteUnknownCores=true"); // of a collection that was deleted while the node was gone
        options.addAll(common(logging));
        return options;
    }

    static List<String> supervisorOptions(long heap, Path logging) {
        List<String> options = new ArrayList<>(JavaServer.heap(heap));
        options.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        options.addAll(common(logging));
        return options;
    }

    private static List<String> common(Path logging) {
        List<String> options = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow", "-Dlog4j2.configurationFile=" + logging,
                "-Dlog4j.shutdownHookEnabled=false"));
        options.addAll(JavaServer.USUAL);
        return options;
    }
}
