package dev.tidemark.driver.solr;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import dev.tidemark.core.driver.remote.http.UserRights;
import tools.jackson.databind.JsonNode;

/** What a user asks of Solr who may not be allowed all of it. */
final class ReadOnly extends UserRights {

    static final int NOT_FOUND = 404;

    /** @param known whether there is a user */
    ReadOnly(boolean known, Consumer<String> note) {
        super(e -> e.status() == NOT_FOUND || SolrApi.isForbidden(e, known), note);
    }

    /** {@inheritDoc} What is not there is told to nobody. */
    @Override
    protected String why(String what, HttpRefusedException e) {
        return e.status() == NOT_FOUND ? "The server does not tell its " + what + ": " + e.getMessage() + "."
                : super.why(what, e);
    }

    /** The answer to a GET. */
    Optional<JsonNode> get(HttpConnection connection, String what, String path) throws Exception {
        return ask(what, () -> SolrApi.done(connection.get(path)));
    }
}
