package dev.tidemark.driver.riak;

import module java.base;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stands in for one node of Riak: answers as riak_kv 3.0.16 does (riak_kv_wm_object, _index, _keylist, _props, _ping
 * and _stats), with one coordinator, so that a causal context is a number: how many writes of the key it knows of.
 */
final class RiakStandIn implements AutoCloseable {

    static final String USER = "ada";
    static final String PASSWORD = "lovelace";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String DEFAULTS = """
            {"n_val": 3, "r": "quorum", "w": "quorum", "dw": "quorum", "pr": 0, "pw": 0, "allow_mult": false,
             "last_write_wins": false, "sync_on_write": "backend"}""";
    private static final int LISTED_AT_ONCE = 7;

    /** @param path with its query */
    record Asked(String method, String path, Map<String, String> headers, byte[] body) {}

    /** @param type empty for a break in the middle of a body */
    record Fault(int status, String type, String body) {

        static final Fault BREAK = new Fault(200, "", "half of it");
        /** The rest comes when it is {@link #resume resumed}. */
        static final Fault STALL = new Fault(200, "", "{\"keys\":[\"one\"]}");

        static Fault text(int status, String body) {
            return new Fault(status, "text/plain", body);
        }
    }

    private record Value(byte[] bytes, String type, Instant modified, int dot, boolean deleted,
            Map<String, TreeSet<String>> indexes) {

        String tag() {
            return String.format(Locale.ROOT, "tag%06d", dot);
        }
    }

    /** What is under a key: siblings, and how many writes there were. */
    private static final class Stored {
        private List<Value> values = List.of();
        private int clock;

        boolean gone() {
            return values.stream().allMatch(Value::deleted);
        }

        String vclock() {
            return Base64.getEncoder().encodeToString(("clock " + clock).getBytes(StandardCharsets.UTF_8));
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, TreeMap<String, Stored>> buckets = new HashMap<>();
    private final Map<String, Map<String, Object>> properties = new HashMap<>();
    private volatile Predicate<Asked> failing = _ -> false;
    private volatile Fault fault;
    private final Semaphore stall = new Semaphore(0);
    /** Everything that was asked beside pings. */
    final List<Asked> asked = new CopyOnWriteArrayList<>();
    /** When writes take place; the clock of the node is exact to the second in what it tells. */
    volatile Instant now = Instant.parse("2026-01-02T03:04:05Z");
    /** What it tells of itself in other words than usual, by names in its statistics. */
    final Map<String, Object> told = new ConcurrentHashMap<>();
    /** Whether deleted keys stay as tombstones, as they do for three seconds by default. */
    volatile boolean keepsTombstones;
    /** Whether there is another bucket type than the default one. */
    volatile String type = "";

    RiakStandIn() throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** From now on some requests fail. */
    void fail(Predicate<Asked> requests, Fault how) {
        fault = how;
        failing = requests;
    }

    void mend() {
        failing = _ -> false;
    }

    /** Ends what stalls. */
    void resume() {
        stall.release();
    }

    synchronized void clear() {
        buckets.clear();
        properties.clear();
        asked.clear();
        keepsTombstones = false;
        told.clear();
        type = "";
        mend();
    }

    /** Keys and values of a bucket that are there. */
    synchronized Map<String, String> content(String bucket) {
        Map<String, String> content = new TreeMap<>();
        buckets.getOrDefault(bucket, new TreeMap<>()).forEach((key, at) -> {
            if (!at.gone()) {
                content.put(key, at.values.stream().map(v -> new String(v.bytes(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("|")));
            }
        });
        return content;
    }

    /** Stores as another client would. */
    synchronized void put(String bucket, String key, String value) {
        write(bucket, stored(bucket, key), -1, value.getBytes(StandardCharsets.UTF_8), "text/plain", Map.of(), false);
    }

    synchronized Map<String, Object> properties(String bucket) {
        Map<String, Object> all = new LinkedHashMap<>();
        JSON.readTree(DEFAULTS).properties().forEach(p -> all.put(p.getKey(), p.getValue()));
        all.putAll(properties.getOrDefault(bucket, Map.of()));
        return all;
    }

    private boolean is(String bucket, String property) {
        return "true".equals(String.valueOf(properties(bucket).get(property)));
    }

    private Stored stored(String bucket, String key) {
        return buckets.computeIfAbsent(bucket, _ -> new TreeMap<>()).computeIfAbsent(key, _ -> new Stored());
    }

    /** @param context of how many writes it knows; -1 for none */
    private void write(String bucket, Stored at, int context, byte[] bytes, String contentType,
            Map<String, TreeSet<String>> indexes, boolean deleted) {
        Value made = new Value(bytes, contentType, now, ++at.clock, deleted, indexes);
        at.values = is(bucket, "last_write_wins") || !is(bucket, "allow_mult") ? List.of(made)
                : Stream.concat(at.values.stream().filter(v -> v.dot() > context), Stream.of(made)).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Asked request = new Asked(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders().entrySet().stream().collect(Collectors.toMap(
                            h -> h.getKey().toLowerCase(Locale.ROOT), h -> String.join(", ", h.getValue()))),
                    exchange.getRequestBody().readAllBytes());
            if (!request.path().equals("/ping")) {
                asked.add(request);
            }
            if (failing.test(request)) {
                fail(exchange);
                return;
            }
            String login = "Basic " + Base64.getEncoder().encodeToString((USER + ":" + PASSWORD)
                    .getBytes(StandardCharsets.UTF_8));
            if (!login.equals(request.headers().get("authorization")) && !request.path().equals("/stats")) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"Riak\"");
                text(exchange, 401, "");
                return;
            }
            String[] parts = request.path().split("\\?", 2);
            answer(exchange, request, parts[0].substring(1).split("/", -1), query(parts.length > 1 ? parts[1] : ""));
        }
    }

    private void fail(HttpExchange exchange) throws IOException {
        if (fault.type().isEmpty()) {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(fault.body().getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            if (fault == Fault.STALL) {
                stall.acquireUninterruptibly();
            }
            return;
        }
        text(exchange, fault.status(), fault.body());
    }

    private static Map<String, String> query(String text) {
        return Stream.of(text.split("&")).filter(p -> p.contains("=")).map(p -> p.split("=", 2))
                .collect(Collectors.toMap(p -> p[0], p -> URLDecoder.decode(p[1], StandardCharsets.UTF_8)));
    }

    private static void text(HttpExchange exchange, int status, String body) throws IOException {
        send(exchange, status, "text/plain", body.getBytes(StandardCharsets.UTF_8));
    }

    private static void json(HttpExchange exchange, Object body) throws IOException {
        send(exchange, 200, "application/json", JSON.writeValueAsBytes(body));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    private void answer(HttpExchange exchange, Asked request, String[] path, Map<String, String> query)
            throws IOException {
        if (path[0].equals("ping")) {
            text(exchange, 200, "OK");
        } else if (path[0].equals("stats")) {
            json(exchange, statistics());
        } else if (path[0].equals("types")) {
            if (!path[1].equals(type)) {
                text(exchange, 404, "Unknown bucket type: " + path[1]);
                return;
            }
            ofBucket(exchange, request, path[1] + "/" + path[3], Arrays.copyOfRange(path, 4, path.length), query);
        } else {
            ofBucket(exchange, request, path[1], Arrays.copyOfRange(path, 2, path.length), query);
        }
    }

    private Map<String, Object> statistics() {
        Map<String, Object> all = new HashMap<>(Map.ofEntries(Map.entry("nodename", "riak@127.0.0.1"),
                Map.entry("node_gets_total", 12),
                Map.entry("node_puts_total", 5), Map.entry("vnode_gets_total", 36), Map.entry("vnode_puts_total", 15),
                Map.entry("node_get_fsm_time_mean", 1500), Map.entry("node_get_fsm_time_99", 9000),
                Map.entry("node_put_fsm_time_mean", 2500), Map.entry("node_put_fsm_time_99", "undefined"),
                Map.entry("memory_total", 50_000_000), Map.entry("storage_backend", "riak_kv_leveled_backend"),
                Map.entry("ring_members", List.of("riak@127.0.0.1")), Map.entry("riak_kv_version", "3.0.16")));
        all.putAll(told);
        return all;
    }

    private synchronized void ofBucket(HttpExchange exchange, Asked request, String bucket, String[] path,
            Map<String, String> query) throws IOException {
        switch (path[0]) {
            case "props" -> props(exchange, request, bucket);
            case "index" -> index(exchange, bucket, path, query);
            case "keys" -> {
                if (path.length == 1) {
                    list(exchange, bucket);
                } else {
                    object(exchange, request, bucket, URLDecoder.decode(path[1], StandardCharsets.UTF_8), query);
                }
            }
            default -> text(exchange, 404, "<html><body>Not Found</body></html>");
        }
    }

    private void props(HttpExchange exchange, Asked request, String bucket) throws IOException {
        switch (request.method()) {
            case "GET" -> json(exchange, Map.of("props", properties(bucket)));
            case "DELETE" -> {
                properties.remove(bucket);
                text(exchange, 204, "");
            }
            default -> {
                JsonNode given = JSON.readTree(request.body()).path("props");
                given.properties().forEach(p -> properties.computeIfAbsent(bucket, _ -> new HashMap<>())
                        .put(p.getKey(), p.getValue()));
                text(exchange, 204, "");
            }
        }
    }

    /** Tombstones are listed, too. */
    private void list(HttpExchange exchange, String bucket) throws IOException {
        List<String> keys = List.copyOf(buckets.getOrDefault(bucket, new TreeMap<>()).keySet());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        for (int i = 0; i < keys.size(); i += LISTED_AT_ONCE) {
            byte[] piece = JSON.writeValueAsBytes(Map.of("keys", keys.subList(i, Math.min(keys.size(),
                    i + LISTED_AT_ONCE))));
            exchange.getResponseBody().write(piece, 0, piece.length / 2);
            exchange.getResponseBody().flush();
            exchange.getResponseBody().write(piece, piece.length / 2, piece.length - piece.length / 2);
        }
        exchange.getResponseBody().write("{\"keys\":[]}".getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().close();
    }

    private void object(HttpExchange exchange, Asked request, String bucket, String key, Map<String, String> query)
            throws IOException {
        int replicas = Integer.parseInt(properties(bucket).get("n_val").toString());
        if (Stream.of("r", "w", "dw", "pr", "pw").map(query::get).anyMatch(n -> n != null && n.matches("[0-9]+")
                && Integer.parseInt(n) > replicas)) {
            text(exchange, 400, "Specified w/dw/pw/node_confirms values invalid for bucket n value of " + replicas
                    + "\n");
            return;
        }
        Stored there = buckets.getOrDefault(bucket, new TreeMap<>()).get(key);
        switch (request.method()) {
            case "GET", "HEAD" -> read(exchange, request, there, query);
            case "PUT" -> store(exchange, request, bucket, key, query);
            default -> {
                if (there == null || there.gone()) {
                    text(exchange, 404, "not found\n");
                    return;
                }
                write(bucket, there, context(request, there), new byte[0], "application/octet-stream", Map.of(), true);
                if (there.gone() && !keepsTombstones) {
                    buckets.get(bucket).remove(key);
                }
                text(exchange, 204, "");
            }
        }
    }

    /** A deletion without context knows all that is there. */
    private static int context(Asked request, Stored there) {
        String vclock = request.headers().get("x-riak-vclock");
        return vclock != null ? Integer.parseInt(new String(Base64.getDecoder().decode(vclock), StandardCharsets.UTF_8)
                .substring("clock ".length())) : request.method().equals("DELETE") ? there.clock : -1;
    }

    private void store(HttpExchange exchange, Asked request, String bucket, String key, Map<String, String> query)
            throws IOException {
        if (!request.headers().containsKey("content-type")) {
            text(exchange, 400, "Missing Content-Type request header");
            return;
        }
        Stored at = stored(bucket, key);
        if (request.headers().containsKey("if-none-match") && !at.gone()) {
            text(exchange, 412, "");
            return;
        }
        Map<String, TreeSet<String>> indexes = new TreeMap<>();
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            if (header.getKey().startsWith("x-riak-index-")) {
                String field = header.getKey().substring("x-riak-index-".length());
                if (!field.matches(".+_(bin|int)")) {
                    text(exchange, 400, "Unknown field type for field: '" + field + "'.\n");
                    return;
                }
                indexes.put(field, new TreeSet<>(List.of(header.getValue().split(", "))));
            }
        }
        write(bucket, at, context(request, at), request.body(), request.headers().get("content-type"), indexes, false);
        if ("true".equals(query.get("returnbody"))) {
            read(exchange, request, at, query);
        } else {
            text(exchange, 204, "");
        }
    }

    private void read(HttpExchange exchange, Asked request, Stored there, Map<String, String> query)
            throws IOException {
        if (there == null || there.gone()) {
            if (there != null && there.clock > 0) {
                exchange.getResponseHeaders().set("X-Riak-Deleted", "true");
                exchange.getResponseHeaders().set("X-Riak-Vclock", there.vclock());
            }
            text(exchange, 404, "not found\n");
            return;
        }
        Headers headers = exchange.getResponseHeaders();
        headers.set("X-Riak-Vclock", there.vclock());
        if (there.values.size() == 1) {
            Value value = there.values.getFirst();
            lines(value).forEach(headers::add);
            send(exchange, 200, value.type(), value.bytes());
        } else if (request.headers().getOrDefault("accept", "").startsWith("multipart/mixed")) {
            StringBuilder body = new StringBuilder();
            for (Value value : there.values) {
                body.append("\r\n--Boundary62\r\nContent-Type: ").append(value.type())
                        .append("\r\nLink: </buckets/b>; rel=\"up\"\r\n");
                lines(value).forEach((name, text) -> body.append(name).append(": ").append(text).append("\r\n"));
                body.append(value.deleted() ? "X-Riak-Deleted: true\r\n" : "").append("\r\n")
                        .append(new String(value.bytes(), StandardCharsets.ISO_8859_1));
            }
            send(exchange, 300, "multipart/mixed; boundary=Boundary62", body.append("\r\n--Boundary62--\r\n").toString()
                    .getBytes(StandardCharsets.ISO_8859_1));
        } else {
            text(exchange, 300, there.values.stream().map(Value::tag).collect(Collectors.joining("\n", "Siblings:\n",
                    "\n")));
        }
    }

    private static Map<String, String> lines(Value value) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Etag", value.tag());
        lines.put("Last-Modified", DateTimeFormatter.RFC_1123_DATE_TIME.format(value.modified()
                .atOffset(ZoneOffset.UTC)));
        value.indexes().forEach((name, terms) -> lines.put("x-riak-index-" + name, String.join(", ", terms)));
        return lines;
    }

    /** Of siblings the entries of all. */
    private void index(HttpExchange exchange, String bucket, String[] path, Map<String, String> query)
            throws IOException {
        TreeSet<String> found = new TreeSet<>();
        String to = path[path.length - 1];
        buckets.getOrDefault(bucket, new TreeMap<>()).forEach((key, at) -> at.values.forEach(value ->
                value.indexes().getOrDefault(path[1], new TreeSet<>()).stream()
                        .filter(term -> term.compareTo(path[2]) >= 0 && term.compareTo(to) <= 0)
                        .forEach(term -> found.add(term + "\0" + key))));
        int most = Integer.parseInt(query.getOrDefault("max_results", "2000000000"));
        List<String> page = found.tailSet(query.containsKey("continuation") ? new String(Base64.getDecoder().decode(
                query.get("continuation")), StandardCharsets.UTF_8) : "", false).stream().limit(most).toList();
        Map<String, Object> answer = new LinkedHashMap<>();
        List<Object> rows = new ArrayList<>();
        boolean terms = "true".equals(query.get("return_terms")) && path.length > 3;
        page.stream().map(row -> row.split("\0")).forEach(row -> rows.add(terms ? Map.of(row[0], row[1]) : row[1]));
        answer.put(terms ? "results" : "keys", rows);
        if (page.size() == most) {
            answer.put("continuation", Base64.getEncoder().encodeToString(page.getLast()
                    .getBytes(StandardCharsets.UTF_8)));
        }
        json(exchange, answer);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
