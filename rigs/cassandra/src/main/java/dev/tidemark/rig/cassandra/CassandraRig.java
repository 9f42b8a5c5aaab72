package dev.tidemark.rig.cassandra;

import module java.base;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerPlace;

/** Cassandra: one node, or several that are a cluster on loopback addresses. */
public final class CassandraRig extends DeclaredRig {

    static final String USER = "tidemark";
    /** As many replicas as survive the loss of one with a majority. */
    private static final int REPLICAS = 3;

    public CassandraRig() {
        super("cassandra", "Cassandra " + CassandraParams.VERSION.defaultValue()
                        + ", one to five nodes on loopback addresses, on Linux; needs no installation.",
                CassandraParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        String version = RigParams.requireVersion(values, CassandraParams.VERSION, "Cassandra");
        requireLinux(platform);
        if (values.get(RigParams.TLS) && values.get(CassandraParams.NODES) > 1) {
            throw new InvalidInputException("tls: the certificate of a rig is for 127.0.0.1, and nodes have other "
                    + "addresses, too; leave tls or nodes out");
        }
        return new ServerArtifact("org.apache.cassandra", "cassandra-all", version);
    }

    @Override
    public List<ServerArtifact> libraries(Values values) {
        return List.of(artifact(values, Platform.current()));
    }

    /** {@inheritDoc} Nothing: jars are run where they were fetched to. */
    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform) {}

    private static CassandraNodes nodes(Values values, ServerPlace place) {
        String major = RigParams.major(values.get(CassandraParams.VERSION));
        return new CassandraNodes(place.data().resolve("cassandra-" + major),
                Math.toIntExact(values.get(CassandraParams.NODES)));
    }

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands) throws IOException, RigException {
        nodes(values, place).prepare(values, place);
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        return new ServerCommand(nodes(values, place).command(), "TERM");
    }

    /** {@inheritDoc} A node answers when it has joined the others. */
    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        for (int node = 0; node < values.get(CassandraParams.NODES); node++) {
            CqlProbe.ask(place, CassandraYaml.host(node), USER);
        }
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        CassandraNodes nodes = nodes(values, place);
        Map<String, String> settings = new TreeMap<>(RigParams.target(place, Map.of("user", USER, "replication-factor",
                String.valueOf(Math.min(REPLICAS, nodes.count())))));
        settings.put("address", IntStream.range(0, nodes.count()).mapToObj(n -> CassandraYaml.host(n) + ":"
                + place.port()).collect(Collectors.joining(",")));
        if (place.tls().isEmpty()) {
            settings.put("jmx-port", String.valueOf(nodes.ports().management()));
        }
        return settings;
    }
}
