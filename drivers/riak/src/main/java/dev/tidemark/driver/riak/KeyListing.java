package dev.tidemark.driver.riak;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.param.Printable;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import tools.jackson.databind.JsonNode;

/** Reads keys as they are streamed: one JSON object behind the other, each with some of them. */
final class KeyListing implements BodySubscriber<byte[]> {

    private static final byte[] NOTHING = {};
    /** An object has about a hundred keys. */
    private static final int LARGEST = 1 << 20;
    private static final int TOLD = 100;

    private final Predicate<String> visitor;
    private final CompletableFuture<byte[]> done = new CompletableFuture<>();
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private Flow.Subscription subscription;
    private volatile long came;
    private int depth;
    private boolean quoted;
    private boolean escaped;

    /** @param visitor whether to go on; called by a thread of the client's */
    KeyListing(Predicate<String> visitor) {
        this.visitor = visitor;
    }

    /** Bytes so far. */
    long came() {
        return came;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription made) {
        subscription = made;
        made.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        try {
            for (ByteBuffer buffer : buffers) {
                came += buffer.remaining();
                while (buffer.hasRemaining()) {
                    if (!take(buffer.get())) {
                        end();
                        return;
                    }
                }
            }
            subscription.request(1);
        } catch (IOException e) {
            subscription.cancel();
            done.completeExceptionally(e);
        }
    }

    private void end() {
        subscription.cancel();
        done.complete(NOTHING);
    }

    private boolean take(byte next) throws IOException {
        piece.write(next);
        if (escaped) {
            escaped = false;
        } else if (quoted) {
            escaped = next == '\\';
            quoted = next != '"';
        } else if (next == '"') {
            quoted = true;
        } else if (next == '{') {
            depth++;
        } else if (next == '}' && --depth == 0) {
            String json = HttpConnection.text(piece.toByteArray());
            piece.reset();
            return visit(HttpConnection.parse(json));
        }
        if (piece.size() > LARGEST) {
            throw failed("more than a mebibyte of it is no list");
        }
        return true;
    }

    private boolean visit(JsonNode some) throws IOException {
        if (!some.path("keys").isArray()) {
            throw some.path("error").asString("").equals("timeout")
                    ? new HttpTimeoutException("the listing of keys timed out")
                    : failed(some.toString());
        }
        for (JsonNode key : some.path("keys")) {
            if (!visitor.test(key.asString(""))) {
                return false;
            }
        }
        return true;
    }

    private static IOException failed(String why) {
        String line = why.replaceAll("\\p{C}|\\s+", " ");
        return new IOException("the listing of keys failed: "
                + Printable.shortened(line, TOLD + 1));
    }

    @Override
    public void onError(Throwable e) {
        done.completeExceptionally(e);
    }

    @Override
    public void onComplete() {
        if (depth != 0 || quoted) {
            done.completeExceptionally(new EOFException("the listing of keys broke off"));
        } else {
            done.complete(NOTHING);
        }
    }
}
