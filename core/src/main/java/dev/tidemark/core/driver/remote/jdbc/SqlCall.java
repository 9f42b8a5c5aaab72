package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.style.StyleDocument;
import java.sql.SQLException;
import java.util.List;

/** What a request of a style does over the connection that it was made for. Not thread-safe. */
@FunctionalInterface
public interface SqlCall {

    /** @param documents with their text; none for a no-op */
    void on(List<StyleDocument> documents) throws SQLException;
}
