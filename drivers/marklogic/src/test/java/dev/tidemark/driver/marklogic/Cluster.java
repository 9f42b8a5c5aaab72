package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.driver.marklogic.Answer.Refusal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a cluster of two hosts keeps: databases, forests and what is set. All methods hold its lock. */
final class Cluster {

    static final List<String> HOSTS = List.of("one.example", "two.example");
    private static final String FIRST = "Default";
    /** Of the group of a host, and of its task server, with what is set at first. */
    private static final Map<String, Integer> GROUP = Map.of("background-io-limit", 0);
    private static final Map<String, Integer> TASK_SERVER = Map.of("threads", 4);
    private static final Set<String> FOREST = Set.of("forest-name", "host", "data-directory");
    private static final Set<String> DATABASE = Set.of("database-name", "forest", "in-memory-tree-size",
            "merge-min-ratio", "rebalancer-enable");
    private static final long MIB = 1 << 20;

    final SequencedMap<String, Database> databases = new LinkedHashMap<>();
    final SequencedMap<String, Forest> forests = new LinkedHashMap<>();
    /** The group of each host. */
    private final SequencedMap<String, String> groups = new LinkedHashMap<>();
    private final Map<String, ObjectNode> groupProperties = new HashMap<>();
    private final Map<String, ObjectNode> taskServers = new HashMap<>();
    /** Properties that the user must not set. */
    final Set<String> forbidden = new HashSet<>();
    /** Programs of users beside those of the driver, and what comes of them. */
    final Map<String, Program> programs = new ConcurrentHashMap<>();
    /** What was set of groups and task servers, in order. */
    final List<String> changes = new ArrayList<>();
    private int starts = 1;
    /** Requests that are left without an answer while it restarts. */
    private int unanswered;
    private boolean down;
    /** How often it is asked for the state of forests until they are open. */
    private int opening;

    /** What a user has evaluated. */
    @FunctionalInterface
    interface Program {
        List<Evaluations.Item> of(Database database, Map<String, Evaluations.Variable> variables) throws Refusal;
    }

    /** @param collections in which it is */
    record Document(String type, byte[] content, Set<String> collections, String forest) {}

    /** A part of a database, with what it has written. Its stands are numbers of bytes; that in memory is the last. */
    static final class Forest {
        final String name;
        final String host;
        final String directory;
        String database;
        long saved;
        long merged;
        long journaled;
        long inMemory;
        int made = 1;
        final List<Long> stands = new ArrayList<>();

        Forest(String name, String host, String directory) {
            this.name = name;
            this.host = host;
            this.directory = directory;
        }

        void write(long bytes, long treeSize) {
            journaled += bytes;
            inMemory += bytes;
            if (inMemory >= treeSize * MIB) {
                saved += inMemory;
                stands.add(inMemory);
                inMemory = 0;
                made++;
            }
            if (stands.size() > 3) {
                long all = stands.stream().mapToLong(Long::longValue).sum();
                merged += all;
                stands.clear();
                stands.add(all);
                made++;
            }
        }

        long onDisk() {
            return stands.stream().mapToLong(bytes -> Math.ceilDiv(bytes, MIB)).sum();
        }
    }

    /** Documents under their URIs. */
    final class Database {
        final TreeMap<String, Document> documents = new TreeMap<>();
        final ObjectNode properties;

        Database(ObjectNode properties) {
            this.properties = properties;
        }

        List<Forest> forests() {
            return properties.path("forest").valueStream().map(name -> forests.get(name.asString())).toList();
        }

        /** @param forest where it is to be; null for wherever */
        void insert(String uri, String type, byte[] content, Set<String> collections, String forest) throws Refusal {
            if (uri.chars().anyMatch(c -> c < ' ')) {
                throw new Refusal(400, "XDMP-URI", "Invalid URI format");
            }
            Document old = documents.get(uri);
            if (old != null && forest != null && !old.forest().equals(forest)) {
                throw new Refusal(500, "XDMP-DBDUPURI", "URI " + uri + " found in forests " + old.forest());
            }
            List<Forest> all = forests();
            Forest into = forest == null ? all.get(Math.floorMod(uri.length(), all.size()))
                    : Cluster.this.forests.get(forest);
            if (into == null || !all.contains(into)) {
                throw new Refusal(400, "XDMP-NOSUCHFOREST", "No forest " + forest);
            }
            documents.put(uri, new Document(type, content, collections, old == null ? into.name : old.forest()));
            into.write(content.length + 100, properties.path("in-memory-tree-size").asLong());
        }
    }

    Cluster() {
        HOSTS.forEach(host -> group(host, FIRST));
        databases.put("Documents", new Database(Answer.JSON.createObjectNode().put("database-name", "Documents")));
    }

    /** Puts a host into a group. */
    synchronized void group(String host, String group) {
        groups.put(host, group);
        groupProperties.computeIfAbsent(group, _ -> Answer.JSON.valueToTree(GROUP));
        taskServers.computeIfAbsent(group, _ -> Answer.JSON.valueToTree(TASK_SERVER));
    }

    synchronized SequencedMap<String, String> groups() {
        return new LinkedHashMap<>(groups);
    }

    /** Properties of a group; null where there is none. */
    synchronized ObjectNode groupProperties(String group) {
        return groupProperties.get(group);
    }

    /** Properties of a group's task server; null where there is none. */
    synchronized ObjectNode taskServer(String group) {
        return taskServers.get(group);
    }

    synchronized void set(ObjectNode properties, ObjectNode asked) throws Refusal {
        requireKnown(asked, Set.copyOf(properties.propertyNames()));
        for (Map.Entry<String, JsonNode> property : asked.properties()) {
            if (forbidden.contains(property.getKey())) {
                throw new Refusal(403, "SEC-PRIV", "You do not have permission to set " + property.getKey());
            }
            properties.set(property.getKey(), property.getValue());
            changes.add(property.getKey() + "=" + property.getValue());
        }
    }

    private static void requireKnown(JsonNode asked, Set<String> known) throws Refusal {
        for (String name : asked.propertyNames()) {
            if (!known.contains(name)) {
                throw new Refusal(400, "MANAGE-INVALIDPAYLOAD", "Payload has errors in structure, content-type or "
                        + "values. Unknown property " + name);
            }
        }
    }

    synchronized Database database(String name) throws Refusal {
        Database database = databases.get(name);
        if (database == null) {
            throw new Refusal(404, "XDMP-NOSUCHDB", "No such database " + name);
        }
        return database;
    }

    synchronized void makeForest(JsonNode asked) throws Refusal {
        requireKnown(asked, FOREST);
        String name = asked.path("forest-name").asString("");
        String host = asked.path("host").asString(HOSTS.getFirst());
        if (name.isEmpty() || forests.containsKey(name) || !HOSTS.contains(host)) {
            throw new Refusal(400, "MANAGE-INVALIDPAYLOAD", "Payload has errors in structure, content-type or values. "
                    + "Forest " + name + " on " + host);
        }
        forests.put(name, new Forest(name, host, asked.path("data-directory").asString("")));
    }

    synchronized void makeDatabase(ObjectNode asked) throws Refusal {
        requireKnown(asked, DATABASE);
        String name = asked.path("database-name").asString("");
        if (name.isEmpty() || databases.containsKey(name)) {
            throw new Refusal(400, "ADMIN-DUPLICATENAME", "Element 'database-name' in database has duplicate value: "
                    + name);
        }
        for (JsonNode forest : asked.path("forest")) {
            Forest there = forests.get(forest.asString());
            if (there == null || there.database != null) {
                throw new Refusal(400, "ADMIN-NOSUCHFOREST", "No free forest " + forest.asString());
            }
            there.database = name;
        }
        ObjectNode properties = Answer.JSON.createObjectNode().put("in-memory-tree-size", 16).put("merge-min-ratio", 2)
                .put("rebalancer-enable", true);
        properties.setAll(asked);
        databases.put(name, new Database(properties));
        opening = 1;
    }

    /** The state of forests, which becomes another one by being asked for. */
    synchronized String state() {
        return opening > 0 && opening-- > 0 ? "mounting" : "open";
    }

    /** Whether it takes no requests for documents yet. */
    synchronized boolean isOpening() {
        return opening > 0;
    }

    synchronized void dropDatabase(String name, String forestDelete) throws Refusal {
        for (Forest forest : database(name).forests()) {
            forest.database = null;
            if (!forestDelete.isEmpty()) {
                forests.remove(forest.name);
            }
        }
        databases.remove(name);
    }

    synchronized void dropForest(String name) throws Refusal {
        if (!forests.containsKey(name)) {
            throw new Refusal(404, "XDMP-NOSUCHFOREST", "No such forest " + name);
        }
        if (forests.get(name).database != null) {
            throw new Refusal(400, "ADMIN-FORESTATTACHED", "Forest " + name + " is attached");
        }
        forests.remove(name);
    }

    synchronized String timestamp() {
        return "2026-01-01T00:00:%02d.000000Z".formatted(starts);
    }

    synchronized void restart() {
        unanswered = 4;
    }

    /** Does not come back until it is told to. */
    synchronized void stayDown(boolean on) {
        down = on;
    }

    /** Whether a request gets no answer, since the server is being started. */
    synchronized boolean isDown() {
        if (unanswered == 0) {
            return false;
        }
        if (!down && --unanswered == 0) {
            starts++;
            opening = 2;
        }
        return true;
    }

    /** What tells whether anything of a database was touched. */
    synchronized String fingerprint(String name) throws Refusal {
        Database database = database(name);
        return database.properties + database.documents.keySet().toString();
    }
}
