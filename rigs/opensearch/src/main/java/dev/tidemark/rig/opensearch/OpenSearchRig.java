package dev.tidemark.rig.opensearch;

import module java.base;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.CommandRunner;
import dev.tidemark.core.rig.DeclaredRig;
import dev.tidemark.core.rig.HttpProbe;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.Platform;
import dev.tidemark.core.rig.PrivateFile;
import dev.tidemark.core.rig.RigException;
import dev.tidemark.core.rig.RigParams;
import dev.tidemark.core.rig.ServerArtifact;
import dev.tidemark.core.rig.ServerCommand;
import dev.tidemark.core.rig.ServerKeys;
import dev.tidemark.core.rig.ServerPlace;

/**
 * OpenSearch, one node, with the k-NN plugin. What is fetched is that plugin's archive, which holds the jars that no
 * other artifact has; OpenSearch itself is among the libraries. The plugin's native engines are not in it: vectors are
 * searched by Lucene's.
 */
public final class OpenSearchRig extends DeclaredRig {

    static final String USER = "tidemark";
    private static final String GROUP = "org.opensearch";
    private static final String PLUGINS = "org.opensearch.plugin";
    /**
     * Of the plugin's archive of the version that is fetched by default; some mirrors have no checksums of archives.
     */
    private static final String KNN_SHA256 = "ac392ca28a39b3bf290648a422ef30cb149dda2963a9d7feb26060e932341c9a";

    public OpenSearchRig() {
        super("opensearch", "OpenSearch " + OpenSearchParams.VERSION.defaultValue()
                        + " with its k-NN plugin, one node, durable, on Linux; needs no installation.",
                OpenSearchParams.ALL);
    }

    @Override
    public ServerArtifact artifact(Values values, Platform platform) {
        requireLinux(platform);
        String version = version(values);
        return new ServerArtifact(PLUGINS, "opensearch-knn", version + ".0", "zip",
                version.equals(OpenSearchParams.VERSION.defaultValue()) ? Optional.of(KNN_SHA256) : Optional.empty());
    }

    private static String version(Values values) {
        return RigParams.requireVersion(values, OpenSearchParams.VERSION, "OpenSearch");
    }

    /** {@inheritDoc} Those of other projects are what the k-NN plugin wants and no artifact names. */
    @Override
    public List<ServerArtifact> libraries(Values values) {
        String version = version(values);
        return List.of(new ServerArtifact(GROUP, "opensearch", version),
                new ServerArtifact(PLUGINS, "transport-netty4-client", version),
                new ServerArtifact(PLUGINS, "analysis-common", version),
                new ServerArtifact(PLUGINS, "lang-painless", version),
                new ServerArtifact(PLUGINS, "transport-grpc-spi", version),
                new ServerArtifact("org.apache.logging.log4j", "log4j-core", "2.25.4"),
                new ServerArtifact("com.google.guava", "guava", "33.4.8-jre"),
                new ServerArtifact(GROUP, "protobufs", "1.3.0"), new ServerArtifact("io.grpc", "grpc-api", "1.75.0"));
    }

    @Override
    public void unpack(Path artifact, Path program, Values values, Platform platform) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(artifact))) {
            ZipEntry entry;
            while ((entry = zip.getNextEntry()) != null) {
                if (entry.getName().matches("[^/]+\\.jar")) {
                    Files.copy(zip, program.resolve(entry.getName()));
                }
            }
        }
    }

    @Override
    public void prepare(Values values, ServerPlace place, CommandRunner commands) throws IOException, RigException {
        Path home = home(values, place);
        Path configuration = Files.createDirectories(home.resolve("config"));
        Path keys = configuration.resolve("keys.p12");
        if (place.tls().isPresent()) {
            ServerKeys.write(keys, place.tls().get(), place.readPassword());
        }
        PrivateFile.write(configuration.resolve("opensearch.yml"), OpenSearchYml.text(values, place, USER, keys));
        PrivateFile.write(configuration.resolve("log4j2.properties"), JavaServer.LOGGING);
        List<Path> classPath = JavaServer.jars(place);
        classPath.add(JavaServer.classes(OpenSearchRig.class));
        new JavaServer(OpenSearchYml.options(values, configuration), classPath,
                "dev.tidemark.rig.opensearch.server.OpenSearchServer", List.of(home.toString()))
                .write(arguments(values, place));
    }

    @Override
    public ServerCommand command(Values values, ServerPlace place) {
        return new ServerCommand(JavaServer.words(arguments(values, place)), "TERM");
    }

    /** The format of the data is that of the major version. */
    private static Path home(Values values, ServerPlace place) {
        return place.data().resolve("opensearch-" + RigParams.major(version(values)));
    }

    private static Path arguments(Values values, ServerPlace place) {
        return home(values, place).resolve("java.args");
    }

    /** {@inheritDoc} It answers before it has read what it stores. */
    @Override
    public void probe(Values values, ServerPlace place) throws IOException {
        String health = HttpProbe.get(place, USER, "/_cluster/health");
        if (health.contains("\"status\":\"red\"")) {
            throw new IOException("not every index can be searched yet");
        }
    }

    @Override
    public Map<String, String> target(Values values, ServerPlace place) {
        return RigParams.target(place, Map.of("user", USER));
    }
}
