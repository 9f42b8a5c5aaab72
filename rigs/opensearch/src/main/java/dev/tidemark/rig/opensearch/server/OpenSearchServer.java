package dev.tidemark.rig.opensearch.server;

import module java.base;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** A node that takes its plugins from the class path. */
public final class OpenSearchServer extends Node {

    /** By class; each with what it extends. */
    private static final List<PluginInfo> PLUGINS = List.of(
            plugin("transport-netty4", "org.opensearch.transport.Netty4ModulePlugin"),
            plugin("analysis-common", "org.opensearch.analysis.common.CommonAnalysisModulePlugin"),
            plugin("lang-painless", "org.opensearch.painless.PainlessModulePlugin"),
            plugin("opensearch-knn", "org.opensearch.knn.plugin.KNNPlugin", "lang-painless"),
            plugin("tidemark-guard", Guard.class.getName()));

    private OpenSearchServer(Environment environment) {
        super(environment, PLUGINS, true);
    }

    private static PluginInfo plugin(String name, String type, String... extended) {
        return new PluginInfo(name, name, "1", Version.CURRENT, "21", type, null, List.of(extended), false);
    }

    /** @param arguments the folder in which {@code config} is */
    public static void main(String[] arguments) {
        Path home = Path.of(arguments[0]);
        try {
            Settings settings = Settings.builder().put("path.home", home.toString()).build();
            OpenSearchServer server = new OpenSearchServer(InternalSettingsPreparer.prepareEnvironment(settings,
                    Map.of(), home.resolve("config"), () -> "node-1"));
            Runtime.getRuntime().addShutdownHook(new Thread(server::end));
            server.start();
            Thread.currentThread().join(); // the node's own threads keep no process alive
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            System.err.println("ERROR: " + rootCause(e));
            System.exit(1);
        }
    }

    private static Throwable rootCause(Throwable e) {
        return e.getCause() == null ? e : rootCause(e.getCause());
    }

    private void end() {
        try {
            close();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
