package dev.tidemark.web;

import module java.base;
import dev.tidemark.app.ExchangeDirectory;
import dev.tidemark.app.JobProcessor;
import dev.tidemark.app.Workbench;
import dev.tidemark.core.param.ConflictException;
import dev.tidemark.core.param.InvalidInputException;
import dev.tidemark.core.time.Clock;
import dev.tidemark.store.file.StoreException;
import dev.tidemark.web.http.AccessFilter;
import dev.tidemark.web.http.Assets;
import dev.tidemark.web.http.Headers;
import dev.tidemark.web.http.HttpException;
import dev.tidemark.web.http.LingeringClose;
import dev.tidemark.web.http.PageLayout.Kind;
import dev.tidemark.web.http.Problem;
import dev.tidemark.web.http.RequestContext;
import dev.tidemark.web.http.Route;
import dev.tidemark.web.http.TextSanitizer;
import dev.tidemark.web.http.Views;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The web application while it runs. */
public final class WebServer implements AutoCloseable {

    private final Routes site;
    private final AccessFilter accessFilter;
    private final Headers headers;
    private final Consumer<Throwable> failures;
    private final WebOptions options;
    private final Javalin server;

    private WebServer(Workbench workbench, JobProcessor processor, WebOptions options, Clock clock,
            Consumer<Throwable> failures) {
        this.options = options;
        this.failures = failures;
        this.headers = new Headers(options.tls().isPresent());
        workbench.serveUnder(options.policy());
        Assets assets = Routes.assets();
        ExchangeDirectory exchangeDirectory =
                new ExchangeDirectory(options.exchange().orElseGet(workbench::usualExchange));
        this.site = new Routes(workbench, processor, assets, exchangeDirectory, clock, options, this::address,
                failures);
        this.accessFilter = new AccessFilter(site.keys(), new Views(assets), options.tls().isPresent(),
                options.proxies(),
                workbench.uploads());
        this.server = Javalin.create(this::configure);
    }

    /**
     * Starts to listen. From then on the workbench allows what the options allow, whoever asks it.
     *
     * @param processor works on the jobs; whoever calls starts and ends it
     * @param failures  is told what broke while a request was answered, for the server's own record
     * @throws InvalidInputException when the port is taken, or the certificate cannot be used
     */
    public static WebServer start(Workbench workbench, JobProcessor processor, WebOptions options, Clock clock,
            Consumer<Throwable> failures) {
        WebServer web = new WebServer(workbench, processor, options, clock, failures);
        try {
            web.server.start();
            web.site.prepare();
        } catch (RuntimeException e) {
            web.close();
            throw new InvalidInputException("port " + options.port() + " of " + options.host()
                    + " cannot be listened at: " + reason(e));
        }
        return web;
    }

    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.concurrency.useVirtualThreads = true;
        config.http.prefer405over404 = true;
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.jetty.addConnector(this::connector);
        config.routes.before(headers::add);
        for (Route route : site.routes()) {
            config.routes.addHttpHandler(route.method(), route.path(), ctx -> accessFilter.pass(route, ctx));
        }
        config.routes.exception(HttpResponseException.class, (e, ctx) -> {
            if (e.getStatus() == 405) {
                e.getDetails().values().forEach(methods -> ctx.res().setHeader("Allow", methods));
            }
            refuse(ctx, e.getStatus(), statusText(e.getStatus()));
        });
        config.routes.exception(HttpException.class, (e, ctx) -> refuse(ctx, e.status(), e.getMessage()));
        config.routes.exception(ConflictException.class, (e, ctx) -> refuse(ctx, 409, e.getMessage()));
        config.routes.exception(InvalidInputException.class, (e, ctx) -> refuse(ctx, 400, e.getMessage()));
        config.routes.exception(StoreException.class, (e, ctx) -> refuse(ctx, 503, e.getMessage()));
        config.routes.exception(Exception.class, this::reportFailure);
    }

    private Connector connector(Server jetty, HttpConfiguration http) {
        http.addCustomizer((request, answer) -> withoutMethodOverride(request));
        ServerConnector connector;
        if (options.tls().isPresent()) {
            String password = UUID.randomUUID().toString(); // the key store never leaves this process
            SslContextFactory.Server ssl = new SslContextFactory.Server();
            ssl.setKeyStore(PemFiles.read(options.tls().get(), password.toCharArray()));
            ssl.setKeyStorePassword(password);
            http.addCustomizer(new SecureRequestCustomizer(false));
            connector = new ServerConnector(jetty, ssl, new HttpConnectionFactory(http));
        } else {
            connector = new ServerConnector(jetty, new HttpConnectionFactory(http));
        }
        connector.setHost(options.host());
        connector.setPort(options.port());
        return connector;
    }

    /** Javalin would take a GET for a POST where a header says so; ours are what they look like. */
    private static Request withoutMethodOverride(Request request) {
        if (!request.getHeaders().contains(Header.X_HTTP_METHOD_OVERRIDE)) {
            return request;
        }
        HttpFields headers = HttpFields.build(request.getHeaders()).remove(Header.X_HTTP_METHOD_OVERRIDE).asImmutable();
        return new Request.Wrapper(request) {
            @Override
            public HttpFields getHeaders() {
                return headers;
            }
        };
    }

    // ---- What goes wrong ----

    private void reportFailure(Exception e, Context ctx) {
        failures.accept(e);
        refuse(ctx, 500, "Tidemark failed while it answered this; its own output says more");
    }

    private static String statusText(int status) {
        return switch (status) {
            case 404 -> "there is nothing at this address";
            case 405 -> "this address is not to be used with this method";
            case 413 -> "what was sent is too large";
            default -> "this cannot be answered";
        };
    }

    /** One line: on a page where a person reads it, plain where a script does. */
    private void refuse(Context ctx, int status, String complaint) {
        LingeringClose.read(ctx);
        String message = TextSanitizer.oneLine(complaint);
        if (Problem.concerns(ctx.path())) {
            Problem.answer(ctx, status, message);
            return;
        }
        ctx.status(status);
        String accept = ctx.header("Accept");
        if (accept != null && accept.contains("text/html") && ctx.header("HX-Request") == null) {
            try {
                RequestContext requestContext = accessFilter.visit(ctx);
                requestContext.page(Kind.of(title(status), ""), "error.jte", Map.of("what", title(status), "message",
                        TextSanitizer.sentence(message), "login", status == 401));
                return;
            } catch (StoreException e) {
                // Who asks is not to be found out now; one line is told all the same.
            }
        }
        ctx.contentType("text/plain; charset=utf-8");
        ctx.result(message + "\n");
    }

    private static String title(int status) {
        return switch (status) {
            case 400, 413, 415 -> "This cannot be used";
            case 401, 403 -> "Not allowed";
            case 404, 405 -> "Page not found";
            case 409 -> "Not now";
            default -> "Something broke";
        };
    }

    // ---- While it runs ----

    /** Where a browser finds it, as {@code http://127.0.0.1:8040}. */
    public String address() {
        String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
        return (options.tls().isPresent() ? "https://" : "http://") + host + ":" + server.port();
    }

    /**
     * Where the first administrator is made, once.
     *
     * @return empty when there is an administrator, or when no login is asked for
     */
    public Optional<String> setUpLink() {
        return options.login() ? site.setUpPath().map(path -> address() + path) : Optional.empty();
    }

    /** Every route, with who may use it. */
    public List<Route> routes() {
        return site.routes();
    }

    /** Answers what is in progress, and ends. */
    @Override
    public void close() {
        site.close();
        server.stop();
    }
}
