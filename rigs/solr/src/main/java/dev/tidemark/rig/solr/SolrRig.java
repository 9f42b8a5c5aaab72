package dev.tidemark.rig.solr;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.HttpProbe;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;

/**
 * SolrCloud: ZooKeeper in a process that starts the nodes and ends with them, and each node in a process of its own.
 * The servlet container around it is that of Solr's test framework, since the project publishes no other in Maven's
 * repositories; it is the same Jetty with the same filter.
 */
public final class SolrRig extends DeclaredRig {

    static final String USER = "tidemark";
    private static final String GROUP = "org.apache.solr";
    /** As the status of a cluster lists them. */
    private static final Pattern LIVE = Pattern.compile("\"live_nodes\"\\s*:\\s*\\[([^\\]]*)]");

    public SolrRig() {
        super("solr", "Solr " + SolrParams.VERSION.defaultValue()
                        + " in cloud mode, one or several nodes, durable, on Linux; needs no installation.",
                SolrParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        String version = RigParams.requireVersion(values, SolrParams.VERSION, "Solr");
        requireLinux(platform);
        return new ServerArtifact(GROUP, "solr-core", version);
    }

    @Override
    public List<ServerArtifact> libraries(Values values) {
        return List.of(new ServerArtifact(GROUP, "solr-test-framework", values.get(SolrParams.VERSION)));
    }

    /** {@inheritDoc} Nothing: jars are run where they were fetched to. */
    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform) {}

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands) throws IOException, RigException {
        nodes(values, place).prepare(values, place);
    }

    private static CloudNodes nodes(Values values, ServerPlace place) {
        return new CloudNodes(place.data().resolve("solr-" + RigParams.major(values.get(SolrParams.VERSION))),
                Math.toIntExact(values.get(SolrParams.NODES)));
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        return new ServerCommand(nodes(values, place).command(), "TERM");
    }

    /** {@inheritDoc} It answers before all nodes are there and have read what they store. */
    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        String status = HttpProbe.get(place, USER, "/solr/admin/collections?action=CLUSTERSTATUS&wt=json");
        Matcher live = LIVE.matcher(status);
        long nodes = live.find() ? live.group(1).chars().filter(c -> c == '"').count() / 2 : 0;
        if (nodes < values.get(SolrParams.NODES)) {
            throw new IOException(nodes + " of " + values.get(SolrParams.NODES) + " nodes are there");
        }
        if (status.matches("(?s).*\"state\"\\s*:\\s*\"(down|recovering)\".*")) {
            throw new IOException("not every index can be searched yet");
        }
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        return RigParams.target(place, Map.of("user", USER));
    }
}
