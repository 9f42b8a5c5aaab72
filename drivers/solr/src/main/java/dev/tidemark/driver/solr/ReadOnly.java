package dev.tidemark.driver.solr;

import dev.tidemark.core.driver.remote.http.HttpConnection;
import dev.tidemark.core.driver.remote.http.HttpRefusedException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** What a user asks who may not be allowed all of it: that is left out from then on, and told once. Thread-safe. */
final class ReadOnly {

    static final int NOT_FOUND = 404;

    private final boolean known;
    private final Consumer<String> note;
    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();

    /** @param known whether there is a user */
    ReadOnly(boolean known, Consumer<String> note) {
        this.known = known;
        this.note = note;
    }

    /** Something that is asked. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws Exception;
    }

    /** @param what it is, as people are told; empty where the user may not know it */
    <T> Optional<T> ask(String what, Question<T> question) throws Exception {
        if (forbidden.contains(what)) {
            return Optional.empty();
        }
        try {
            return Optional.of(question.ask());
        } catch (HttpRefusedException e) {
            leaveOut(what, e);
            return Optional.empty();
        }
    }

    /** Leaves out what the user may not know, or what is not there; other refusals are thrown. */
    void leaveOut(String what, HttpRefusedException e) throws HttpRefusedException {
        if (e.status() != NOT_FOUND && !SolrApi.isForbidden(e, known)) {
            throw e;
        }
        if (forbidden.add(what)) {
            note.accept("The server does not tell this user its " + what + " (" + e.status() + ").");
        }
    }

    /** The answer to a GET. */
    Optional<JsonNode> get(HttpConnection connection, String what, String path) throws Exception {
        return ask(what, () -> SolrApi.done(connection.get(path)));
    }
}
