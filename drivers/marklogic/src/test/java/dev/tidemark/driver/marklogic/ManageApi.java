package dev.tidemark.driver.marklogic;

import dev.tidemark.driver.marklogic.Answer.Refusal;
import dev.tidemark.driver.marklogic.Cluster.Forest;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
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
        String[] path = request.path().substring("/manage/v2".length()).replaceFirst("^/", "").split("/");
        synchronized (cluster) {
            return switch (path[0]) {
                case "" -> Answer.json(200, Map.of("local-cluster-default", Map.of("version", "11.3.1")));
                case "hosts" -> list("host", Cluster.HOSTS);
                case "databases" -> databases(request, path);
                case "forests" -> forests(request, path);
                case "groups" -> properties(request, only(request, cluster.group,
                        "/manage/v2/groups/Default/properties"), false);
                case "task-servers" -> properties(request, only(request, cluster.taskServer,
                        "/manage/v2/task-servers/TaskServer/properties"), true);
                default -> throw notFound(request);
            };
        }
    }

    private static ObjectNode only(Request request, ObjectNode properties, String path) throws Refusal {
        if (!request.path().equals(path) || !request.parameter("group-id", Cluster.GROUP).equals(Cluster.GROUP)) {
            throw notFound(request);
        }
        return properties;
    }

    private static Refusal notFound(Request request) {
        return new Refusal(404, "MANAGE-NOTFOUND", "Resource not found: " + request.path());
    }

    private static Refusal unsupported(Request request) {
        return new Refusal(405, "REST-UNSUPPORTEDMETHOD", "Unsupported method " + request.method());
    }

    private static Answer list(String kind, Collection<String> names) {
        List<Map<String, String>> items = names.stream().map(name -> Map.of("nameref", name, "idref",
                "1" + name.hashCode(), "groupnameref", Cluster.GROUP)).toList();
        return Answer.json(200, Map.of(kind + "-default-list", Map.of("list-items", Map.of("list-count",
                Map.of("units", "quantity", "value", items.size()), "list-item", items))));
    }

    private Answer databases(Request request, String... path) throws Refusal {
        if (path.length == 1) {
            if (request.method().equals("POST")) {
                cluster.makeDatabase((ObjectNode) request.json());
                return Answer.empty(201).with("Location", "/manage/v2/databases/1");
            }
            return list("database", cluster.databases.keySet());
        }
        ObjectNode properties = cluster.database(path[1]).properties;
        if (path.length == 3 && path[2].equals("properties")) {
            return properties(request, properties, false);
        }
        if (request.method().equals("DELETE")) {
            request.only(Set.of("forest-delete"));
            cluster.dropDatabase(path[1], request.parameter("forest-delete", ""));
            return Answer.empty(204);
        }
        request.only(VIEWS);
        return Answer.json(200, Map.of("database-default", Map.of("name", path[1])));
    }

    private Answer forests(Request request, String... path) throws Refusal {
        if (path.length == 1) {
            if (request.method().equals("POST")) {
                cluster.makeForest(request.json());
                return Answer.empty(201).with("Location", "/manage/v2/forests/1");
            }
            return list("forest", cluster.forests.keySet());
        }
        if (request.method().equals("DELETE")) {
            request.only(Set.of("level"));
            cluster.dropForest(path[1]);
            return Answer.empty(204);
        }
        request.only(VIEWS);
        Forest forest = cluster.forests.get(path[1]);
        if (forest == null || !request.method().equals("GET")) {
            throw forest == null ? new Refusal(404, "XDMP-NOSUCHFOREST", "No such forest " + path[1])
                    : unsupported(request);
        }
        return Answer.json(200, Map.of("forest-status", Map.of("name", path[1], "status-properties",
                Map.of("state", Map.of("units", "enum", "value", "open")))));
    }

    private Answer properties(Request request, ObjectNode properties, boolean restarts) throws Refusal {
        request.only(Set.of("format", "group-id"));
        switch (request.method()) {
            case "GET" -> {
                return Answer.json(200, properties);
            }
            case "PUT" -> {
                JsonNode asked = request.json();
                for (Map.Entry<String, JsonNode> property : asked.properties()) {
                    if (!properties.has(property.getKey())) {
                        throw new Refusal(400, "MANAGE-INVALIDPAYLOAD", "Payload has errors in structure, "
                                + "content-type or values. Unknown property " + property.getKey());
                    }
                    properties.set(property.getKey(), property.getValue());
                    cluster.changes.add(property.getKey() + "=" + property.getValue());
                }
                return restarts ? restarted() : Answer.empty(204);
            }
            default -> throw unsupported(request);
        }
    }

    private Answer restarted() {
        Map<String, Object> restart = new LinkedHashMap<>();
        restart.put("last-startup", Cluster.HOSTS.stream().map(host -> Map.of("host-id", host, "value",
                cluster.timestamp())).toList());
        restart.put("link", Map.of("kindref", "timestamp", "uriref", "/admin/v1/timestamp"));
        restart.put("message", "Check for new timestamp to verify host restart.");
        cluster.restart();
        return Answer.json(202, Map.of("restart", restart)).with("Location", "/admin/v1/timestamp");
    }
}
