package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.ApiStyle.Input;
import dev.tidemark.core.driver.remote.jdbc.SqlStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.param.Values;
import java.util.List;

/** The styles that every JDBC driver has, and one that some databases lack. */
final class GivenStyles {

    private static final String JDBC = "jdbc";
    /** When statements are prepared on the server is the client's to decide, and nothing here sets it up for that. */
    private static final SqlStyle PREPARED = new SqlStyle(ApiStyle.of("insert-prepared", JDBC, Input.TEXT,
            "an INSERT in a PreparedStatement that is kept, each document in a transaction of its own; whether the "
                    + "server prepares it, and after how many uses, is up to the JDBC driver"), SqlStyles.INSERT);
    private static final SqlStyle ANEW = new SqlStyle(ApiStyle.of("insert", JDBC, Input.TEXT,
            "as insert-prepared, with a PreparedStatement made for each document; a JDBC driver that keeps statements "
                    + "by their text prepares nothing anew"), SqlStyles.ANEW);
    private static final SqlStyle MULTI_ROW = SqlStyles.multiRow(JDBC);

    static final List<ApiStyle> ALL = SqlStyle.declared(all(""));

    private GivenStyles() {}

    /** @param noop the statement that does nothing */
    private static List<SqlStyle> all(String noop) {
        return List.of(PREPARED, ANEW, SqlStyles.committed(JDBC), SqlStyles.object(JDBC), SqlStyles.batch(JDBC),
                MULTI_ROW, SqlStyles.noop("noop", JDBC,
                        "the statement of the setting noop, prepared once: a round trip that does nothing", noop));
    }

    static List<SqlStyle> of(Values values) {
        return all(values.get(JdbcParams.NOOP)).stream()
                .filter(style -> values.get(JdbcParams.MULTI_ROW) || style != MULTI_ROW).toList();
    }
}
