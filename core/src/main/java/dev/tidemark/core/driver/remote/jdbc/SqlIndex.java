package dev.tidemark.core.driver.remote.jdbc;

/**
 * The statements of an index of keys by terms.
 *
 * @param insert parameters index, term and key
 * @param remove all of a key, the only parameter
 * @param query  keys and terms; parameters index, first and last term
 */
record SqlIndex(String insert, String remove, String query) {

    static SqlIndex of(SqlDialect dialect, String table) {
        return new SqlIndex("INSERT INTO " + table + " (i, t, k) VALUES (?, ?, ?)",
                "DELETE FROM " + table + " WHERE k = ?", dialect.query(table));
    }
}
