package dev.tidemark.rig.opensearch;

import module java.base;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.Values;
import dev.tidemark.core.rig.ConfigFile;
import dev.tidemark.core.rig.JavaServer;
import dev.tidemark.core.rig.ServerPlace;

/** The server's configuration files, and the options of its JVM. */
final class OpenSearchYml {

    private OpenSearchYml() {}

    /** @param keys where the server's key is, if it needs one */
    static String text(Values values, ServerPlace place, String user, Path keys) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("cluster.name", "tidemark");
        lines.put("node.name", "node-1");
        lines.put("discovery.type", "single-node");
        lines.put("network.host", ServerPlace.HOST);
        lines.put("http.port", String.valueOf(place.port()));
        lines.put("http.type", place.tls().isPresent() ? "netty4-secure" : "netty4");
        lines.put("transport.type", "netty4");
        lines.put("transport.port", "0");
        lines.put("tidemark.user", user);
        lines.put("tidemark.password_file", place.password().toString());
        place.tls().ifPresent(_ -> lines.put("tidemark.keys", keys.toString()));
        size(lines, "indices.requests.cache.size", values, OpenSearchParams.REQUEST_CACHE);
        size(lines, "indices.queries.cache.size", values, OpenSearchParams.QUERY_CACHE);
        size(lines, "indices.memory.index_buffer_size", values, OpenSearchParams.INDEX_BUFFER);
        lines.replaceAll((_, value) -> ConfigFile.quoted(value));
        return ConfigFile.text(lines, ": ");
    }

    private static void size(Map<String, String> lines, String name, Values values, Param<Long> param) {
        values.find(param).ifPresent(bytes -> lines.put(name, bytes + "b"));
    }

    /** Those that OpenSearch's own start has, as far as they matter here; among them SIMD for vectors. */
    static List<String> options(Values values, Path configuration) {
        List<String> options = new ArrayList<>(JavaServer.heap(values.get(OpenSearchParams.HEAP)));
        options.addAll(List.of("-XX:+UseG1GC", "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
                "-Dio.netty.noUnsafe=true", "-Dio.netty.noKeySetOptimization=true",
                "-Dlog4j2.configurationFile=" + configuration.resolve("log4j2.properties"),
                "-Dlog4j.shutdownHookEnabled=false", "-Dslf4j.internal.verbosity=ERROR"));
        options.addAll(JavaServer.USUAL);
        return options;
    }
}
