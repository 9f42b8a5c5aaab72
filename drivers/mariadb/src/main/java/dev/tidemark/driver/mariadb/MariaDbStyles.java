package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import java.util.List;

/** The styles of MariaDB Connector/J, by the two ways in which MariaDB's protocol carries statements. */
final class MariaDbStyles {

    /** Prepared statements, by number, with values in binary form. */
    static final String BINARY = "binary";
    /** Statements with their values in their text. */
    static final String TEXT = "text";

    static final String IN_TEXT = "insert";
    static final String TEXT_COLUMN = "json-text";

    static final List<ApiStyle> ALL = List.of(
            SqlStyles.prepared(BINARY),
            ApiStyle.of(IN_TEXT, TEXT, Input.TEXT,
                    "as insert-prepared, with the document within the text of the statement, by the text protocol"),
            SqlStyles.committed(BINARY),
            SqlStyles.object(BINARY),
            ApiStyle.of(TEXT_COLUMN, BINARY, Input.TEXT,
                    "as insert-prepared, into a column of type LONGTEXT instead of JSON, which the server has to "
                    + "check"),
            SqlStyles.batch(BINARY),
            SqlStyles.multiRow(BINARY),
            ApiStyle.noop("noop", BINARY, "DO 0, prepared once: a round trip of the binary protocol"),
            ApiStyle.noop("noop-text", TEXT, "DO 0: a round trip of the text protocol"));

    private MariaDbStyles() {}
}
