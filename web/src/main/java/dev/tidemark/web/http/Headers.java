package dev.tidemark.web.http;

import module java.base;
import io.javalin.http.Context;

/** What every answer tells the browser to be careful about. */
public final class Headers {

    /** Scripts and styles come from files of this server alone. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    private final Map<String, String> headers = new LinkedHashMap<>();

    private final boolean tls;

    public Headers(boolean tls) {
        this.tls = tls;
        headers.put("Content-Security-Policy", POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
    }

    public void add(Context ctx) {
        headers.forEach(ctx.res()::setHeader);
        if (Cookies.isSecure(ctx, tls)) {
            ctx.res().setHeader("Strict-Transport-Security", "max-age=31536000");
        }
    }
}
