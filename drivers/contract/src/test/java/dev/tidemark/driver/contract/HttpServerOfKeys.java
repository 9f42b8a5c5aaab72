package dev.tidemark.driver.contract;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Keys and values over HTTP, in memory: namespaces with texts and keyspaces. {@code /NAMESPACE}, {@code
 * /NAMESPACE/texts/NAME}, {@code /NAMESPACE/KEYSPACE} and {@code /NAMESPACE/KEYSPACE/KEY}, each with GET, PUT and
 * DELETE, keys with HEAD, too.
 */
final class HttpServerOfKeys implements AutoCloseable {

    static final String PASSWORD = "wrong-horse-battery";

    private static final String TEXTS = "texts";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Map<String, Map<String, byte[]>>> namespaces = new HashMap<>();
    private volatile boolean busy;
    private volatile boolean breaking;
    private volatile CountDownLatch held = new CountDownLatch(0);

    HttpServerOfKeys() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** What it answers with. */
    private record Answer(int status, byte[] body) {
        static Answer of(byte[] found) {
            return found == null ? new Answer(404, new byte[0]) : new Answer(200, found);
        }

        static Answer refused(int status, String why) {
            return new Answer(status, why.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (breaking) {
                breaking = false;
                return; // without an answer the connection is closed
            }
            held.await();
            Answer answer = answer(exchange, body);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            if (head) {
                exchange.getResponseHeaders().set("Content-Length", Integer.toString(answer.body().length));
            }
            exchange.sendResponseHeaders(answer.status(), head || answer.body().length == 0 ? -1
                    : answer.body().length);
            if (!head && answer.body().length > 0) {
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer answer(HttpExchange exchange, byte[] body) {
        String expected = "Basic " + Base64.getEncoder().encodeToString(("ada:" + PASSWORD).getBytes());
        String given = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (!expected.equals(given)) {
            // a server that is careless with what it was told
            return Answer.refused(401, "not allowed with " + new String(Base64.getDecoder().decode(given.substring(6))));
        }
        if (busy) {
            return Answer.refused(503, "come back later");
        }
        String[] path = exchange.getRequestURI().getPath().substring(1).split("/");
        synchronized (namespaces) {
            return switch (path.length) {
                case 1 -> namespace(exchange.getRequestMethod(), path[0], body);
                case 2 -> keyspace(exchange.getRequestMethod(), path[0], path[1]);
                default -> key(exchange.getRequestMethod(), path[0], path[1], path[2], body);
            };
        }
    }

    private Answer namespace(String method, String name, byte[] body) {
        switch (method) {
            case "PUT" -> {
                Map<String, Map<String, byte[]>> made = new HashMap<>(Map.of(TEXTS, new HashMap<>()));
                String[] text = new String(body, StandardCharsets.UTF_8).split("=", 2);
                made.get(TEXTS).put(text[0], text[1].getBytes(StandardCharsets.UTF_8));
                namespaces.put(name, made);
            }
            case "DELETE" -> namespaces.remove(name);
            default -> {
                return namespaces.containsKey(name) ? new Answer(200, new byte[0]) : Answer.of(null);
            }
        }
        return new Answer(200, new byte[0]);
    }

    private Answer keyspace(String method, String namespace, String keyspace) {
        Map<String, Map<String, byte[]>> keyspaces = namespaces.getOrDefault(namespace, Map.of());
        if (method.equals("PUT")) {
            keyspaces.computeIfAbsent(keyspace, k -> new HashMap<>());
            return new Answer(200, new byte[0]);
        }
        Map<String, byte[]> keys = keyspaces.get(keyspace);
        return Answer.of(keys == null ? null : Integer.toString(keys.size()).getBytes(StandardCharsets.UTF_8));
    }

    private Answer key(String method, String namespace, String keyspace, String key, byte[] body) {
        Map<String, byte[]> keys = namespaces.getOrDefault(namespace, Map.of()).get(keyspace);
        if (keys == null) {
            return Answer.refused(410, namespaces.containsKey(namespace) ? "no keyspace " + keyspace
                    : "no namespace " + namespace);
        }
        switch (method) {
            case "PUT" -> keys.put(key, body);
            case "DELETE" -> keys.remove(key);
            default -> {
                return Answer.of(keys.get(key));
            }
        }
        return new Answer(200, new byte[0]);
    }

    boolean has(String namespace) {
        synchronized (namespaces) {
            return namespaces.containsKey(namespace);
        }
    }

    /** As somebody else would have made it. */
    Object makeForeign(String namespace) {
        synchronized (namespaces) {
            namespaces.put(namespace, new HashMap<>(Map.of(TEXTS, new HashMap<>(), "0",
                    new HashMap<>(Map.of("aa", "precious".getBytes(StandardCharsets.UTF_8))))));
        }
        return content(namespace);
    }

    Object content(String namespace) {
        synchronized (namespaces) {
            Map<String, String> all = new HashMap<>();
            namespaces.getOrDefault(namespace, Map.of()).forEach((keyspace, keys) -> {
                all.put(keyspace, "");
                keys.forEach((key, value) -> all.put(keyspace + "/" + key, new String(value, StandardCharsets.UTF_8)));
            });
            return all;
        }
    }

    void breakNext() {
        breaking = true;
    }

    void hold(boolean hold) {
        if (hold) {
            held = new CountDownLatch(1);
        } else {
            held.countDown();
        }
    }

    void busy(boolean now) {
        busy = now;
    }

    @Override
    public void close() {
        held.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
