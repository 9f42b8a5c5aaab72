package dev.tidemark.driver.contract;

import module java.base;
import dev.tidemark.core.driver.AsyncKeyValueSession;
import dev.tidemark.core.driver.KeyValueSession;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.support.Buffers;
import dev.tidemark.core.driver.support.PushedCompletions;
import dev.tidemark.core.time.Clock;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Several operations in progress through a client that pushes its answers. */
final class HttpKeysAsyncSession implements AsyncKeyValueSession {

    private final HttpKeysTarget target;
    private final ConnectionSettings settings;
    private final HttpClient client;
    private final PushedCompletions pushed;
    private final int depth;

    HttpKeysAsyncSession(HttpKeysTarget target, ConnectionSettings settings, Clock clock, int depth) {
        this.target = target;
        this.settings = settings;
        this.depth = depth;
        client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout()).build();
        pushed = new PushedCompletions(clock, depth);
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public void submitGet(int slot, int keyspace, ByteBuffer key, ByteBuffer into) {
        client.sendAsync(request(keyspace, key).GET().build(), BodyHandlers.ofByteArray()).whenComplete((answer, e) -> {
            if (answered(slot, answer, e)) {
                pushed.done(slot, take(answer, into));
            }
        });
    }

    private static int take(HttpResponse<byte[]> answer, ByteBuffer into) {
        if (answer.statusCode() == 404) {
            return KeyValueSession.ABSENT;
        }
        into.put(into.position(), answer.body(), 0, Math.min(answer.body().length, into.remaining()));
        return answer.body().length;
    }

    @Override
    public void submitPut(int slot, int keyspace, ByteBuffer key, ByteBuffer value) {
        byte[] bytes = Buffers.bytes(value);
        client.sendAsync(request(keyspace, key).PUT(BodyPublishers.ofByteArray(bytes)).build(),
                BodyHandlers.ofByteArray()).whenComplete((answer, e) -> {
            if (answered(slot, answer, e)) {
                pushed.done(slot, bytes.length);
            }
        });
    }

    private HttpRequest.Builder request(int keyspace, ByteBuffer key) {
        return HttpRequest.newBuilder(URI.create("http://" + settings.address() + "/"
                + HttpKeysSession.path(target, keyspace, key))).timeout(settings.operationTimeout())
                .header("Authorization", HttpConnection.authorization(settings));
    }

    private boolean answered(int slot, HttpResponse<byte[]> answer, Throwable e) {
        if (e != null) {
            pushed.failed(slot, target.translate(e instanceof CompletionException
                    && e.getCause() instanceof Exception cause
                    ? cause : new IllegalStateException(e)));
            return false;
        }
        if (answer.statusCode() > 299 && answer.statusCode() != 404) {
            pushed.failed(slot, target.translate(new HttpConnection.Refused(answer.statusCode(),
                    new String(answer.body()))));
            return false;
        }
        return true;
    }

    @Override
    public int await(int min, long timeoutNanos, Completions completions) {
        return pushed.await(min, timeoutNanos, completions);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
