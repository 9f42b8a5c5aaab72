package dev.tidemark.web.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

/**
 * Why a program's request was refused, in the form of RFC 9457.
 *
 * @param title  the status in words
 * @param status of the answer
 * @param detail one line for who reads it: what is wrong, where, and the nearest valid name
 */
public record Problem(String title, int status, String detail) {

    public static final String TYPE = "application/problem+json";

    /** Whether whoever asks for this path is a program. */
    public static boolean concerns(String path) {
        return path.equals("/api") || path.startsWith("/api/") || path.equals("/metrics");
    }

    public static void answer(Context ctx, int status, String detail) {
        ctx.status(status);
        ctx.contentType(TYPE);
        ctx.res().setHeader("Cache-Control", "no-store");
        // Bytes, which are UTF-8 as RFC 8259 has it: of a text the server would choose the encoding by the media type.
        ctx.result(JsonMapper.shared().writeValueAsBytes(new Problem(HttpStatus.forStatus(status).getMessage(), status,
                detail)));
    }
}
