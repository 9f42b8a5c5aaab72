package dev.tidemark.core.driver.remote.jdbc;

import module java.sql;
import dev.tidemark.core.data.objects.ObjectJson;
import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.style.StyleDocument;
import java.util.List;

/**
 * The steps of a style over a connection of its own. What fails, or is not committed, is rolled back. Not thread-safe.
 */
public final class SqlSteps {

    private final ApiStyle style;
    private final Connection connection;
    private final SqlCall call;
    /** Whether something was called that is neither committed nor rolled back. */
    private boolean begun;

    /** @param call made for the connection */
    public SqlSteps(ApiStyle style, Connection connection, SqlCall call) throws SQLException {
        this.style = style;
        this.connection = connection;
        this.call = call;
        if (style.commits()) {
            connection.setAutoCommit(false);
        }
    }

    /** Maps objects to the JSON text that is stored. */
    public static List<StyleDocument> mapped(List<StyleDocument> documents) {
        return documents.stream()
                .map(d -> new StyleDocument(d.object(), null, ObjectJson.text(d.object()))).toList();
    }

    public void call(List<StyleDocument> documents) throws SQLException {
        rollback();
        begun = style.commits();
        try {
            call.on(documents);
        } catch (SQLException | RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    public void commit() throws SQLException {
        try {
            connection.commit();
            begun = false;
        } catch (SQLException | RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    private void undo(Exception failure) {
        try {
            rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e); // the connection is broken, as whoever uses it next will find
        }
    }

    /** Undoes what was called and not committed; nothing to do where nothing was. */
    public void rollback() throws SQLException {
        if (begun) {
            begun = false;
            connection.rollback();
        }
    }

    /** Closes the connection; before, what is open is undone, since some clients commit it then. */
    void end() throws SQLException {
        rollback();
        connection.close();
    }
}
