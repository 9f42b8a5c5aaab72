package dev.tidemark.core.driver.style;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.DriverException;
import dev.tidemark.core.driver.Session;
import java.util.List;

/**
 * A worker's side of a style, one request at a time: {@link #prepare}, perhaps {@link #reconnect}, then {@link #map}
 * where the style maps, {@link #call}, and {@link #commit} where the style commits. Not thread-safe. Exceptions mean
 * what they do elsewhere: an {@link dev.tidemark.core.driver.OverloadedException} is a push-back, a {@link
 * java.util.concurrent.TimeoutException} a timeout, all others failures. After any of them, the next request begins
 * with {@code prepare}, and what was not committed is not stored.
 */
public interface StyleSession extends Session {

    /**
     * Takes the documents of the next request, outside the clock. Whatever an application would have ready before, such
     * as keys, is made here; neither what the style maps, nor anything that goes to the database.
     *
     * @param documents one, or up to a batch where the style batches; empty for a no-op
     */
    void prepare(List<StyleDocument> documents) throws Exception;

    /** Maps the objects to what the call takes. Does not speak to the database. */
    default void map() throws Exception {}

    /**
     * Does the request. Where the style has no commit of its own, what is stored is durable as far as the target's
     * settings promise.
     *
     * @return how many documents were not stored; 0 when all were
     */
    int call() throws Exception;

    /** Commits what was called, durable as far as the target's settings promise. */
    default void commit() throws Exception {}

    /** A request with all the steps of the style. @return how many documents were not stored */
    default int carryOut(ApiStyle style, List<StyleDocument> documents) throws Exception {
        prepare(documents);
        if (style.maps()) {
            map();
        }
        int lost = call();
        if (style.commits()) {
            commit();
        }
        return lost;
    }

    /**
     * Gives the connection up and makes another one, up to the point where it can be used. What was prepared goes over
     * the new one.
     *
     * @throws DriverException where there is no connection, or none can be made
     */
    default void reconnect() throws Exception {
        throw new DriverException("there is no connection that could be opened anew");
    }
}
