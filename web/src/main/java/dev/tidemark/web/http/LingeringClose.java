package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.core.time.Clock;
import io.javalin.http.Context;

/**
 * The lingering close of web servers. Who is refused while still sending would find the connection reset, and the
 * answer lost with it; so the rest of what is sent is read and thrown away first, within limits.
 */
public final class LingeringClose {

    private static final int MOST_BYTES = 4 << 20;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private LingeringClose() {}

    /** Reads what is left of a request; nothing where the client waits to be told to go on. */
    public static void read(Context ctx) {
        if (ctx.header("Expect") != null) {
            return;
        }
        try {
            read(ctx.req().getInputStream(), Clock.system());
        } catch (IOException e) {
            // There is nobody left to answer.
        }
    }

    static void read(InputStream body, Clock clock) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long end = clock.nanoTime() + MOST_NANOS;
        int left = MOST_BYTES;
        for (int n; left > 0 && clock.nanoTime() - end < 0 && (n = body.read(buffer)) >= 0; left -= n) {
            // thrown away
        }
    }
}
