package dev.tidemark.core.driver.style;

import dev.tidemark.core.driver.DriverException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Where the documents of one iteration are stored by one style. Thread-safe. */
public interface StylePlace extends AutoCloseable {

    /** A worker's side of it, with a connection of its own that is open already. */
    StyleSession session(int worker) throws DriverException;

    /**
     * How many documents are there, by asking the database, whatever was committed or refreshed so far: what must be
     * done to see them is done. Outside the clock.
     */
    long count() throws DriverException;

    /** A document as the database answers it; empty where there is none. Outside the clock. */
    Optional<JsonNode> read(long id) throws DriverException;

    /** Removes the place with all that is in it. */
    @Override
    void close() throws DriverException;
}
