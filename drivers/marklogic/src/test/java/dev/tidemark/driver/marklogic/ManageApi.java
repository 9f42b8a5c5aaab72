package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.driver.marklogic.Answer.Refusal;
import tools.jackson.databind.node.ObjectNode;

/** The part of the Management API that the driver uses, as MarkLogic documents it, and of the Admin API. */
final class ManageApi {

    private static final Set<String> VIEWS = Set.of("format", "view");

    private final Cluster cluster;

    ManageApi(Cluster cluster) {
        this.cluster = cluster;
    }

    Answer admin(Request request) throws Refusal {
        if (!request.path().equals("/admin/v1/timestamp") || !request.method().equals("GET")) {
            throw notFound(request);
        }
        return Answer.of(200, "text/plain", cluster.timestamp().getBytes(StandardCharsets.UTF_8));
    }

    Answer answer(Request request) throws Refusal {
        if (!request.path().startsWith("/manage/v2")) {
            throw notFound(request);
        }
        String[] path = request.path().substring("/manage/v2".length()).replaceFirst("^/", "").split("/", -1);
        synchronized (cluster) {
            return switch (path[0]) {
                case "" -> {
                    requireGet(request, path, 1);
                    yield Answer.json(200, Map.of("local-cluster-default", Map.of("version", "11.3.1")));
                }
                case "hosts" -> {
                    requireGet(request, path, 1);
                    yield list("host", cluster.groups());
                }
                case "databases" -> databases(request, path);
                case "forests" -> forests(request, path);
                case "groups" -> group(request, path);
                case "task-servers" -> taskServer(request, path);
                default -> throw notFound(request);
            };
        }
    }

    private static void requireGet(Request request, String[] path, int length) throws Refusal {
        if (path.length != length) {
            throw notFound(request);
        }
        if (!request.method().equals("GET")) {
            throw unsupported(request);
        }
        request.only(VIEWS);
    }

    private Answer group(Request request, String... path) throws Refusal {
        if (path.length != 3 || !path[2].equals("properties")) {
            throw notFound(request);
        }
        request.only(Set.of("format"));
        return properties(request, cluster.groupProperties(path[1]), false);
    }

    private Answer taskServer(Request request, String... path) throws Refusal {
        if (path.length != 3 || !path[1].equals("TaskServer") || !path[2].equals("properties")) {
            throw notFound(request);
        }
        request.only(Set.of("format", "group-id"));
        return properties(request, cluster.taskServer(request.parameter("group-id")), true);
    }

    private static Refusal notFound(Request request) {
        return new Refusal(404, "MANAGE-NOTFOUND", "Resource not found: " + request.path());
    }

    private static Refusal unsupported(Request request) {
        return new Refusal(405, "REST-UNSUPPORTEDMETHOD", "Unsupported method " + request.method());
    }

    /** @param groups of those that are in one, by their name; of others, empty */
    private static Answer list(String kind, Map<String, String> groups) {
        List<Map<String, String>> items = new ArrayList<>();
        groups.forEach((name, group) -> {
            Map<String, String> item = new LinkedHashMap<>(Map.of("nameref", name, "idref", "1" + name.hashCode()));
            if (!group.isEmpty()) {
                item.put("groupnameref", group);
            }
            items.add(item);
        });
        return Answer.json(200, Map.of(kind + "-default-list", Map.of("list-items", Map.of("list-count",
                Map.of("units", "quantity", "value", items.size()), "list-item", items))));
    }

    private static Answer list(String kind, Collection<String> names) {
        return list(kind, names.stream().collect(Collectors.toMap(name -> name, _ -> "")));
    }

    private Answer databases(Request request, String... path) throws Refusal {
        if (path.length == 1 && request.method().equals("POST")) {
            request.only(Set.of("format"));
            cluster.makeDatabase(request.object());
            return Answer.empty(201).with("Location", "/manage/v2/databases/1");
        }
        if (path.length == 1) {
            requireGet(request, path, 1);
            return list("database", cluster.databases.keySet());
        }
        if (path.length == 2 && request.method().equals("DELETE")) {
            request.only(Set.of("forest-delete"));
            cluster.dropDatabase(path[1], oneOf(request, "forest-delete", "", "configuration", "data"));
            return Answer.empty(204);
        }
        ObjectNode properties = cluster.database(path[1]).properties;
        if (path.length == 3 && path[2].equals("properties")) {
            requireGet(request, path, 3);
            return Answer.json(200, properties);
        }
        requireGet(request, path, 2);
        return Answer.json(200, Map.of("database-default", Map.of("name", path[1])));
    }

    private Answer forests(Request request, String... path) throws Refusal {
        if (path.length == 1 && request.method().equals("POST")) {
            request.only(Set.of("format"));
            cluster.makeForest(request.object());
            return Answer.empty(201).with("Location", "/manage/v2/forests/1");
        }
        if (path.length == 1) {
            requireGet(request, path, 1);
            return list("forest", cluster.forests.keySet());
        }
        if (path.length == 2 && request.method().equals("DELETE")) {
            request.only(Set.of("level"));
            oneOf(request, "level", "config-only", "full");
            cluster.dropForest(path[1]);
            return Answer.empty(204);
        }
        requireGet(request, path, 2);
        if (!cluster.forests.containsKey(path[1])) {
            throw new Refusal(404, "XDMP-NOSUCHFOREST", "No such forest " + path[1]);
        }
        oneOf(request, "view", "status");
        return Answer.json(200, Map.of("forest-status", Map.of("name", path[1], "status-properties",
                Map.of("state", Map.of("units", "enum", "value", cluster.state())))));
    }

    /** A parameter that has one of some values; the first where it is not there, if that is empty. */
    private static String oneOf(Request request, String name, String... values) throws Refusal {
        String value = values[0].isEmpty() ? request.parameter(name, "") : request.parameter(name);
        if (!List.of(values).contains(value)) {
            throw new Refusal(400, "REST-INVALIDPARAM", "Invalid value " + value + " of " + name);
        }
        return value;
    }

    /** @param properties null where there are none */
    private Answer properties(Request request, ObjectNode properties, boolean restarts) throws Refusal {
        if (properties == null) {
            throw notFound(request);
        }
        return switch (request.method()) {
            case "GET" -> Answer.json(200, properties);
            case "PUT" -> {
                cluster.set(properties, request.object());
                yield restarts ? restarted() : Answer.empty(204);
            }
            default -> throw unsupported(request);
        };
    }

    private Answer restarted() {
        Map<String, Object> restart = new LinkedHashMap<>();
        restart.put("last-startup", cluster.groups().keySet().stream().map(host -> Map.of("host-id", host, "value",
                cluster.timestamp())).toList());
        restart.put("link", Map.of("kindref", "timestamp", "uriref", "/admin/v1/timestamp"));
        restart.put("message", "Check for new timestamp to verify host restart.");
        cluster.restart();
        return Answer.json(202, Map.of("restart", restart)).with("Location", "/admin/v1/timestamp");
    }
}
