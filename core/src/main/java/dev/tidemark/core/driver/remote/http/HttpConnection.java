package dev.tidemark.core.driver.remote.http;

import module java.base;
import dev.tidemark.core.driver.remote.Failure;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One request at a time to a server that answers in JSON. Another thread may close it, which ends a request. */
public final class HttpConnection {

    public static final String JSON = "application/json";
    private static final int OK = 200;
    private static final int FIRST_REDIRECTION = 300;
    private static final int FIRST_REFUSAL = 400;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final HttpClient client;
    private final HttpNodes nodes;
    /** Of every request, names and values by turns. */
    private final List<String> common;
    private final Duration patience;
    private final HttpApi api;
    /** The request that waits for its answer; null while there is none. */
    private volatile CompletableFuture<?> waiting;
    private volatile boolean closed;

    HttpConnection(HttpClient client, HttpNodes nodes, List<String> common, Duration patience, HttpApi api) {
        this.client = client;
        this.nodes = nodes;
        this.common = common;
        this.patience = patience;
        this.api = api;
    }

    /** @param path with its query, encoded */
    public JsonNode get(String path) throws IOException, InterruptedException, HttpRefusedException {
        return get(path, patience);
    }

    public JsonNode get(String path, Duration longest) throws IOException, InterruptedException, HttpRefusedException {
        return send("GET", path, JSON, new byte[0], longest);
    }

    public JsonNode send(String method, String path, String type, byte[] body)
            throws IOException, InterruptedException, HttpRefusedException {
        return send(method, path, type, body, patience);
    }

    /**
     * Sends a request and reads its answer.
     *
     * @param path    with its query, encoded
     * @param type    of the body
     * @param longest how long the answer is waited for
     * @return the answer
     * @throws HttpTimeoutException when no answer came in time
     * @throws HttpRefusedException when the answer is a refusal, or no JSON
     */
    public JsonNode send(String method, String path, String type, byte[] body, Duration longest)
            throws IOException, InterruptedException, HttpRefusedException {
        return json(exchange(method, path, type, body, longest).body());
    }

    /** Reads an answer as JSON. @throws HttpRefusedException when it is none */
    public static JsonNode json(byte[] answer) throws HttpRefusedException {
        if (answer.length == 0) {
            throw HttpRefusedException.undocumented("it is empty", "");
        }
        try {
            return MAPPER.readTree(answer);
        } catch (JacksonException e) {
            throw HttpRefusedException.undocumented("it is no JSON", text(answer));
        }
    }

    /** Makes sure of what the server documents of an answer. @param what is wrong with it, where it is not so */
    public static JsonNode documented(JsonNode answer, boolean isSo, String what) throws HttpRefusedException {
        if (!isSo) {
            throw HttpRefusedException.undocumented(what, answer.toString());
        }
        return answer;
    }

    /** An answer as a text. */
    public static String text(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8);
    }

    /** Sends a request whose answer is not read as JSON. */
    public HttpResponse<byte[]> exchange(String method, String path, String type, byte[] body)
            throws IOException, InterruptedException, HttpRefusedException {
        return exchange(method, path, type, body, patience);
    }

    private HttpResponse<byte[]> exchange(String method, String path, String type, byte[] body, Duration longest)
            throws IOException, InterruptedException, HttpRefusedException {
        List<String> headers = body.length > 0 ? List.of("Content-Type", type) : List.of();
        HttpResponse<byte[]> answer = answer(method, path, headers, body, longest);
        int status = answer.statusCode();
        if (status >= FIRST_REFUSAL) {
            String complaint = api.complaint(status, text(answer.body()));
            throw new HttpRefusedException(status, complaint.equals(HttpApi.wordless(status)) ? complaint + " to "
                    + method + " "
                    + path.split("\\?", 2)[0] : complaint);
        }
        if (status < OK || status >= FIRST_REDIRECTION) {
            throw new HttpRefusedException(status, "the answer is none of this server's: it redirects (" + status
                    + answer.headers().firstValue("Location").map(to -> ", to " + to).orElse("") + ")");
        }
        return answer;
    }

    /**
     * Sends a request and hands its answer back, whatever that says. It goes to the next node in turn; one that cannot
     * be reached has seen nothing of it, so that another one is asked.
     *
     * @param path    with its query, encoded; behind host and port
     * @param headers of this one, names and values by turns; one that every request has, too, takes its place
     * @param longest how long the whole answer is waited for
     * @throws HttpTimeoutException when it did not come in time
     */
    public HttpResponse<byte[]> answer(String method, String path, List<String> headers, byte[] body, Duration longest)
            throws IOException, InterruptedException {
        return answer(method, path, headers, body, longest, BodyHandlers.limiting(BodyHandlers.ofByteArray(),
                Failure.MOST_BYTES), () -> 0);
    }

    /**
     * Sends a request without a body whose answer is read as it comes: it may be larger than memory, and take as long
     * as something of it comes in the time that an answer is waited for.
     *
     * @param came bytes of the answer so far
     */
    public <T> HttpResponse<T> stream(String path, BodyHandler<T> reader, LongSupplier came)
            throws IOException, InterruptedException {
        return answer("GET", path, List.of(), new byte[0], patience, reader, came);
    }

    /** @param step how long more of the answer is waited for */
    private <T> HttpResponse<T> answer(String method, String path, List<String> headers, byte[] body, Duration step,
            BodyHandler<T> reader, LongSupplier came) throws IOException, InterruptedException {
        for (int left = nodes.count() - 1;; left--) {
            int node = nodes.next();
            try {
                HttpResponse<T> answer = await(request(nodes.root(node) + path, method, headers, body), step, reader,
                        came);
                nodes.answered(node);
                return answer;
            } catch (ConnectException | HttpConnectTimeoutException e) {
                nodes.missed(node, e);
                if (left <= 0) {
                    throw e;
                }
            }
        }
    }

    /** Without the client's own time limit, which ends with the headers of an answer and costs a timer each time. */
    private HttpRequest request(String address, String method, List<String> headers, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        for (int i = 0; i < common.size(); i += 2) {
            request.setHeader(common.get(i), common.get(i + 1));
        }
        for (int i = 0; i < headers.size(); i += 2) {
            request.setHeader(headers.get(i), headers.get(i + 1));
        }
        return request.build();
    }

    private <T> HttpResponse<T> await(HttpRequest request, Duration step, BodyHandler<T> reader, LongSupplier came)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> future = client.sendAsync(request, reader);
        waiting = future;
        try {
            if (closed) {
                future.cancel(true);
            }
            return await(future, step, came);
        } catch (TimeoutException e) {
            future.cancel(true);
            throw new HttpTimeoutException("the answer did not come to its end in time");
        } catch (CancellationException e) {
            throw new IOException("it was closed", e);
        } catch (InterruptedException e) {
            future.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? translate(cause) : new IOException(e.getCause());
        } finally {
            waiting = null;
        }
    }

    /** @throws TimeoutException when it has not come after that time, or no more of it */
    private static <T> T await(CompletableFuture<T> future, Duration step, LongSupplier came)
            throws ExecutionException, InterruptedException, TimeoutException {
        for (long before = 0;; before = came.getAsLong()) {
            try {
                return future.get(step.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (came.getAsLong() == before) {
                    throw e;
                }
            }
        }
    }

    /** What the client has no good words for. */
    private static IOException translate(IOException e) {
        return String.valueOf(e.getMessage()).startsWith("body exceeds capacity") ? Failure.tooLarge() : e;
    }

    /** The text of a refusal, read as JSON where it is. */
    public static JsonNode parse(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            return MAPPER.missingNode();
        }
    }

    /** A node of an answer as it is written. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    void close() {
        closed = true;
        CompletableFuture<?> request = waiting;
        if (request != null) {
            request.cancel(true);
        }
    }
}
