package dev.tidemark.core.driver.remote.jdbc;

import dev.tidemark.core.driver.Walk.Depth;
import java.util.List;

/**
 * The statements of a table of keys and values.
 *
 * @param name    as it stands in statements
 * @param order   among all tables of the namespace, in which a transaction updates them
 * @param find    the value of a key
 * @param size    its size
 * @param upserts of 1, 2, 4 … rows; parameters key and value of each
 * @param delete  parameter key
 * @param scan    keys and values; parameters first key and how many
 * @param keys    all keys
 * @param heads   all keys with sizes of values
 * @param values  all keys with sizes of values and values
 * @param count   how many keys
 * @param index   of its keys by terms; null where there is none
 */
record SqlTable(String name, int order, String find, String size, List<String> upserts, String delete,
        String scan, String keys, String heads, String values, String count, SqlIndex index) {

    static SqlTable of(SqlDialect dialect, int order, String table, SqlIndex index) {
        String size = dialect.size("v");
        return new SqlTable(table, order, dialect.find(table), "SELECT " + size + " FROM " + table + " WHERE k = ?",
                dialect.upserts(table), dialect.delete(table), dialect.scan(table), "SELECT k FROM " + table,
                "SELECT k, " + size + " FROM " + table, "SELECT k, " + size + ", v FROM " + table,
                "SELECT count(*) FROM " + table, index);
    }

    String upsert() {
        return upserts.getFirst();
    }

    String walk(Depth depth) {
        return switch (depth) {
            case KEYS -> keys;
            case HEADS -> heads;
            case VALUES -> values;
        };
    }

    /** Which of so many keys are there. */
    static String existing(String table, int keys) {
        return "SELECT count(*) FROM " + table + " WHERE k IN (" + "?, ".repeat(keys - 1) + "?)";
    }
}
