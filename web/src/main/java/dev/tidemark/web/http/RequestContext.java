package dev.tidemark.web.http;

import module java.base;
import dev.tidemark.app.LargePlanException;
import dev.tidemark.app.accounts.Login;
import dev.tidemark.app.accounts.LoginSource;
import dev.tidemark.app.run.Consent;
import dev.tidemark.app.run.UnagreedException;
import dev.tidemark.app.run.UnconfirmedDeviceException;
import dev.tidemark.core.param.Reached;
import io.javalin.http.Context;
import org.eclipse.jetty.io.EofException;

/** One request with its answer, as the pages see it. */
public final class RequestContext {

    private static final String DESTROY = "destroy";
    private static final String AGREED = "agreed";

    private final Context ctx;
    private final RequestServices shared;
    private final Optional<SignedInUser> who;
    private final RequestPayload requestPayload;
    private final BooleanSupplier isStillAllowed;
    private String visitor;

    RequestContext(Context ctx, RequestServices shared, Optional<SignedInUser> who, RequestPayload requestPayload,
            BooleanSupplier isStillAllowed) {
        this.ctx = ctx;
        this.shared = shared;
        this.who = who;
        this.requestPayload = requestPayload;
        this.isStillAllowed = isStillAllowed;
    }

    // ---- What was asked ----

    public Context context() {
        return ctx;
    }

    public Optional<SignedInUser> who() {
        return who;
    }

    /** Whether who asks may run and change. */
    public boolean administrator() {
        return who.map(SignedInUser::administrator).orElse(false);
    }

    /** Whether no login is asked for, so that whoever asks is at this machine. */
    public boolean isLoopback() {
        return !shared.loginRequired();
    }

    /** Whether who asked might ask now, too. */
    public boolean isStillAllowed() {
        return isStillAllowed.getAsBoolean();
    }

    /** Whose name is written down with what they ask for. */
    public String author() {
        return who.map(SignedInUser::name).filter(n -> !n.isEmpty()).orElse("this machine");
    }

    /** What stands in the path in place of the name in braces. */
    public String name(String inBraces) {
        return Links.name(ctx.pathParam(inBraces));
    }

    /** A number in the path. @throws HttpException when it is none */
    public long number(String inBraces) {
        try {
            return Long.parseLong(ctx.pathParam(inBraces));
        } catch (NumberFormatException e) {
            throw HttpException.missing("there is no page of this name");
        }
    }

    /** The query of the address, as a form. @throws HttpException when it cannot be read */
    public Form query() {
        return Form.parse(Optional.ofNullable(ctx.queryString()).orElse(""));
    }

    /** What was filled in; empty for what is only looked at. */
    public Form form() {
        return requestPayload.form();
    }

    /** The file that came with the form. */
    public Optional<Upload> upload() {
        return requestPayload.upload();
    }

    /** What a program sent along. */
    public Body body() {
        return requestPayload.body();
    }

    /** Whether a script wants a part of a page. */
    public boolean isFragmentRequest() {
        return ctx.header("HX-Request") != null;
    }

    public Optional<String> session() {
        return shared.cookies().find(ctx, Cookies.SESSION);
    }

    /** Where a login comes from. */
    public LoginSource source() {
        return shared.proxies().source(ctx.req().getRemoteAddr(),
                Collections.list(ctx.req().getHeaders(Proxies.HEADER)),
                shared.cookies().find(ctx, Cookies.BROWSER).orElse(""));
    }

    // ---- The answer ----

    /** Answers with a page. */
    public void page(PageLayout.Kind kind, String template, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("frame", frame(kind));
        html(shared.views().render(template, all));
    }

    /**
     * Asks before something is done that cannot be undone.
     *
     * @param section     which link of the navigation the page belongs to
     * @param what        what would be done, with the thing's name, as in {@code Delete matrix}
     * @param consequence what that means, in a sentence
     * @param action      where yes leads
     * @param back        where no leads
     */
    public void ask(String section, String what, String consequence, String action, String back) {
        page(PageLayout.Kind.of(what, section), "ask.jte",
                Map.of("what", what, "consequence", consequence, "action", action,
                "back", back));
    }

    /**
     * Does what a form asks for, or first asks for the word more that it wants: a device's name once more, or that what
     * came from elsewhere is agreed to. Then the form is sent as it was, with the answer.
     *
     * @param section which link of the navigation the page that asks belongs to
     * @param back    where no leads
     */
    public void confirming(String section, String back, Runnable what) {
        try {
            what.run();
        } catch (UnagreedException e) {
            askToAgree(e, section, back);
        } catch (UnconfirmedDeviceException e) {
            askToDestroy(e, section, back);
        } catch (LargePlanException e) {
            askWhetherSoMuch(e, section, back);
        }
    }

    /** Asks whether so much is meant; then the form is sent as it was, saying so. */
    private void askWhetherSoMuch(LargePlanException large, String section, String back) {
        ctx.status(409);
        page(PageLayout.Kind.of("Queue so much?", section), "large.jte", Map.of("what", large.what(),
                "action", ctx.path(), "back", back, "fields", ResentField.of(form())));
    }

    /** Whether a form says that so much is meant. */
    public static boolean large(Form form) {
        return form.text("large").isPresent();
    }

    /**
     * Asks for the names of devices before they are written over; then the form is sent as it was, with these.
     */
    private void askToDestroy(UnconfirmedDeviceException unconfirmedDeviceException, String section, String back) {
        List<String> devices = unconfirmedDeviceException.devices().stream().map(Path::toString).toList();
        String complaint = destroy(form()).isEmpty() ? "" : "What was typed is not the name of "
                + String.join(" and ", devices) + ".";
        ctx.status(409);
        page(PageLayout.Kind.of("Destroy all that is there?", section), "destroy.jte", Map.of("devices", devices,
                "complaint", complaint, "action", ctx.path(), "back", back, "fields", ResentField.of(form()).stream()
                        .filter(f -> !f.name().equals(DESTROY)).toList()));
    }

    /**
     * Shows an experiment that came from elsewhere, whole, and asks whether all that it reaches is agreed to; then the
     * form is sent as it was, with what was agreed to.
     */
    private void askToAgree(UnagreedException unagreed, String section, String back) {
        ctx.status(409);
        page(PageLayout.Kind.of("Run what came from elsewhere?", section), "agree.jte", Map.of("label",
                unagreed.experiment().label(), "origin", unagreed.experiment().origin().orElse(""), "reached",
                unagreed.reached().stream().map(Reached::toString).toList(), "yaml", unagreed.experiment().yaml(),
                "action", ctx.path(), "back", back, "fields",
                ResentField.of(form()).stream().filter(f -> !f.name().equals(AGREED)).toList()));
    }

    /** What a form agrees to, each line as it was shown. */
    public static Consent agreed(Form form) {
        return Consent.to(form.all(AGREED));
    }

    /** The names of devices that a form gives once more, as it is known what becomes of them. */
    public static List<String> destroy(Form form) {
        return form.all(DESTROY).stream().map(String::strip).toList();
    }

    /** Answers with a part of a page. */
    public void part(String template, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("token", token());
        html(shared.views().render(template, all));
    }

    /**
     * Answers with a part of a page that asks for itself again and again: with nothing (status 204) where it would be
     * what the page shows already. The template is given {@code seen}, to be asked with.
     */
    public void changing(String template, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("token", token());
        all.put("seen", "");
        String seen = Integer.toHexString(shared.views().render(template, all).hashCode());
        if (query().text("seen").equals(Optional.of(seen))) {
            ctx.status(204);
            return;
        }
        all.put("seen", seen);
        html(shared.views().render(template, all));
    }

    private void html(String html) {
        ctx.contentType("text/html; charset=utf-8");
        ctx.res().setHeader("Cache-Control", "no-store");
        ctx.result(html);
    }

    private PageLayout frame(PageLayout.Kind kind) {
        return new PageLayout(kind, who, shared.loginRequired(), token(), shared.cookies().message(ctx),
                shared.views().assets());
    }

    /** Answers with a file to be saved. */
    public void download(String type, String fileName, byte[] content) {
        head(type, fileName);
        ctx.result(content);
    }

    private void head(String type, String fileName) {
        ctx.contentType(type);
        ctx.res().setHeader("Content-Disposition", "attachment; filename=\"" + plain(fileName)
                + "\"; filename*=UTF-8''" + Links.query(fileName).replace("*", "%2A"));
        ctx.res().setHeader("Cache-Control", "no-store");
    }

    public void download(String type, String fileName, String content) {
        download(type, fileName, content.getBytes(StandardCharsets.UTF_8));
    }

    private static String plain(String fileName) {
        return fileName.replaceAll("[^A-Za-z0-9._-]", "-");
    }

    /** Writes what is sent. */
    @FunctionalInterface
    public interface Writing {
        void to(OutputStream out) throws IOException;
    }

    /** Answers with a file to be saved that is too large to be held. */
    public void stream(String type, String fileName, Writing writing) {
        head(type, fileName);
        try {
            writing.to(ctx.res().getOutputStream());
        } catch (EofException e) {
            // Whoever asked has gone.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins a stream of server-sent events; nothing may stand in between that waits for more. */
    public OutputStream events() throws IOException {
        ctx.res().setContentType("text/event-stream; charset=utf-8");
        ctx.res().setHeader("Cache-Control", "no-store");
        ctx.res().setHeader("X-Accel-Buffering", "no");
        OutputStream out = ctx.res().getOutputStream();
        ctx.res().flushBuffer();
        return out;
    }

    /** Answers with a text that a program reads. */
    public void text(String type, byte[] content) {
        ctx.contentType(type);
        ctx.res().setHeader("Cache-Control", "no-store");
        ctx.result(content);
    }

    public void json(String json) {
        text("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** Leads on after a change. @param message a sentence for the next page */
    public void redirect(String path, String message) {
        shared.cookies().setMessage(ctx, message);
        redirect(path);
    }

    public void redirect(String path) {
        ctx.res().setHeader("Location", path);
        ctx.status(303);
    }

    public void beginSession(Login.LoggedIn welcome) {
        shared.cookies().set(ctx, Cookies.SESSION, welcome.session());
        shared.cookies().keep(ctx, Cookies.BROWSER, welcome.browser());
    }

    public void endSession() {
        shared.cookies().forget(ctx, Cookies.SESSION);
    }

    /** The token that a form on the answer's page must bring back. */
    private String token() {
        if (visitor == null) {
            visitor = shared.cookies().find(ctx, Cookies.VISITOR).orElseGet(() -> {
                String fresh = shared.tokens().newVisitor();
                shared.cookies().set(ctx, Cookies.VISITOR, fresh);
                return fresh;
            });
        }
        return shared.tokens().token(visitor, session().orElse(""));
    }
}
