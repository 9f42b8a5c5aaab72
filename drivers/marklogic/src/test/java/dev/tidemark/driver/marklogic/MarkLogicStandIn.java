package dev.tidemark.driver.marklogic;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tidemark.driver.marklogic.Answer.Refusal;

/**
 * Answers as MarkLogic's documentation says of the requests that the driver sends, and refuses all others: no
 * MarkLogic, and no proof that one would do the same. On the loopback only. It can be started by hand; it prints how
 * it is reached.
 */
final class MarkLogicStandIn implements AutoCloseable {

    /** Answers requests of one port. */
    @FunctionalInterface
    private interface Api {
        Answer answer(Request request) throws Refusal;
    }

    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final Cluster cluster = new Cluster();
    private final Login login;
    private final SSLContext tls;
    private final List<HttpServer> servers = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore gate = new Semaphore(1);
    private final AtomicInteger requests = new AtomicInteger();
    private volatile boolean held;
    private volatile boolean busy;
    private volatile Answer instead;
    private final HttpServer rest;
    private final HttpServer manage;
    private final HttpServer admin;

    /** @param tls null for connections that are not encrypted */
    MarkLogicStandIn(Authentication authentication, SSLContext tls) throws IOException {
        this.tls = tls;
        login = new Login(authentication);
        rest = serve(0, new RestApi(cluster)::answer);
        manage = serve(0, new ManageApi(cluster)::answer);
        admin = serve(0, new ManageApi(cluster)::admin);
    }

    /** Runs until it is ended. @param words {@code digest} or {@code basic} */
    public static void main(String... words) throws IOException {
        boolean basic = words.length > 0 && words[0].equals("basic");
        MarkLogicStandIn server = new MarkLogicStandIn(basic ? Authentication.BASIC : Authentication.DIGEST, null);
        System.out.println("--address " + server.address() + " --manage-port " + server.managePort() + " --admin-port "
                + server.adminPort() + " --user " + Login.USER + ", password: " + Login.PASSWORD);
    }

    private HttpServer serve(int port, Api api) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        HttpServer server = tls == null ? HttpServer.create(address, 0) : HttpsServer.create(address, 0);
        if (server instanceof HttpsServer encrypted) {
            encrypted.setHttpsConfigurator(new HttpsConfigurator(tls));
        }
        server.createContext("/", exchange -> handle(exchange, api));
        server.setExecutor(threads);
        server.start();
        servers.add(server);
        return server;
    }

    private void handle(HttpExchange exchange, Api api) throws IOException {
        try (exchange) {
            Request request = Request.of(exchange);
            requests.incrementAndGet();
            awaitGate();
            if (!cluster.isDown()) {
                send(exchange, request, answer(exchange, request, api));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Answer answer(HttpExchange exchange, Request request, Api api) {
        try {
            if (!login.letsIn(exchange)) {
                throw new Refusal(401, "REST-UNAUTHORIZED", "Unauthorized");
            }
            if (busy) {
                return Answer.empty(503).with("Retry-After", "1");
            }
            return instead != null && request.path().startsWith("/v1/") ? instead : api.answer(request);
        } catch (Refusal e) {
            return request.path().equals("/v1/eval") ? e.xml() : e.json();
        }
    }

    private static void send(HttpExchange exchange, Request request, Answer answer) throws IOException {
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean bodiless = answer.body().length == 0 || request.method().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), bodiless ? -1 : answer.body().length);
        if (!bodiless) {
            exchange.getResponseBody().write(answer.body());
        }
    }

    private void awaitGate() throws InterruptedException {
        if (held) {
            gate.acquire();
            gate.release();
        }
    }

    /** Keeps answers back, or lets them go. */
    void hold(boolean on) throws InterruptedException {
        if (on && !held) {
            gate.acquire();
        } else if (!on && held) {
            gate.release();
        }
        held = on;
    }

    /**
     * Whatever is asked of the REST API is answered so, as something before the server may. @param answer null for its
     * own
     */
    void instead(Answer answer) {
        instead = answer;
    }

    void busy(boolean on) {
        busy = on;
    }

    /** How many there were, at all ports. */
    int requests() {
        return requests.get();
    }

    Cluster cluster() {
        return cluster;
    }

    String address() {
        return "127.0.0.1:" + rest.getAddress().getPort();
    }

    int managePort() {
        return manage.getAddress().getPort();
    }

    int adminPort() {
        return admin.getAddress().getPort();
    }

    @Override
    public void close() {
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }
}
