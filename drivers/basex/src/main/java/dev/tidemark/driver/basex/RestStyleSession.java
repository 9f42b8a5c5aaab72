package dev.tidemark.driver.basex;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connector;
import dev.tidemark.core.driver.remote.Failure;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpConnector;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.nio.charset.StandardCharsets;

/** A style of the REST service. */
final class RestStyleSession extends BaseXStyleSession<RestStyleSession.Rest> {

    RestStyleSession(BaseXTarget target, BaseXPlace place, ApiStyle style) throws DriverException {
        super(target, place, style, new Opener(target.settings()));
    }

    @Override
    void store(Rest over) throws Exception {
        switch (style().name()) {
            case BaseXStyles.REST_PUT, BaseXStyles.REST_PUT_MAPPED -> put(over.http());
            case BaseXStyles.REST_EVAL_TEXT -> evaluate(over.http(), text(), path());
            case BaseXStyles.REST_EVAL_ARRAY -> evaluate(over.http(), array(), allPaths());
            case BaseXStyles.REST_NOOP -> over.http().get(BaseXApi.PING);
            default -> throw new IllegalStateException(style().name());
        }
    }

    private void put(HttpConnection http) throws Exception {
        RestQuery.created(http.exchange("PUT", "/rest/" + target().namespace().name() + "/" + path() + target()
                .options(),
                HttpConnection.JSON, text().getBytes(StandardCharsets.UTF_8)));
    }

    private void evaluate(HttpConnection http, String json, String path) throws Exception {
        target().updating(query().orElseThrow()).bind("json", json).bind("path", path).ask(http);
    }

    /** A client of the JDK with one connection, which ends with it. */
    record Rest(HttpConnector client, HttpConnection http) {}

    /** Makes a client for each connection, since one client keeps sockets for the next that asks. */
    private record Opener(ConnectionSettings settings) implements Connector<Rest> {

        @Override
        public Rest connect() throws Exception {
            HttpConnector client = new HttpConnector(settings, new BaseXApi());
            try {
                return new Rest(client, client.connect());
            } catch (Exception e) {
                client.close();
                throw e;
            }
        }

        @Override
        public void close(Rest connection) {
            connection.client().close(connection.http());
            connection.client().close();
        }

        @Override
        public Failure failure(Exception e) {
            return e instanceof HttpRefusedException ? Failure.REFUSED : Failure.of(e);
        }
    }
}
