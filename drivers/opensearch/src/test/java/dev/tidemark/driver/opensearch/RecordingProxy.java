package dev.tidemark.driver.opensearch;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Stands between a client and a server, and keeps what it is asked to carry. */
final class RecordingProxy implements AutoCloseable {

    /** @param address with its parameters, as it came */
    record Carried(String method, String address, String body) {}

    final List<Carried> carried = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String behind;

    /** @param behind host:port */
    RecordingProxy(String behind) throws IOException {
        this.behind = behind;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", this::carry);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void carry(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String address = exchange.getRequestURI().toString();
            carried.add(new Carried(exchange.getRequestMethod(), address, new String(body, StandardCharsets.UTF_8)));
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + behind + address))
                    .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
            for (String name : List.of("Authorization", "Content-Type")) {
                if (exchange.getRequestHeaders().getFirst(name) != null) {
                    request.header(name, exchange.getRequestHeaders().getFirst(name));
                }
            }
            HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
            answer.headers().firstValue("Content-Type").ifPresent(type -> exchange.getResponseHeaders()
                    .set("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.close();
    }
}
