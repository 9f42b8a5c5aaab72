package dev.tidemark.web.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.EofException;

/** One request with its answer, as the pages see it. */
public final class Visit {

    private final Context ctx;
    private final Views views;
    private final Cookies cookies;
    private final FormTokens tokens;
    private final boolean loginAsked;
    private final Optional<Person> who;
    private final Form form;
    private final Optional<Upload> upload;
    private String visitor;

    Visit(Context ctx, Views views, Cookies cookies, FormTokens tokens, boolean loginAsked, Optional<Person> who,
            Form form, Optional<Upload> upload) {
        this.ctx = ctx;
        this.views = views;
        this.cookies = cookies;
        this.tokens = tokens;
        this.loginAsked = loginAsked;
        this.who = who;
        this.form = form;
        this.upload = upload;
    }

    // ---- What was asked ----

    public Context context() {
        return ctx;
    }

    public Optional<Person> who() {
        return who;
    }

    /** Whether who asks may run and change. */
    public boolean administrator() {
        return who.map(Person::administrator).orElse(false);
    }

    /** Whose name is written down with what they ask for. */
    public String author() {
        return who.map(Person::name).filter(n -> !n.isEmpty()).orElse("this machine");
    }

    /** What stands in the path in place of the name in braces. */
    public String name(String inBraces) {
        return Links.name(ctx.pathParam(inBraces));
    }

    /** A number in the path. @throws Refusal when it is none */
    public long number(String inBraces) {
        try {
            return Long.parseLong(ctx.pathParam(inBraces));
        } catch (NumberFormatException e) {
            throw Refusal.missing("there is no page of this name");
        }
    }

    /** The query of the address, as a form. @throws Refusal when it cannot be read */
    public Form query() {
        return Form.parse(Optional.ofNullable(ctx.queryString()).orElse(""));
    }

    /** What was filled in; empty for what is only looked at. */
    public Form form() {
        return form;
    }

    /** The file that came with the form. */
    public Optional<Upload> upload() {
        return upload;
    }

    /** Whether a script wants a part of a page. */
    public boolean partly() {
        return ctx.header("HX-Request") != null;
    }

    public Optional<String> session() {
        return cookies.find(ctx, Cookies.SESSION);
    }

    /** The address that asks. */
    public String address() {
        return ctx.req().getRemoteAddr();
    }

    // ---- The answer ----

    /** Answers with a page. */
    public void page(Frame.Kind kind, String template, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("frame", frame(kind));
        html(views.render(template, all));
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
        page(Frame.Kind.of(what, section), "ask.jte", Map.of("what", what, "consequence", consequence, "action", action,
                "back", back));
    }

    /** Answers with a part of a page. */
    public void part(String template, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("token", token());
        html(views.render(template, all));
    }

    /**
     * Answers with a part of a page that asks for itself again and again: with nothing (status 204) where it would be
     * what the page shows already. The template is given {@code seen}, to be asked with.
     */
    public void changing(String template, Map<String, Object> params) {
        Map<String, Object> all = new LinkedHashMap<>(params);
        all.put("token", token());
        all.put("seen", "");
        String seen = Integer.toHexString(views.render(template, all).hashCode());
        if (query().text("seen").equals(Optional.of(seen))) {
            ctx.status(204);
            return;
        }
        all.put("seen", seen);
        html(views.render(template, all));
    }

    private void html(String html) {
        ctx.contentType("text/html; charset=utf-8");
        ctx.res().setHeader("Cache-Control", "no-store");
        ctx.result(html);
    }

    private Frame frame(Frame.Kind kind) {
        return new Frame(kind, who, loginAsked, token(), cookies.said(ctx), views.assets());
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

    public void json(String json) {
        ctx.contentType("application/json");
        ctx.res().setHeader("Cache-Control", "no-store");
        ctx.result(json);
    }

    /** Leads on after a change. @param said a sentence for the next page */
    public void leadOn(String path, String said) {
        cookies.say(ctx, said);
        leadOn(path);
    }

    public void leadOn(String path) {
        ctx.res().setHeader("Location", path);
        ctx.status(303);
    }

    public void beginSession(String session) {
        cookies.set(ctx, Cookies.SESSION, session);
    }

    public void endSession() {
        cookies.forget(ctx, Cookies.SESSION);
    }

    /** The token that a form on the answer's page must bring back. */
    private String token() {
        if (visitor == null) {
            visitor = cookies.find(ctx, Cookies.VISITOR).orElseGet(() -> {
                String fresh = tokens.newVisitor();
                cookies.set(ctx, Cookies.VISITOR, fresh);
                return fresh;
            });
        }
        return tokens.token(visitor, session().orElse(""));
    }
}
