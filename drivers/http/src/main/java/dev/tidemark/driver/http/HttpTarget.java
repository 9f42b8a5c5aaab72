package dev.tidemark.driver.http;

import module java.base;
import dev.tidemark.core.driver.Context;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Progress;
import dev.tidemark.core.driver.Session;
import dev.tidemark.core.driver.language.http.RequestTemplate;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.ServerTarget;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.remote.http.SeparateHttpConnector;
import dev.tidemark.core.param.Values;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** A server on which nothing is made. */
final class HttpTarget extends ServerTarget<HttpConnection> {

    private final Values values;
    private final AnyHttpApi api;
    /** Each with a socket that is made with it and closed with it. */
    private final Connections<HttpConnection> separate;
    private final AnswerReader answers;

    private HttpTarget(Values values, ConnectionSettings settings, AnyHttpApi api) {
        super(values, new Connections<>(new HttpConnector(settings, api), settings));
        this.values = values;
        this.api = api;
        separate = new Connections<>(new SeparateHttpConnector(settings, api), settings);
        answers = new AnswerReader(values, api);
    }

    static HttpTarget open(Values values, Context context) {
        ConnectionSettings settings = ConnectionSettings.of(values, HttpParams.ADDRESS, context);
        Optional<String> token = values.find(HttpParams.TOKEN).map(context.secrets()::reveal);
        AnyHttpApi api = new AnyHttpApi(values.find(HttpParams.PING).map(path -> HttpParams.base(values)
                + RequestTemplate.legal(path)), HttpParams.headers(values, token));
        return new HttpTarget(values, token.map(settings::with).orElse(settings), api);
    }

    Connections<HttpConnection> separate() {
        return separate;
    }

    AnswerReader answers() {
        return answers;
    }

    String base() {
        return HttpParams.base(values);
    }

    @Override
    public void create() throws DriverException {
        throw new DriverException("nothing is made on a server by the driver http, which sends requests of your own "
                + "alone");
    }

    @Override
    public void drop() {
        // nothing was made
    }

    /** {@inheritDoc} That is all that can be done here. */
    @Override
    public boolean visit() {
        return true;
    }

    @Override
    public Session session(int worker) {
        return new HttpSession(this, connections());
    }

    /** {@inheritDoc} As its answer to the first request of a connection tells: by a header, or as search servers do. */
    @Override
    public String version() throws DriverException {
        return with(connection -> api.pinged().isEmpty() ? "" : version(connection.answer("GET", api.ping(), List.of(),
                new byte[0], connections().settings().operationTimeout())));
    }

    private static String version(HttpResponse<byte[]> answer) {
        JsonNode said = HttpConnection.parse(new String(answer.body(), StandardCharsets.UTF_8));
        String product = answer.headers().firstValue("Server")
                .orElse(said.path("version").path("distribution").asString(""));
        String number = said.path("version").path("number").asString(said.path("version").asString(""));
        return product.contains(number) ? product : Stream.of(product, number).filter(word -> !word.isBlank())
                .reduce((a, b) -> a + " " + b).orElse("");
    }

    @Override
    protected long reconnects() {
        return super.reconnects() + separate.reconnects();
    }

    @Override
    public void settle(Progress progress) {
        // what the server does by itself nobody knows
    }

    @Override
    public void abort() {
        super.abort();
        separate.close();
    }

    @Override
    public void close() throws DriverException {
        super.close();
        separate.close();
    }
}
