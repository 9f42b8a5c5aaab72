package dev.tidemark.driver.opensearch;

import module java.base;
import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.UserRights;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What is asked of OpenSearch by a user who may not be allowed all of it, or of a service that has not all of it. */
final class ReadOnly extends UserRights {

    /** Not allowed to this user; not by this service; not there any more, as Elastic's service without servers has it. */
    private static final Set<Integer> REFUSED = Set.of(401, 403, 405, 410);

    ReadOnly(Consumer<String> note) {
        super(e -> REFUSED.contains(e.status()), note);
    }

    /** The answer to a GET, which is a missing node where it is not allowed. @param what it is, in words for people */
    JsonNode get(HttpConnection connection, String what, String path) throws Exception {
        return ask(what, () -> connection.get(path)).orElse(MissingNode.getInstance());
    }
}
