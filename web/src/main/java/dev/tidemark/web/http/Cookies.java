package dev.tidemark.web.http;

import module java.base;
import io.javalin.http.Context;

/** Our cookies: for no script to read, for no other site to have sent, and over TLS only where there is TLS. */
record Cookies(boolean tls) {

    static final String VISITOR = "tidemark-visitor";
    static final String SESSION = "tidemark-session";
    /** By which a browser is known again when its user logs in; without a session it opens nothing. */
    static final String BROWSER = "tidemark-browser";
    /** What is to be said on the next page. */
    static final String SAID = "tidemark-said";

    private static final int LONGEST = 2000;
    private static final Duration LONG = Duration.ofDays(365);

    /** A machine's servers share their cookies, whatever their ports. */
    private static String named(Context ctx, String name) {
        return name + "-" + ctx.req().getLocalPort();
    }

    /**
     * Whether the browser speaks TLS, with this server or with a proxy before it. Whoever says so without a proxy only
     * gets cookies that a plain connection does not bring back.
     *
     * @param tls whether this server does
     */
    static boolean isSecure(Context ctx, boolean tls) {
        return tls || "https".equalsIgnoreCase(ctx.header("X-Forwarded-Proto"));
    }

    Optional<String> find(Context ctx, String name) {
        return Optional.ofNullable(ctx.cookie(named(ctx, name))).filter(v -> !v.isEmpty() && v.length() <= LONGEST);
    }

    /** Kept until the browser ends. */
    void set(Context ctx, String name, String value) {
        put(ctx, name, value, "");
    }

    /** Kept for a year, beyond the browser's end. */
    void keep(Context ctx, String name, String value) {
        put(ctx, name, value, "; Max-Age=" + LONG.toSeconds());
    }

    void forget(Context ctx, String name) {
        put(ctx, name, "", "; Max-Age=0");
    }

    void setMessage(Context ctx, String text) {
        put(ctx, SAID, Links.query(text), "; Max-Age=" + Duration.ofMinutes(1).toSeconds());
    }

    /** What was left to be said, once. */
    Optional<String> message(Context ctx) {
        Optional<String> left = find(ctx, SAID);
        left.ifPresent(text -> forget(ctx, SAID));
        try {
            return left.map(text -> URLDecoder.decode(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void put(Context ctx, String name, String value, String more) {
        ctx.res().addHeader("Set-Cookie", named(ctx, name) + "=" + value + "; Path=/; HttpOnly; SameSite=Lax"
                + (isSecure(ctx, tls) ? "; Secure" : "") + more);
    }
}
