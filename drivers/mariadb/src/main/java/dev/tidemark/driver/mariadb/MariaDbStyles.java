package dev.tidemark.driver.mariadb;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import java.util.List;

/** The styles of MariaDB Connector/J, by the two ways in which MariaDB's protocol carries statements. */
final class MariaDbStyles {

    /** Prepared statements, by number, with values in binary form. */
    static final String BINARY = "binary";
    /** Statements with their values in their text. */
    static final String TEXT = "text";

    private static final String NOTHING = "DO 0";

    static final List<SqlStyle> ALL = List.of(
            SqlStyles.prepared(BINARY),
            // What has its values in its text is made anew by the client alone, whether it is kept or not.
            new SqlStyle(ApiStyle.of("insert", TEXT, Input.TEXT,
                    "as insert-prepared, with the document within the text of the statement, by the text protocol"),
                    SqlStyles.INSERT),
            SqlStyles.committed(BINARY),
            SqlStyles.object(BINARY),
            new SqlStyle(ApiStyle.of("json-text", BINARY, Input.TEXT,
                    "as insert-prepared, into a column of type LONGTEXT instead of JSON, which the server has to "
                    + "check"), SqlStyles.INSERT).inColumn("LONGTEXT"),
            SqlStyles.batch(BINARY),
            SqlStyles.multiRow(BINARY),
            SqlStyles.noop("noop", BINARY, "DO 0, prepared once: a round trip of the binary protocol", NOTHING),
            SqlStyles.noop("noop-text", TEXT, "DO 0: a round trip of the text protocol", NOTHING));

    private MariaDbStyles() {}
}
