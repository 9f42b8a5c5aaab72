package dev.tidemark.driver.contract;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/**
 * Stands in for a server on the loopback: it answers as that documents of the few requests that a test has it asked,
 * until something else is to answer some of them, as a proxy may.
 */
public final class StandInServer implements AutoCloseable {

    /** @param path with its query */
    public record Request(String method, String path, String body) {}

    /** @param type of the body; empty for none */
    public record Reply(int status, String type, String body) {

        public static Reply json(String body) {
            return new Reply(200, "application/json", body);
        }
    }

    /** What no server of ours answers and what yet does not look like a refusal. */
    public static final List<Reply> WRONG = List.of(new Reply(302, "text/html", "<html>Found</html>"), Reply.json("{}"),
            new Reply(200, "", ""), Reply.json("{\"took\": 3, \"timed_o"), Reply.json("[]"),
            new Reply(200, "text/html", "<html><body>Please log in</body></html>"));

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Function<Request, Reply> documented;
    private volatile Predicate<Request> broken = _ -> false;
    private volatile Reply wrong;
    private volatile Map<String, String> headers = Map.of();

    public StandInServer(Function<Request, Reply> documented) throws IOException {
        this.documented = documented;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Of the last request, the first of each name, in lower case. */
    public Map<String, String> headers() {
        return headers;
    }

    /** From now on some requests are answered otherwise. */
    public void answer(Predicate<Request> requests, Reply reply) {
        wrong = reply;
        broken = requests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = new Request(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            headers = exchange.getRequestHeaders().entrySet().stream().collect(Collectors.toMap(
                    header -> header.getKey().toLowerCase(Locale.ROOT), header -> header.getValue().getFirst()));
            Reply reply = broken.test(request) ? wrong : documented.apply(request);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            if (!reply.type().isEmpty()) {
                exchange.getResponseHeaders().set("Content-Type", reply.type());
            }
            if (reply.status() / 100 == 3) {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/login");
            }
            boolean bodiless = body.length == 0 || request.method().equals("HEAD");
            exchange.sendResponseHeaders(reply.status(), bodiless ? -1 : body.length);
            if (!bodiless) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
