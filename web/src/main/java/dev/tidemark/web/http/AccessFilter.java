package dev.tidemark.web.http;

import module java.base;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;

/**
 * Through which every request goes: who asks, whether they may, and for a change whether the form is one of ours. There
 * is no other way to a handler than a {@link Route}.
 */
public final class AccessFilter {

    /** The field of every form that holds its token. */
    public static final String TOKEN = "token";

    private static final String BEARER = "Bearer ";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Authenticator authenticator;
    private final Cookies cookies;
    private final FormTokens tokens = new FormTokens();
    private final RequestServices shared;
    private final Uploads uploads;

    /**
     * @param tls     whether browsers reach the server over TLS
     * @param proxies whose word is taken for where requests come from
     * @param uploads the folder for files that are sent, each as long as it is looked at
     */
    public AccessFilter(Authenticator authenticator, Views views, boolean tls, Proxies proxies, Path uploads) {
        this.authenticator = authenticator;
        this.cookies = new Cookies(tls);
        this.shared = new RequestServices(views, cookies, tokens, proxies, authenticator.loginRequired());
        this.uploads = new Uploads(uploads);
    }

    /** A request that belongs to no route, for the page that says so. */
    public RequestContext visit(Context ctx) {
        return new RequestContext(ctx, shared, who(ctx), RequestPayload.NOTHING, () -> true);
    }

    /** Answers a request by its route, if it may be. */
    public void pass(Route route, Context ctx) throws Exception {
        checkHost(ctx);
        if (route.clientKind() == ClientKind.PROGRAM) {
            handleProgram(route, ctx);
            return;
        }
        Optional<SignedInUser> who = who(ctx);
        if (route.access() != Access.ANYONE) {
            if (who.isEmpty()) {
                redirectToLogin(route, ctx);
                return;
            }
            if (!who.get().may(route.access())) {
                throw new HttpException(403, "only an administrator may do this; you are logged in as reader "
                        + who.get().name());
            }
        }
        String type = Optional.ofNullable(ctx.req().getContentType()).orElse("");
        if (route.method() == HandlerType.GET) {
            answer(route, ctx, who, RequestPayload.NOTHING);
        } else if (route.upload() > 0 && Multipart.is(type)) {
            receive(route, ctx, who, type);
        } else {
            answer(route, ctx, who, RequestPayload.of(checkedForm(ctx, type), Optional.empty()));
        }
    }

    private void answer(Route route, Context ctx, Optional<SignedInUser> who, RequestPayload requestPayload)
            throws Exception {
        route.handler().answer(new RequestContext(ctx, shared, who, requestPayload, () -> isStillAllowed(route, ctx)));
    }

    /** Of an answer that goes on: the token or session may have ended meanwhile, or be that of another role. */
    private boolean isStillAllowed(Route route, Context ctx) {
        if (route.access() == Access.ANYONE) {
            return true;
        }
        Optional<SignedInUser> now = token(ctx).filter(_ -> route.clientKind() == ClientKind.PROGRAM)
                .map(authenticator::program).orElseGet(() -> who(ctx));
        return !authenticator.loginRequired() || now.filter(w -> w.may(route.access())).isPresent();
    }

    /** The form's token stands before its file, so nothing of a file is kept that no page of ours asked for. */
    private void receive(Route route, Context ctx, Optional<SignedInUser> who, String type) throws Exception {
        checkOrigin(ctx);
        try (Multipart body = new Multipart(uploads, route.upload(), form -> checkToken(ctx, form))) {
            body.read(ctx.req().getInputStream(), type, ctx.req().getContentLengthLong());
            checkToken(ctx, body.form());
            answer(route, ctx, who, RequestPayload.of(body.form(), body.upload()));
        }
    }

    // ---- Programs ----

    private void handleProgram(Route route, Context ctx) throws Exception {
        Optional<String> token = token(ctx);
        SignedInUser who = program(route, ctx, token);
        if (!who.may(route.access())) {
            throw new HttpException(403, "only an administrator may do this; " + who.name() + " is a reader");
        }
        if (route.method() == HandlerType.GET) {
            answer(route, ctx, Optional.of(who), RequestPayload.NOTHING);
        } else if (route.upload() > 0) {
            receive(route, ctx, who, checkedType(route, ctx, token.isPresent()));
        } else {
            answer(route, ctx, Optional.of(who), RequestPayload.of(checkedBody(route, ctx, token.isPresent())));
        }
    }

    private void receive(Route route, Context ctx, SignedInUser who, String type) throws Exception {
        Path file = uploads.receive(ctx.req().getInputStream(), ctx.req().getContentLengthLong(), route.upload());
        try {
            answer(route, ctx, Optional.of(who), RequestPayload.of(type, new Upload("what was sent", file)));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Optional<String> token(Context ctx) {
        return Optional.ofNullable(ctx.header("Authorization"))
                .map(h -> h.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? h.substring(BEARER.length()).strip()
                        : "");
    }

    /**
     * A token counts, and where one is shown nothing else does. A session's cookie comes along whoever made the browser
     * ask, so it counts for looking only.
     */
    private SignedInUser program(Route route, Context ctx, Optional<String> token) {
        if (!authenticator.loginRequired()) {
            return SignedInUser.AT_THE_MACHINE;
        }
        if (token.isPresent()) {
            return token.flatMap(authenticator::program).orElseThrow(() -> unknown(ctx, ", error=\"invalid_token\"",
                    "unknown or removed token; 'tidemark token list' lists those that there are"));
        }
        return Optional.of(route).filter(r -> r.method() == HandlerType.GET).flatMap(r -> who(ctx))
                .orElseThrow(() -> unknown(ctx, "", "a token is needed, in the header 'Authorization: Bearer TOKEN'; "
                        + "'tidemark token add NAME' makes one"));
    }

    private static HttpException unknown(Context ctx, String error, String message) {
        ctx.res().setHeader("WWW-Authenticate", "Bearer realm=\"tidemark\"" + error);
        return new HttpException(401, message);
    }

    /**
     * The media type of what comes. What shows no token must be ours in another way: pages elsewhere cannot send JSON,
     * files as such, PUT or DELETE without being allowed to by an answer that is never given, and what they do send
     * tells where they are from.
     */
    private static String checkedType(Route route, Context ctx, boolean withToken) {
        if (!withToken && isCrossSite(ctx)) {
            throw new HttpException(403, "this was sent by a page of another site; nothing was changed");
        }
        String type = Body.type(ctx.req().getContentType());
        boolean nothing = route.accepts().isEmpty();
        boolean untyped = nothing && type.isEmpty() && (withToken || route.method() == HandlerType.DELETE);
        if (!untyped && !(nothing ? type.equals(Body.JSON) : route.accepts().contains(type))) {
            throw new HttpException(415, "say Content-Type: " + (nothing ? Body.JSON
                    : route.accepts().stream().sorted().collect(Collectors.joining(" or "))));
        }
        return type;
    }

    private static Body checkedBody(Route route, Context ctx, boolean withToken) throws IOException {
        Body body = Body.read(checkedType(route, ctx, withToken), ctx.req().getInputStream());
        if (route.accepts().isEmpty() && !body.text().isBlank() && !body.text().strip().equals("{}")) {
            throw new HttpException(400, "nothing is to be sent along here");
        }
        return body;
    }

    // ---- People ----

    private Optional<SignedInUser> who(Context ctx) {
        return authenticator.loginRequired() ? cookies.find(ctx, Cookies.SESSION).flatMap(authenticator::holder)
                : Optional.of(SignedInUser.AT_THE_MACHINE);
    }

    /**
     * Where nobody has to log in, a page elsewhere could have its own name resolved to this machine and read what is
     * here (DNS rebinding); its requests carry that name.
     */
    private void checkHost(Context ctx) {
        if (!authenticator.loginRequired()
                && !LOOPBACK.contains(hostName(Optional.ofNullable(ctx.header("Host")).orElse("")))) {
            throw new HttpException(403, "a server without login answers only to localhost and 127.0.0.1");
        }
    }

    private static String hostName(String host) {
        return host.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]+$", "");
    }

    /** A page leads to the login and back; what a script asks for, and a change, is refused. */
    private static void redirectToLogin(Route route, Context ctx) {
        boolean page = route.method() == HandlerType.GET && ctx.header("HX-Request") == null
                && Optional.ofNullable(ctx.header("Accept")).orElse("").contains("text/html");
        if (!page) {
            throw new HttpException(401, "log in first");
        }
        String query = ctx.queryString() == null ? "" : "?" + ctx.queryString();
        ctx.res().setHeader("Location", "/login?to=" + Links.query(ctx.path() + query));
        ctx.status(303);
    }

    private Form checkedForm(Context ctx, String type) throws IOException {
        checkOrigin(ctx);
        if (!Body.type(type).equals(Body.FORM)) {
            throw new HttpException(415, "a change is asked for by a form (" + Body.FORM + ")");
        }
        Form form = Form.read(ctx.req().getInputStream());
        checkToken(ctx, form);
        return form;
    }

    private static void checkOrigin(Context ctx) {
        if (isCrossSite(ctx)) {
            throw new HttpException(403, "this form was sent from another site; nothing was changed");
        }
    }

    private void checkToken(Context ctx, Form form) {
        Optional<String> visitor = cookies.find(ctx, Cookies.VISITOR);
        List<String> token = form.all(TOKEN);
        if (visitor.isEmpty() || token.size() != 1 || !tokens.fits(token.getFirst(), visitor.get(),
                cookies.find(ctx, Cookies.SESSION).orElse(""))) {
            throw new HttpException(403,
                    "this form is out of date; go back, load its page again and send it once more. "
                    + "Nothing was changed");
        }
    }

    /** Browsers tell where a form stands; what tells nothing must bring the token all the same. */
    private static boolean isCrossSite(Context ctx) {
        String site = ctx.header("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = ctx.header("Origin");
        if (origin == null) {
            return false;
        }
        try {
            String authority = new URI(origin).getRawAuthority();
            return authority == null || !authority.equalsIgnoreCase(ctx.header("Host"));
        } catch (URISyntaxException e) {
            return true;
        }
    }
}
