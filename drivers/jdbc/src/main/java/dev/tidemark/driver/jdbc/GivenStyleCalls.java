package dev.tidemark.driver.jdbc;

import dev.tidemark.core.driver.ApiStyle;
import dev.tidemark.core.driver.remote.ConnectionSettings;
import dev.tidemark.core.driver.remote.Connections;
import dev.tidemark.core.driver.remote.jdbc.JdbcConnection;
import dev.tidemark.core.driver.remote.jdbc.JdbcPools;
import dev.tidemark.core.driver.remote.jdbc.JdbcStyles;
import dev.tidemark.core.driver.remote.jdbc.SqlCall;
import dev.tidemark.core.driver.remote.jdbc.SqlStyles;
import dev.tidemark.core.param.Values;
import java.util.List;

/** What {@link GivenStyles} make and call, by the statements of the settings. */
final class GivenStyleCalls extends JdbcStyles {

    private final Values values;
    private final JdbcPools.Opener opener;
    private final GivenDialect dialect;
    private final ConnectionSettings settings;

    GivenStyleCalls(Values values, JdbcPools.Opener opener, GivenDialect dialect, ConnectionSettings settings) {
        this.values = values;
        this.opener = opener;
        this.dialect = dialect;
        this.settings = settings;
    }

    @Override
    protected Connections<JdbcConnection> connections(String protocol) {
        return JdbcPools.unshared(opener, dialect, settings);
    }

    @Override
    protected List<String> make(ApiStyle style, String table) {
        return dialect.makeStyled(table);
    }

    @Override
    protected SqlCall call(ApiStyle style, JdbcConnection connection, String table) {
        return SqlStyles.call(style, connection::prepare, table, values.get(JdbcParams.NOOP));
    }
}
