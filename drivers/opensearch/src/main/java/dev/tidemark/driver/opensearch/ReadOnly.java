package dev.tidemark.driver.opensearch;

import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What is asked by a user who may not be allowed all of it, or of a service that has not all of it: that is left out
 * from then on, and told once. Thread-safe.
 */
final class ReadOnly {

    /** Not allowed to this user; not by this service; not there any more, as Elastic's service without servers has it. */
    private static final Set<Integer> REFUSED = Set.of(401, 403, 405, 410);

    private final Consumer<String> note;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    ReadOnly(Consumer<String> note) {
        this.note = note;
    }

    /** The answer to a GET, which is a missing node where it is not allowed. @param what it is, as people are told */
    JsonNode get(HttpConnection connection, String what, String path) throws Exception {
        if (!refused.contains(what)) {
            try {
                return connection.get(path);
            } catch (HttpRefusedException e) {
                if (!REFUSED.contains(e.status())) {
                    throw e;
                }
                if (refused.add(what)) {
                    note.accept("The server does not tell this user its " + what + ".");
                }
            }
        }
        return MissingNode.getInstance();
    }
}
