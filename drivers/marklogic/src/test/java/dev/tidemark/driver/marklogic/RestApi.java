package dev.tidemark.driver.marklogic;

import module java.base;
import dev.tidemark.driver.marklogic.Answer.Refusal;
import dev.tidemark.driver.marklogic.Cluster.Database;
import dev.tidemark.driver.marklogic.Cluster.Document;
import dev.tidemark.driver.marklogic.Evaluations.Item;
import dev.tidemark.driver.marklogic.Evaluations.Variable;

/** The part of the REST API that the driver uses, as MarkLogic documents it. */
final class RestApi {

    private static final Pattern COLLECTION = Pattern.compile("<(?:\\w+:)?collection>([^<]*)<");
    private static final String BOUNDARY = "tidemark-parts";

    private final Cluster cluster;

    RestApi(Cluster cluster) {
        this.cluster = cluster;
    }

    Answer answer(Request request) throws Refusal {
        synchronized (cluster) {
            return switch (request.path()) {
                case "/v1/", "/v1/ping" -> ping(request);
                case "/v1/documents" -> documents(request, database(request));
                case "/v1/eval" -> eval(request, database(request));
                default -> throw new Refusal(404, "RESTAPI-NOTFOUND", "No resource at " + request.path());
            };
        }
    }

    private static Answer ping(Request request) throws Refusal {
        request.only(Set.of());
        if (!Set.of("GET", "HEAD").contains(request.method())) {
            throw new Refusal(405, "REST-UNSUPPORTEDMETHOD", "Unsupported method " + request.method());
        }
        return Answer.empty(200);
    }

    private Database database(Request request) throws Refusal {
        if (cluster.isOpening()) {
            throw new Refusal(500, "XDMP-FORESTNOT", "A forest is not available: XDMP-FORESTNOTOPEN");
        }
        return cluster.database(request.parameter("database", "Documents"));
    }

    private static Answer documents(Request request, Database database) throws Refusal {
        return switch (request.method()) {
            case "GET", "HEAD" -> read(request, database);
            case "PUT" -> write(request, database);
            case "POST" -> writeAll(request, database);
            case "DELETE" -> {
                request.only(Set.of("uri", "database", "category"));
                if (database.documents.remove(request.parameter("uri")) == null) {
                    throw new Refusal(404, "RESTAPI-NODOCUMENT", "no document at " + request.parameter("uri"));
                }
                yield Answer.empty(204);
            }
            default -> throw new Refusal(405, "REST-UNSUPPORTEDMETHOD", "Unsupported method " + request.method());
        };
    }

    private static Answer read(Request request, Database database) throws Refusal {
        request.only(Set.of("uri", "database", "category", "format"));
        Document document = database.documents.get(request.parameter("uri"));
        if (document == null) {
            throw new Refusal(404, "RESTAPI-NODOCUMENT", "(err:FOER0000) Resource or document does not exist:  "
                    + "category: content message: " + request.parameter("uri"));
        }
        return Answer.of(200, document.type(), document.content());
    }

    private static Answer write(Request request, Database database) throws Refusal {
        request.only(Set.of("uri", "database", "format", "category", "collection", "forest-name"));
        String uri = request.parameter("uri");
        boolean there = database.documents.containsKey(uri);
        insert(database, uri, request.type(), request.body(),
                Set.copyOf(request.query().getOrDefault("collection", List.of())), request.parameter("forest-name", null));
        return there ? Answer.empty(204) : Answer.empty(201).with("Location", "/v1/documents?uri=" + uri);
    }

    /** All or none. */
    private static Answer writeAll(Request request, Database database) throws Refusal {
        request.only(Set.of("database", "forest-name"));
        Map<String, Document> before = Map.copyOf(database.documents);
        try {
            return writeParts(request, database);
        } catch (Refusal e) {
            database.documents.clear();
            database.documents.putAll(before);
            throw e;
        }
    }

    private static Answer writeParts(Request request, Database database) throws Refusal {
        List<Part> parts = Part.parse(request.type(), request.body());
        Set<String> collections = new HashSet<>();
        List<Map<String, String>> written = new ArrayList<>();
        for (Part part : parts) {
            if (part.isMetadata()) {
                Matcher collection = COLLECTION.matcher(new String(part.content(), StandardCharsets.UTF_8));
                while (collection.find()) {
                    collections.add(collection.group(1));
                }
            } else {
                insert(database, part.uri(), part.type(), part.content(), Set.copyOf(collections),
                        request.parameter("forest-name", null));
                written.add(Map.of("uri", part.uri(), "mime-type", part.type()));
            }
        }
        return Answer.json(200, Map.of("documents", written));
    }

    private static void insert(Database database, String uri, String type, byte[] content, Set<String> collections,
            String forest) throws Refusal {
        if (type.startsWith("application/json")) {
            new Request("PUT", uri, Map.of(), type, content).json();
        } else if (!type.startsWith("text/plain") && !type.startsWith("application/octet-stream")
                && !type.equals("application/x-unknown-content-type")) {
            throw new Refusal(400, "RESTAPI-INVALIDMIMETYPE", "Invalid mimetype " + type);
        }
        database.insert(uri, type, content, collections, forest);
    }

    private Answer eval(Request request, Database database) throws Refusal {
        request.only(Set.of("database"));
        if (!request.method().equals("POST") || !request.type().startsWith("application/x-www-form-urlencoded")) {
            throw new Refusal(400, "REST-INVALIDTYPE", "Invalid content type " + request.type());
        }
        Map<String, List<String>> form = Request.fields(new String(request.body(), StandardCharsets.UTF_8));
        Map<String, Variable> variables = new HashMap<>();
        for (int i = 0; form.containsKey("evl" + i); i++) {
            variables.put(form.get("evl" + i).getFirst(), new Variable(form.get("evv" + i).getFirst(),
                    form.get("evt" + i).getFirst()));
        }
        if (form.containsKey("xquery") == form.containsKey("javascript")) {
            throw new Refusal(400, "REST-INVALIDPARAM", "either xquery or javascript");
        }
        List<Item> items = new Evaluations(database, variables, cluster.programs).of(form.getOrDefault("xquery",
                form.get("javascript")).getFirst());
        if (items.isEmpty()) {
            return Answer.empty(200);
        }
        return Answer.of(200, "multipart/mixed; boundary=" + BOUNDARY, Part.write(BOUNDARY, items.stream().map(item ->
                new Part(Map.of("Content-Type", "text/plain", "X-Primitive", item.type()),
                        item.value().getBytes(StandardCharsets.UTF_8))).toList()));
    }
}
