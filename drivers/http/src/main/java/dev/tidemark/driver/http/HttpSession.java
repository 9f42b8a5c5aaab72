package dev.tidemark.driver.http;

import module java.base;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.StatementSession;
import dev.tidemark.core.driver.language.http.RequestTemplate;
import dev.tidemark.core.driver.language.http.RequestTemplate.Request;
import dev.tidemark.core.driver.language.http.RequestValues;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.RemoteSession;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.support.ReadStatements;

/** Sends requests of the user's. */
final class HttpSession extends RemoteSession<HttpConnection> implements StatementSession {

    private final HttpTarget target;
    private final String base;
    private final Duration patience;
    private final AnswerReader answers;
    private final ReadStatements<RequestTemplate> templates = new ReadStatements<>(RequestTemplate::of);
    private final RequestValues values = new RequestValues();

    HttpSession(HttpTarget target, Connections<HttpConnection> connections) {
        super(connections);
        this.target = target;
        base = target.base();
        patience = connections.settings().operationTimeout();
        answers = target.answers();
    }

    /** {@inheritDoc} The client that all others share would go on with a socket that it has. */
    @Override
    public void reconnectEach() {
        reconnectEach(target.separate());
    }

    @Override
    public void begin(boolean ownNamespace) throws Exception {
        if (ownNamespace) {
            throw new DriverException("a server that is reached over HTTP has no tables for the built-in scripts; "
                    + "requests stand in scripts of your own");
        }
        hold();
    }

    /** {@inheritDoc} A request; its columns are the JSON pointers that are wanted. */
    @Override
    public int execute(String text, Binding binding, Columns columns) throws Exception {
        RequestTemplate template = templates.of(text);
        Request request = template.with(values.of(binding), base);
        try {
            return call(connection -> answers.read(template.method(), connection.answer(template.method(),
                    request.path(), request.headers(), request.body(), patience), columns));
        } catch (DriverException e) {
            throw e.getCause() instanceof StatementException refused ? new StatementException(refused.state(),
                    refused.number(), e.getMessage(), refused.getCause()) : e;
        }
    }

    @Override
    public Optional<String> echo() {
        return Optional.empty();
    }

    @Override
    public void end() {
        releaseConnection();
    }
}
