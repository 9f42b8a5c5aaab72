package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.Namespace;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.param.Values;
import tools.jackson.databind.JsonNode;

/**
 * A database whose forests' names are the mark: {@code NAME-made-by-Tidemark-01} and so on. A database comes into
 * being with its forests, and nobody else's has such ones.
 */
final class DatabaseNamespace implements Namespace.FixedText<MarkLogicConnection> {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,60}");
    private static final double MIB = 1 << 20;

    private final String database;
    private final Values values;
    private final Context context;
    private final ServerSettings server;

    DatabaseNamespace(Values values, Context context, ServerSettings server) {
        database = values.get(ConnectionParams.NAMESPACE);
        this.values = values;
        this.context = context;
        this.server = server;
        if (!NAME.matcher(database).matches()) {
            throw new InvalidInputException(ConnectionParams.NAMESPACE.name() + ": '" + database + "' is no name of a "
                    + "database; it begins with a letter, and has letters, digits, '_' and '-' only, at most 61");
        }
    }

    private String path() {
        return "/databases/" + ManagementApi.encoded(database);
    }

    @Override
    public boolean exists(MarkLogicConnection connection) throws Exception {
        return connection.management().exists(path() + "?format=json");
    }

    /** Properties of the database, which is there. */
    JsonNode properties(MarkLogicConnection connection) throws Exception {
        return connection.management().get(path() + "/properties?format=json");
    }

    /** Names of its forests. */
    List<String> forests(MarkLogicConnection connection) throws Exception {
        return Forests.of(connection.management(), database).names();
    }

    private String prefix(String name, String text) {
        return database + "-" + name + "-" + text;
    }

    @Override
    public void make(MarkLogicConnection connection, String name, String text) throws Exception {
        ManagementApi management = connection.management();
        Hosts hosts = Hosts.read(management);
        removeLeftOver(management, prefix(name, text));
        List<String> forests = makeForests(management, hosts, prefix(name, text));
        Map<String, Object> properties = new LinkedHashMap<>(Map.of("database-name", database, "forest", forests,
                "rebalancer-enable", false));
        values.find(MarkLogicParams.MEMTABLE).ifPresent(bytes -> properties.put("in-memory-tree-size", mib(bytes)));
        values.find(MarkLogicParams.COMPACTION_RATIO).ifPresent(ratio -> properties.put("merge-min-ratio", ratio));
        management.post("/databases?format=json", properties);
        new Forests(forests).awaitOpen(management, context.clock(), context.cancelled());
        server.apply(connection, hosts);
    }

    /** In whole MiB, as the server counts. */
    static long mib(long bytes) {
        return Math.max(1, Math.round(bytes / MIB));
    }

    /** Forests that were made for a database which was not made any more. */
    private void removeLeftOver(ManagementApi management, String prefix) throws Exception {
        for (JsonNode forest : Hosts.items(management.get("/forests?format=json"), "forest-default-list")) {
            String name = forest.path("nameref").asString("");
            if (name.matches(Pattern.quote(prefix) + "-\\d+")) {
                management.delete("/forests/" + ManagementApi.encoded(name) + "?level=full");
            }
        }
    }

    private List<String> makeForests(ManagementApi management, Hosts hosts, String prefix) throws Exception {
        int count = values.find(MarkLogicParams.SHARDS).map(Math::toIntExact).orElse(hosts.names().size());
        List<String> names = IntStream.rangeClosed(1, count)
                .mapToObj(n -> String.format(Locale.ROOT, "%s-%02d", prefix, n)).toList();
        for (int i = 0; i < count; i++) {
            Map<String, Object> forest = new LinkedHashMap<>();
            forest.put("forest-name", names.get(i));
            forest.put("host", hosts.host(i));
            values.find(MarkLogicParams.DIRECTORY).ifPresent(folder -> forest.put("data-directory", folder.toString()));
            management.post("/forests?format=json", forest);
        }
        return names;
    }

    /** {@inheritDoc} With the data of its forests; before that, what it changed on the server is put back. */
    @Override
    public void drop(MarkLogicConnection connection) throws Exception {
        server.putBack(connection);
        connection.management().delete(path() + "?forest-delete=data");
    }

    @Override
    public Optional<String> text(MarkLogicConnection connection, String name) throws Exception {
        List<String> forests = forests(connection);
        Pattern marked = Pattern.compile(Pattern.quote(database + "-" + name + "-") + "(.+)-\\d+");
        List<String> texts = forests.stream().map(marked::matcher).map(m -> m.matches() ? m.group(1) : "").distinct()
                .toList();
        return texts.size() == 1 && !texts.getFirst().isEmpty() ? Optional.of(texts.getFirst()) : Optional.empty();
    }
}
