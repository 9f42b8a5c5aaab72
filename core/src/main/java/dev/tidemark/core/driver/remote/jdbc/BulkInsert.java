package dev.tidemark.core.driver.remote.jdbc;

import module java.sql;
import java.util.List;

/** A database's own way to store many new rows at once. Refuses all of them where one is there already. */
@FunctionalInterface
public interface BulkInsert {

    /**
     * Stores rows in the transaction of the connection.
     *
     * @param table whole name of a table of keys and values
     * @param rows  key, value, key, value …
     */
    void store(Connection connection, String table, List<byte[]> rows) throws SQLException;
}
