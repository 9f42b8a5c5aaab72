package dev.tidemark.core.driver.remote.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How one database's SQL differs from another's. Names of tables come qualified and quoted. */
public interface SqlDialect {

    /** A name as it stands in a statement, whatever is in it. */
    default String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Why a schema cannot have this name; empty where it can. */
    Optional<String> refuses(String schema);

    /** Finds a row where a schema of the name that is the only parameter is there, whoever made it. */
    String schemaExists();

    /** Finds the names of the tables that are in the schema that is the only parameter. */
    String tables();

    /** Finds the names of the columns of a table, in their order; parameters are the schema and the table. */
    String columns();

    /** The type of text of any length. */
    String textType();

    /** Makes a table of keys, {@code k}, and values, {@code v}. */
    List<String> makeTable(String table);

    /** Makes the table of an index: its number, {@code i}; the term, {@code t}; the key, {@code k}. */
    List<String> makeIndex(String table, String name);

    /** Puts a value, parameters key and value, in the place of an older one. */
    String upsert(String table);

    /** The length in bytes of a column of bytes. */
    default String size(String column) {
        return "octet_length(" + column + ")";
    }

    /** Makes the server give up a statement of this connection after so long. */
    List<String> limitStatements(Duration longest);

    /** How new documents are stored, other than by {@link #upsert}; empty for that. */
    default Optional<BulkInsert> documentInsert() {
        return Optional.empty();
    }

    /** Makes a schema the one in which tables without a named place are found and made. */
    String useSchema(String schema);

    /** What is set at the beginning of each connection. */
    default List<String> begin() {
        return List.of();
    }
}
