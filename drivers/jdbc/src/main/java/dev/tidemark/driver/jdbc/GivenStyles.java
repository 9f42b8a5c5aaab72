package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.param.Values;
import java.util.List;

/** The styles that every JDBC driver has, and one that some databases lack. */
final class GivenStyles {

    private static final String JDBC = "jdbc";
    private static final ApiStyle MULTI_ROW = SqlStyles.multiRow(JDBC);

    static final List<ApiStyle> ALL = List.of(SqlStyles.prepared(JDBC), SqlStyles.anew(JDBC), SqlStyles.committed(JDBC),
            SqlStyles.object(JDBC), SqlStyles.batch(JDBC), MULTI_ROW,
            ApiStyle.noop("noop", JDBC, "the statement of the setting noop, prepared once: a round trip that does nothing"));

    private GivenStyles() {}

    static List<ApiStyle> of(Values values) {
        return ALL.stream().filter(style -> values.get(JdbcParams.MULTI_ROW) || !style.equals(MULTI_ROW)).toList();
    }
}
