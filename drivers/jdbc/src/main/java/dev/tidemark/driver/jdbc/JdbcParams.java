package dev.tidemark.driver.jdbc;

import static dev.tidemark.core.param.ChangeCost.REBUILD;
import static dev.tidemark.core.param.ChangeCost.REOPEN;

import dev.tidemark.core.driver.remote.ConnectionParams;
import dev.tidemark.core.driver.remote.jdbc.SqlParams;
import dev.tidemark.core.param.Param;
import dev.tidemark.core.param.ParamSet;
import dev.tidemark.core.param.Reach;
import dev.tidemark.core.param.SecretRef;

/** Whose client is used, how a server is reached, and what is said to it. */
final class JdbcParams {

    static final Param<String> DRIVER_CLASS = Param.text("driver-class").reaching(Reach.CODE)
            .orElse("as the jar says").changing(REOPEN)
            .help("The class of the JDBC driver, where the jar does not name it.");

    /** Stands for the setting {@link #ADDRESS} in a URL. */
    static final String ADDRESS_PLACE = "{address}";

    /** Handed on in the URL, which may as well name another server, or none. */
    static final Param<String> ADDRESS = ConnectionParams.address("127.0.0.1:1521").reaching(Reach.CODE);

    static final Param<String> URL = Param.typed("url", HarmlessNames.url()).reaching(Reach.CODE).orElse("none")
            .changing(REOPEN)
            .help("The JDBC driver's address of the database, without a password; {address} in it stands for the "
                    + "setting of that name.").asMain();

    static final Param<String> PROPERTIES = Param.typed("properties", HarmlessNames.properties())
            .reaching(Reach.CODE).orElse("none").changing(REOPEN)
            .help("Connection properties of the JDBC driver, without secrets: NAME=VALUE; NAME=VALUE.");

    static final Param<SecretRef> SECRET_PROPERTIES = Param.secret("secret-properties").orElse("none").changing(REOPEN)
            .help("Where connection properties are kept that are secrets, or are not known to be none: the same text, "
                    + "NAME=VALUE; NAME=VALUE.");

    static final Param<Boolean> STATEMENT_TIMEOUT = Param.flag("statement-timeout").byDefault(true).changing(REOPEN)
            .help("Whether the JDBC driver is asked to end each statement after operation-timeout, in whole seconds; "
                    + "some keep a timer for that. Without it only the connection's own timeout counts.");

    static final Param<String> KEY_TYPE = type("key-type", "VARBINARY(500)", "keys, which any bytes may be");

    static final Param<String> VALUE_TYPE = type("value-type", "BLOB", "values, which any bytes may be");

    static final Param<String> TERM_TYPE = type("term-type", "VARBINARY(255)", "terms of an index");

    static final Param<String> TEXT_TYPE = type("text-type", "CLOB", "long texts");

    static final Param<String> MAKE_TABLE = statement("make-table",
            "CREATE TABLE {table} (k {key-type} NOT NULL PRIMARY KEY, v {value-type} NOT NULL)",
            "Makes a table of keys, k, and values, v.");

    static final Param<String> MAKE_INDEX = statement("make-index",
            "CREATE TABLE {table} (i SMALLINT NOT NULL, t {term-type} NOT NULL, k {key-type} NOT NULL, "
                    + "PRIMARY KEY (i, t, k)); CREATE INDEX {table}_k ON {table} (k)",
            "Makes a table of the number of an index, i, terms, t, and keys, k; statements with semicolons between.");

    static final Param<String> GET = statement("get", "SELECT v FROM {table} WHERE k = ?", "Finds the value of a key.");

    static final Param<String> PUT = statement("put",
            "MERGE INTO {table} AS d USING (VALUES (CAST(? AS {key-type}), CAST(? AS {value-type}))) AS s (k, v) "
                    + "ON d.k = s.k WHEN MATCHED THEN UPDATE SET v = s.v "
                    + "WHEN NOT MATCHED THEN INSERT (k, v) VALUES (s.k, s.v)",
            "Puts a value in the place of an older one; parameters key and value.");

    static final Param<String> DELETE = statement("delete", "DELETE FROM {table} WHERE k = ?", "Removes a key.");

    static final Param<String> SCAN = statement("scan",
            "SELECT k, v FROM {table} WHERE k >= ? ORDER BY k FETCH FIRST ? ROWS ONLY",
            "Finds keys and values in the order of the keys; parameters the first key and how many.");

    static final Param<String> QUERY = statement("query",
            "SELECT k, t FROM {table} WHERE i = ? AND t >= ? AND t <= ? ORDER BY t, k",
            "Finds keys and terms in an index; parameters its number, the first and the last term.");

    static final Param<String> SIZE = statement("size", "OCTET_LENGTH({column})", "The length of a value in bytes.");

    static final Param<String> MAKE_STYLE_TABLE = statement("make-style-table",
            "CREATE TABLE {table} (id BIGINT NOT NULL PRIMARY KEY, doc {text-type} NOT NULL)",
            "Makes the table of the API styles: numbers, id, and JSON texts, doc, which are inserted as strings.");

    static final Param<Boolean> MULTI_ROW = Param.flag("multi-row").byDefault(true).changing(REOPEN)
            .help("Whether the database takes INSERTs of several rows, VALUES (?, ?), (?, ?), so that there is an API "
                    + "style of that name.");

    static final Param<String> NOOP = statement("noop", "SELECT 1",
            "Does nothing: the round trip with which API styles are compared.");

    static final ParamSet ALL = ConnectionParams.of(ADDRESS).plus(ParamSet.of(SqlParams.DRIVER_JAR, DRIVER_CLASS, URL, PROPERTIES,
            SECRET_PROPERTIES, SqlParams.BEGIN, STATEMENT_TIMEOUT, KEY_TYPE, VALUE_TYPE, TERM_TYPE, TEXT_TYPE, MAKE_TABLE,
            MAKE_INDEX, GET, PUT, DELETE, SCAN, QUERY, SIZE, MAKE_STYLE_TABLE, MULTI_ROW, NOOP,
            SqlParams.FETCH_SIZE));

    private JdbcParams() {}

    private static Param<String> type(String name, String byDefault, String of) {
        return Param.text(name).reaching(Reach.STATEMENT).byDefault(byDefault).changing(REBUILD)
                .help("The database's type of " + of + ".");
    }

    private static Param<String> statement(String name, String byDefault, String help) {
        return Param.text(name).reaching(Reach.STATEMENT).byDefault(byDefault)
                .changing(name.startsWith("make") ? REBUILD : REOPEN).help(help);
    }
}
